import Beamforming
import Boards
import TakeFiles

/// The configuration of a session.
package struct SessionConfiguration: Sendable {
  /// The board.
  package var board: Board
  /// The folder of takes, which must exist.
  package var directory: String { settings.take.directory }
  /// The settings that the session reads unchanged; settings that depend on the board or machine are below.
  package var settings = Settings()
  /// True if takes can be made; if false, the folder of takes is never touched.
  package var makesTakes = true
  /// The form of the files of takes, and the processing of their sound.
  package var form: TakeForm {
    get { settings.take.form }
    set { settings.take.form = newValue }
  }
  /// Takes that start automatically; the duration in ``settings`` does not apply to them.
  package var schedule = Schedule()
  /// The name and the serial number of the recorder.
  package var unit = RecorderUnit()
  /// Seconds of frames, besides the pre-roll, that may wait in memory while a second medium stalls.
  package var mirrorRingSeconds = 20.0
  /// Seconds after which a second medium that does not answer, or does not close its files, counts as stalled.
  package var mirrorPatience = 5.0
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
  /// The mailbox of the program that copies takes to another medium; `nil` if none is configured.
  package var copy: CopyMailbox?
  /// The mailbox of the program that opens the recorder's own Wi-Fi; `nil` if no button requests it.
  package var wifi: CopyMailbox?
  /// The mailbox of the program that powers the system off between scheduled takes; `nil` if the system stays up.
  package var powerOff: CopyMailbox?
  /// The file in which the system says what it could not do before the recorder started; `nil` if there is none.
  package var notice: String?
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
    settings.take.directory = directory
  }
}
