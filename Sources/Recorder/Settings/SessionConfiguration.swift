import Beamforming
import Boards
import TakeFiles

/// The configuration of a session.
public struct SessionConfiguration: Sendable {
  /// The board.
  public var board: Board
  /// The folder of takes; it must be there.
  public var directory: String
  /// True when takes can be made; otherwise the directory is never looked at.
  public var makesTakes = true
  /// The files of takes, and the processing of their sound.
  public var form = TakeForm()
  /// Seconds after which a take ends by itself.
  public var takeSeconds: Double?
  /// Takes that start by themselves; ``takeSeconds`` is not for them.
  public var schedule = Schedule()
  /// The rules of takes that begin because it is loud; `nil` for none.
  public var trigger: LevelRules?
  /// The place of the recorder, for the files of takes; `nil` when it is not stated.
  public var place: Place?
  /// The receiver for satellites that the machine of the session follows; `nil` for none.
  public var receiver: Settings.Receiver?
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
  /// True when left and right are rendered also without a take, for their meters.
  public var metersEars = false
  /// True when programs pull live sound: the capture thread wakes up for every period then.
  public var isPulled = false
  /// The sound in the headphones; `nil` for none.
  public var monitor: MonitorConfiguration?
  /// The mailbox of another program that copies takes to another medium; `nil` where none is configured.
  public var copy: CopyMailbox?
  /// The mailbox of another program that opens a Wi-Fi of the recorder's own; `nil` where no hold asks for it.
  public var wifi: CopyMailbox?
  /// The file with what the system could not do before the start; `nil` where nobody leaves one.
  public var notice: String?
  /// True when a new take starts once a capture device that was lost in a take is back.
  public var restartsTake = false
  /// True when a medium that syncs slowly is reported: only where time is real.
  public var reportsSlowStorage = true
  /// True when a take waits until its filters are refined: only where time is simulated.
  public var waitsForFilters = false
  /// The seed of the names that tie the files of a take together; `nil` for the system's random numbers.
  public var identitySeed: UInt64?
  /// Seconds that the storage may stall without loss.
  public var stallSeconds = 30.0

  /// A configuration with the defaults.
  public init(board: Board, directory: String) {
    self.board = board
    self.directory = directory
  }
}
