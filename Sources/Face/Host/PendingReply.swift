/// A reply that waits for something to happen.
struct PendingReply {
  /// The call to answer.
  let order: ControlOrder
  /// The time at which it is answered with what is known by then.
  let deadline: Double
  /// The reply that follows from the events of a turn; `nil` while it must wait.
  ///
  /// It removes its event from the list, so that each of several replies has its own.
  let answer: (_ events: inout [RecorderEvent], _ isLate: Bool) -> ControlOutcome?
}
