/// A reply that waits for something to happen.
struct PendingReply {
  /// The call that is answered.
  let order: ControlOrder
  /// The time at which it is answered with what is known.
  let deadline: Double
  /// The reply that follows from the events of a turn; `nil` while it has to wait.
  ///
  /// It takes out the event that it is about, so that each of several replies has its own.
  let answer: (_ events: inout [RecorderEvent], _ isLate: Bool) -> ControlOutcome?
}
