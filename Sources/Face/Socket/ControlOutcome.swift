import Varlink

/// The outcome of an order, or of a look-up.
package enum ControlOutcome: Sendable, Equatable {
  /// It was done.
  case done
  /// The requested state.
  case status(RecorderStatus)
  /// A take that begins.
  case started(RecorderInterface.StartReply)
  /// A take that is ending, or has ended.
  case stopped(RecorderInterface.StopReply)
  /// A new marker.
  case marked(RecorderInterface.MarkReply)
  /// The lent device.
  case lent(device: String)
  /// The request for presses is shown.
  case awaited
  /// The live sound follows.
  case listening
  /// A take may be changed; the ``LookUpQueue`` does it.
  case granted(LookUpQueue.Question)
  /// The reply to a question.
  case found(VarlinkReply)
  /// Refused for now: the reason as a word and as a sentence.
  case refused(reason: String, message: String)
}
