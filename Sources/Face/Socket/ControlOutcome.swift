import Varlink

/// The outcome of an order, or of a look-up.
package enum ControlOutcome: Sendable, Equatable {
  /// The order was carried out.
  case done
  /// The requested state.
  case status(RecorderStatus)
  /// The take that begins.
  case started(RecorderInterface.StartReply)
  /// The take that is ending, or has ended.
  case stopped(RecorderInterface.StopReply)
  /// The new marker.
  case marked(RecorderInterface.MarkReply)
  /// The name of the capture device that is lent.
  case lent(device: String)
  /// The request for presses is being shown.
  case awaited
  /// The order is granted, and the live sound follows on the connection.
  case listening
  /// The take may be changed, and the ``LookUpQueue`` then changes it.
  case granted(TakeChange)
  /// The reply to a question about takes or drawings.
  case found(VarlinkReply)
  /// The order is refused for now, for a reason given as a word and as a sentence.
  case refused(reason: RecorderReason, message: String)
}
