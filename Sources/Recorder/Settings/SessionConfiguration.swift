import Beamforming
import Boards
import TakeFiles

/// The configuration of a session.
package struct SessionConfiguration: Sendable {
  /// The board.
  package var board: Board
  /// The folder of takes, which must exist.
  package var directory: String
  /// True if takes can be made; if false, the folder of takes is never touched.
  package var makesTakes = true
  /// The form of the files of takes, and the processing of their sound.
  package var form = TakeForm()
  /// Seconds after which a take ends automatically; `nil` if takes do not end automatically.
  package var takeSeconds: Double?
  /// Takes that start automatically; ``takeSeconds`` does not apply to them.
  package var schedule = Schedule()
  /// The doubtful sources of time that may start scheduled takes all the same.
  package var trustedClocks: Set<ClockQuality.Source> = []
  /// The rules for takes that loud sound starts; `nil` if it starts none.
  package var trigger: LevelRules?
  /// The name and the serial number of the recorder.
  package var unit = RecorderUnit()
  /// The place of the recorder, which the files of takes state; `nil` if unknown.
  package var place: Place?
  /// The GPS receiver that the machine of the session follows; `nil` for none.
  package var receiver: Settings.Receiver?
  /// The folder on a second medium to which every take is also written; `nil` for none.
  package var mirror: String?
  /// Seconds of frames, besides the pre-roll, that may wait in memory while a second medium stalls.
  package var mirrorRingSeconds = 20.0
  /// Seconds after which a second medium that does not answer, or does not close its files, counts as stalled.
  package var mirrorPatience = 5.0
  /// The device of a pulse per second that corrects the machine's clock; `nil` for none.
  package var pulse: String?
  /// The preferred data source; `nil` for the board's first.
  package var dataSource: String?
  /// The preferred pattern.
  package var pattern = PolarPattern.stereo
  /// The preferred orientation; `nil` to follow the accelerometer.
  package var orientation: InputOrientation?
  /// The realtime priority of the capture thread; `nil` for an ordinary thread.
  package var capturePriority: Int?
  /// The realtime priority of the render thread; `nil` for an ordinary thread.
  package var renderPriority: Int?
  /// True if left and right are rendered for their meters even without a take.
  package var metersEars = false
  /// True if programs pull live sound: the capture thread then wakes up for every period.
  package var isPulled = false
  /// The configuration of the sound in the headphones; `nil` for no headphones.
  package var monitor: MonitorConfiguration?
  /// The playback device from which other programs take the live sound; `nil` for none.
  package var programsDevice: String?
  /// The mailbox of the program that copies takes to another medium; `nil` if none is configured.
  package var copy: CopyMailbox?
  /// The mailbox of the program that opens the recorder's own Wi-Fi; `nil` if no button requests it.
  package var wifi: CopyMailbox?
  /// The rule for the sleep between scheduled takes.
  package var sleep = SleepRule()
  /// The mailbox of the program that powers the system off between scheduled takes; `nil` if the system stays up.
  package var powerOff: CopyMailbox?
  /// The file in which the system says what it could not do before the recorder started; `nil` if there is none.
  package var notice: String?
  /// True if a new take starts when a capture device that was lost during a take is back.
  package var restartsTake = false
  /// True if slow syncs of the medium are reported, which makes sense only if time is real.
  package var reportsSlowStorage = true
  /// True if a take waits for the responses of the body, which is possible only if time is simulated.
  package var waitsForFilters = false
  /// The seed of the identities that tie the files of a take together; `nil` to use the system's random numbers.
  package var identitySeed: UInt64?
  /// Seconds for which the storage may stall without loss of sound.
  package var stallSeconds = 30.0

  /// Creates a configuration with default values.
  package init(board: Board, directory: String) {
    self.board = board
    self.directory = directory
  }
}
