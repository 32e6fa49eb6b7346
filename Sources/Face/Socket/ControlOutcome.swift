import Varlink

/// The outcome of an order, or of a question that was looked up.
package enum ControlOutcome: Sendable, Equatable {
  /// It was done.
  case done
  /// The state that was asked for.
  case status(RecorderStatus)
  /// A take that begins.
  case started(RecorderInterface.StartReply)
  /// A take that ends, or has ended.
  case stopped(RecorderInterface.StopReply)
  /// A marker that was set.
  case marked(RecorderInterface.MarkReply)
  /// The device that is lent.
  case lent(device: String)
  /// It is shown that presses are asked for.
  case awaited
  /// The live sound follows.
  case listening
  /// A take may be changed, which is done where takes are looked up.
  case granted(LookUpQueue.Question)
  /// The reply to a question.
  case found(VarlinkReply)
  /// It cannot be done now: the reason, as a word and as a sentence.
  case refused(reason: String, message: String)
}
