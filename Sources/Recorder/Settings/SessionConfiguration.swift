import Beamforming
import Boards
import TakeFiles

/// The configuration of a session.
package struct SessionConfiguration: Sendable {
  /// The board.
  package var board: Board
  /// The folder of takes; it must be there.
  package var directory: String
  /// True when takes can be made; otherwise the directory is never looked at.
  package var makesTakes = true
  /// The files of takes, and the processing of their sound.
  package var form = TakeForm()
  /// Seconds after which a take ends by itself.
  package var takeSeconds: Double?
  /// Takes that start by themselves; ``takeSeconds`` is not for them.
  package var schedule = Schedule()
  /// Sources of the clock by which scheduled takes start although nothing keeps it.
  package var trustedClocks: Set<ClockQuality.Source> = []
  /// The rules of takes that begin because it is loud; `nil` for none.
  package var trigger: LevelRules?
  /// The name and the serial number of the recorder.
  package var unit = RecorderUnit()
  /// The place of the recorder, for the files of takes; `nil` when it is not stated.
  package var place: Place?
  /// The receiver for satellites that the machine of the session follows; `nil` for none.
  package var receiver: Settings.Receiver?
  /// The folder on a second medium that gets every take as well; `nil` for none.
  package var mirror: String?
  /// Seconds of frames that wait while a second medium stands still.
  package var mirrorRingSeconds = 20.0
  /// Seconds after which a second medium that does not answer, or does not close its files, stands still.
  package var mirrorPatience = 5.0
  /// The device of a pulse per second that corrects its clock; `nil` for none.
  package var pulse: String?
  /// The preferred data source; the board's first when `nil`.
  package var dataSource: String?
  /// The preferred pattern.
  package var pattern = PolarPattern.stereo
  /// The preferred orientation; `nil` follows the accelerometer.
  package var orientation: InputOrientation?
  /// Priority of the capture thread; `nil` for an ordinary thread.
  package var capturePriority: Int?
  /// Priority of the render thread; `nil` for an ordinary thread.
  package var renderPriority: Int?
  /// True when left and right are rendered also without a take, for their meters.
  package var metersEars = false
  /// True when programs pull live sound: the capture thread wakes up for every period then.
  package var isPulled = false
  /// The sound in the headphones; `nil` for none.
  package var monitor: MonitorConfiguration?
  /// The playback device from which other programs take the live sound; `nil` for none.
  package var programsDevice: String?
  /// The mailbox of another program that copies takes to another medium; `nil` where none is configured.
  package var copy: CopyMailbox?
  /// The mailbox of another program that opens a Wi-Fi of the recorder's own; `nil` where no hold asks for it.
  package var wifi: CopyMailbox?
  /// The sleep between takes of the schedule.
  package var sleep = SleepRule()
  /// The mailbox of another program that powers the system off meanwhile; `nil` where it stays up.
  package var powerOff: CopyMailbox?
  /// The file with what the system could not do before the start; `nil` where nobody leaves one.
  package var notice: String?
  /// True when a new take starts once a capture device that was lost in a take is back.
  package var restartsTake = false
  /// True when a medium that syncs slowly is reported: only where time is real.
  package var reportsSlowStorage = true
  /// True when a take waits until the responses of the body are there: only where time is simulated.
  package var waitsForFilters = false
  /// The seed of the names that tie the files of a take together; `nil` for the system's random numbers.
  package var identitySeed: UInt64?
  /// Seconds that the storage may stall without loss.
  package var stallSeconds = 30.0

  /// A configuration with the defaults.
  package init(board: Board, directory: String) {
    self.board = board
    self.directory = directory
  }
}
