/// Runs the state machine of a session, whose state only inputs change.
///
/// - Thread: control.
final class Transport {
  /// The state after the last input.
  private(set) var state: RecorderState

  /// Creates the machine in the state of an idle recorder.
  init(rules: RecorderState.Rules) { state = RecorderState(rules: rules) }

  /// Passes an input to the machine, and returns the effects that must be carried out.
  func apply(_ input: RecorderInput, _ moment: Moment) -> [RecorderEffect] {
    let (next, effects) = state.next(input, moment)
    state = next
    return effects
  }
}
