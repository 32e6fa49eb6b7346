import Beamforming
import Boards
import TakeFiles

/// What a session is set up with.
public struct SessionConfiguration: Sendable {
  /// The board.
  public var board: Board
  /// The folder of takes; it must be there.
  public var directory: String
  /// Whether takes can be made; without, the directory is never looked at.
  public var makesTakes = true
  /// The files of takes, and what is done to their sound.
  public var form = TakeForm()
  /// Seconds after which a take ends by itself.
  public var takeSeconds: Double?
  /// Takes that start by themselves; ``takeSeconds`` is not for them.
  public var schedule = Schedule()
  /// The preferred data source; the board's first when `nil`.
  public var dataSource: String?
  /// The preferred pattern.
  public var pattern = PolarPattern.stereo
  /// The preferred orientation; `nil` follows the accelerometer.
  public var orientation: InputOrientation?
  /// Priority of the capture thread; `nil` for an ordinary thread.
  public var capturePriority: Int?
  /// Priority of the render thread; `nil` for an ordinary thread.
  public var renderPriority: Int?
  /// Whether left and right are rendered also without a take, for their meters.
  public var metersEars = false
  /// What is heard in the headphones; `nil` for nothing.
  public var monitor: MonitorConfiguration?
  /// Where another program is asked to copy takes to another medium; `nil` where none is configured.
  public var copy: CopyMailbox?
  /// Whether a new take starts when a capture device that was lost in a take is back.
  public var restartsTake = false
  /// Whether a medium that syncs slowly is reported: only where time is real.
  public var reportsSlowStorage = true
  /// Whether a take waits until its filters are refined: only where time is simulated.
  public var waitsForFilters = false
  /// Where the names that tie the files of a take together come from; `nil` for the system's random numbers.
  public var identitySeed: UInt64?
  /// Seconds that the storage may stall without loss.
  public var stallSeconds = 30.0

  /// A configuration with the defaults.
  public init(board: Board, directory: String) {
    self.board = board
    self.directory = directory
  }
}
