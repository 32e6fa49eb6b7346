/// The running machine of a session: only inputs change its state.
///
/// - Thread: control.
final class Transport {
  /// The state after the last input.
  private(set) var state: RecorderState

  /// An idle recorder.
  init(rules: RecorderState.Rules) { state = RecorderState(rules: rules) }

  /// Passes an input to the machine; returns the effects to carry out.
  func apply(_ input: RecorderInput, _ moment: Moment) -> [RecorderEffect] {
    let (next, effects) = state.next(input, moment)
    state = next
    return effects
  }
}
