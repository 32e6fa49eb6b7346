/// The machine of a session as it runs: its state changes by inputs, and in no other way.
///
/// - Thread: control.
final class Transport {
  /// The state after the last input.
  private(set) var state: RecorderState

  /// A recorder that does nothing yet.
  init(rules: RecorderState.Rules) { state = RecorderState(rules: rules) }

  /// Tells the machine what happened; gives what is to be done.
  func apply(_ input: RecorderInput, _ moment: Moment) -> [RecorderEffect] {
    let (next, effects) = state.next(input, moment)
    state = next
    return effects
  }
}
