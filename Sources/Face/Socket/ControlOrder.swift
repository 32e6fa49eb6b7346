import SimulatedBoard
import Varlink

/// A wish of a client that the recorder's control thread fulfils.
package struct ControlOrder: Sendable, Equatable {
  /// The wish.
  package enum Wish: Sendable, Equatable {
    /// Tell the state.
    case status
    /// Start a take.
    case start
    /// End the take; wait until its files are closed, or not.
    case stop(waits: Bool)
    /// Pause the take, or go on with it.
    case pause(Bool)
    /// Set a marker; `nil` for one with a number.
    case mark(String?)
    /// Select a data source, a polar pattern, or both, or neither of them.
    case select(source: String?, pattern: String?)
    /// Change the low cut in hertz, the input gain in decibels, or both.
    case adjust(lowCut: Double??, gain: Double?)
    /// Show that presses of the source button are asked for, and by whom.
    case awaitPresses(by: String)
    /// Lend the capture device to a program.
    case hold(by: String)
    /// Give the live sound to a program.
    case listen(by: String)
    /// Do something with a simulated board.
    case act(SimulatedWorld.Act)
    /// Say whether a take may be deleted: its number and its name.
    case delete(Int, name: String)
    /// Say whether a take may be edited.
    case edit(RecorderInterface.TakeEdits)
    /// Say whether a new take may be made of a part of a take.
    case trim(RecorderInterface.TakeCut)
    /// Say whether a new take with a focus may be made of a take.
    case focus(RecorderInterface.TakeFocus)
    /// Take the capture device back that this call had, or show no more that it asks for presses.
    case release

    /// True for what lasts until its connection is closed.
    var isLasting: Bool {
      switch self {
      case .hold, .awaitPresses: true
      default: false
      }
    }
  }

  /// The call that it came by.
  package let call: VarlinkServer.CallID
  /// The process at its other end.
  package let peer: Peer
  /// The wish.
  package let wish: Wish
}
