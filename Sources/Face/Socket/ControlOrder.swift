import SimulatedBoard
import Varlink

/// A wish of a client that the recorder's control thread fulfils.
package struct ControlOrder: Sendable, Equatable {
  /// The wish.
  package enum Wish: Sendable, Equatable {
    /// Report the state.
    case status
    /// Start a take.
    case start
    /// End the take, and wait until its files are closed if `waits` is true.
    case stop(waits: Bool)
    /// Pause the take, or resume it.
    case pause(Bool)
    /// Set a marker; `nil` for a numbered marker.
    case mark(String?)
    /// Select a data source, a polar pattern, or both, or neither of them.
    case select(source: String?, pattern: String?)
    /// Change the low cut in hertz, the input gain in decibels, or both.
    case adjust(lowCut: Double??, gain: Double?)
    /// Show that a program asks for presses of the source button.
    case awaitPresses(by: String)
    /// Lend the capture device to a program.
    case hold(by: String)
    /// Give the live sound to a program.
    case listen(by: String)
    /// Perform an action on a simulated board.
    case act(SimulatedWorld.Act)
    /// Say whether a take may be deleted: its number and its name.
    case delete(Int, name: String)
    /// Say whether a take may be edited.
    case edit(RecorderInterface.TakeEdits)
    /// Say whether a new take may be made from a part of a take.
    case trim(RecorderInterface.TakeCut)
    /// Say whether a new take with a focus may be made from a take.
    case focus(RecorderInterface.TakeFocus)
    /// Take back this call's capture device, or stop showing its request for presses.
    case release

    /// True if it lasts until its connection is closed.
    var isLasting: Bool {
      switch self {
      case .hold, .awaitPresses: true
      default: false
      }
    }
  }

  /// The call that brought it.
  package let call: VarlinkServer.CallID
  /// The process at the other end of the connection.
  package let peer: Peer
  /// The wish.
  package let wish: Wish
}
