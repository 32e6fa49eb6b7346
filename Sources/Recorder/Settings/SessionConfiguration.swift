import Beamforming
import Boards
import TakeFiles

/// The configuration of a session.
package struct SessionConfiguration: Sendable {
  /// The board.
  package var board: Board
  /// The folder of takes; it must exist.
  package var directory: String
  /// True if takes can be made; otherwise the directory is never touched.
  package var makesTakes = true
  /// The files of takes, and the processing of their sound.
  package var form = TakeForm()
  /// Seconds after which a take ends automatically.
  package var takeSeconds: Double?
  /// Takes that start automatically; ``takeSeconds`` does not apply to them.
  package var schedule = Schedule()
  /// Doubtful clock sources that may start scheduled takes all the same.
  package var trustedClocks: Set<ClockQuality.Source> = []
  /// The rules of takes started by loud sound; `nil` for none.
  package var trigger: LevelRules?
  /// The name and the serial number of the recorder.
  package var unit = RecorderUnit()
  /// The place of the recorder, for the files of takes; `nil` if unknown.
  package var place: Place?
  /// The GPS receiver that the machine of the session follows; `nil` for none.
  package var receiver: Settings.Receiver?
  /// The folder on a second medium that gets every take as well; `nil` for none.
  package var mirror: String?
  /// Seconds of frames that may wait while a second medium stalls.
  package var mirrorRingSeconds = 20.0
  /// Seconds after which a second medium that does not answer, or does not close its files, counts as stalled.
  package var mirrorPatience = 5.0
  /// The device of a pulse per second that corrects its clock; `nil` for none.
  package var pulse: String?
  /// The preferred data source; `nil` for the board's first.
  package var dataSource: String?
  /// The preferred pattern.
  package var pattern = PolarPattern.stereo
  /// The preferred orientation; `nil` follows the accelerometer.
  package var orientation: InputOrientation?
  /// Priority of the capture thread; `nil` for an ordinary thread.
  package var capturePriority: Int?
  /// Priority of the render thread; `nil` for an ordinary thread.
  package var renderPriority: Int?
  /// True to render left and right for their meters even without a take.
  package var metersEars = false
  /// True if programs pull live sound: the capture thread then wakes up for every period.
  package var isPulled = false
  /// The sound in the headphones; `nil` for none.
  package var monitor: MonitorConfiguration?
  /// The playback device from which other programs take the live sound; `nil` for none.
  package var programsDevice: String?
  /// The mailbox of another program that copies takes to another medium; `nil` if none is configured.
  package var copy: CopyMailbox?
  /// The mailbox of another program that opens the recorder's own Wi-Fi; `nil` if no hold requests it.
  package var wifi: CopyMailbox?
  /// The sleep between scheduled takes.
  package var sleep = SleepRule()
  /// The mailbox of another program that powers the system off meanwhile; `nil` if it stays up.
  package var powerOff: CopyMailbox?
  /// The file that lists what the system could not do before the start; `nil` if there is none.
  package var notice: String?
  /// True to start a new take once a capture device lost in a take is back.
  package var restartsTake = false
  /// True to report slow syncs of the medium: only if time is real.
  package var reportsSlowStorage = true
  /// True if a take waits for the responses of the body: only if time is simulated.
  package var waitsForFilters = false
  /// The seed of the names that tie the files of a take together; `nil` for the system's random numbers.
  package var identitySeed: UInt64?
  /// Seconds for which the storage may stall without loss.
  package var stallSeconds = 30.0

  /// A configuration with the defaults.
  package init(board: Board, directory: String) {
    self.board = board
    self.directory = directory
  }
}
