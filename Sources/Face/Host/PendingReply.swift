/// A reply that waits for something to happen.
struct PendingReply {
  /// The call to answer.
  let order: ControlOrder
  /// The time at which the call is answered with whatever is known by then.
  let deadline: Double
  /// The reply that follows from the events of a turn; `nil` while the reply must wait.
  ///
  /// The closure removes the event that it uses from the list, so that each of several waiting replies gets an event of
  /// its own.
  let answer: (_ events: inout [RecorderEvent], _ isLate: Bool) -> ControlOutcome?
}
