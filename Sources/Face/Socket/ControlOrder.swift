import SimulatedBoard
import Varlink

/// A client's wish, which the recorder's control thread fulfils.
package struct ControlOrder: Sendable, Equatable {
  /// The wish.
  package enum Wish: Sendable, Equatable {
    /// Report the state.
    case status
    /// Start a take.
    case start
    /// End the take; if `waits` is true, reply only once its files are closed.
    case stop(waits: Bool)
    /// Pause the take, or resume it.
    case pause(Bool)
    /// Set a marker with this text; `nil` gives it a number in place of a text.
    case mark(String?)
    /// Select a data source, a polar pattern, or both; `nil` leaves the present one.
    case select(source: String?, pattern: String?)
    /// Change the low cut in hertz, the input gain in decibels, or both.
    case adjust(lowCut: Double??, gain: Double?)
    /// Show that a program asks the user to press the source button.
    case awaitPresses(by: String)
    /// Lend the capture device to a program.
    case hold(by: String)
    /// Give the live sound to a program.
    case listen(by: String)
    /// Perform an action on a simulated board.
    case act(SimulatedWorld.Act)
    /// Check that a take may be changed, or a new take made from it.
    case change(TakeChange)
    /// Take back the capture device that this call borrowed, or stop showing its request for presses.
    case release

    /// True if the wish stays in force until the connection is closed.
    var isLasting: Bool {
      switch self {
      case .hold, .awaitPresses: true
      default: false
      }
    }
  }

  /// The call that brought this order.
  package let call: VarlinkServer.CallID
  /// The process at the other end of the connection.
  package let peer: Peer
  /// The wish.
  package let wish: Wish
}
