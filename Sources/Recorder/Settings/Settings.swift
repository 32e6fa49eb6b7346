import Beamforming
import Boards
import TakeFiles

/// The recordist's preferences, as `pinna.toml` states it.
///
/// A board file says what the hardware is; nothing in here depends on it.
public struct Settings: Sendable, Equatable {
  /// The id or path of the board; `nil` when the file does not say.
  public var board: String?
  /// The making of takes.
  public var take = Take()
  /// The sound of a take.
  public var stereo = Stereo()
  /// The headphone monitor.
  public var monitor = Monitor()
  /// The lights.
  public var leds = LEDs()
  /// Copying takes to another medium.
  public var copy = Copy()
  /// The sign of life for other programs.
  public var heartbeat = Heartbeat()
  /// The command after a take.
  public var after = After()
  /// The place of the socket through which programs talk to the recorder.
  public var control = ControlSocket.usual
  /// True when a hold of the source button for 10 s opens a Wi-Fi of the recorder's own, or closes it.
  public var hasWiFiHold = false
  /// Takes that start by themselves.
  public var schedule: [ScheduledTake] = []
  /// The rules of takes that begin because it is loud; `nil` for none.
  public var trigger: LevelRules?
  /// The place of the recorder; `nil` when it is not stated.
  public var place: Place?
  /// The receiver for satellites that tells place and time; `nil` where none is asked.
  public var receiver: Receiver?
  /// Priorities of the threads that must not be late.
  public var realtime = Realtime()

  /// The defaults.
  public init() {}

  /// The making of takes.
  public struct Take: Sendable, Equatable {
    /// The folder of the takes.
    public var directory = "/var/lib/pinna/takes"
    /// True when the settings name the folder, instead of leaving it to the default.
    public var isDirectoryGiven = false
    /// The files of a take, and the processing of its sound.
    public var form = TakeForm(split: .seconds(7200))
    /// The input gain of the card in decibels; `nil` for that of the board file.
    public var inputGain: Double?
    /// Seconds after which a take ends by itself; `nil` for never.
    public var duration: Double?
    /// True when a new take starts once a capture device that was lost in a take is back.
    public var restart = false

    /// The defaults.
    public init() {}
  }

  /// The sound of a take.
  public struct Stereo: Sendable, Equatable {
    /// The name of the data source, in any case of letters; `nil` for the first of the board.
    public var source: String?
    /// The polar pattern; `nil` for stereo as the data source has it.
    public var pattern: PolarPattern?
    /// The orientation; `nil` to tell it from gravity.
    public var orientation: InputOrientation?
    /// Decibels by which sound from the front is louder than from behind (180 degrees), 0 to 10.
    public var frontEmphasis = DesignSettings.standardFrontEmphasis
    /// The width of the stereo image: 0 is mono, 1 is natural, up to 2.
    public var width = DesignSettings.naturalWidth
    /// The head whose ears left and right imitate.
    public var ears = Ears.kemar
    /// True when stereo filters are refined.
    public var refine = true
    /// The way in which stereo is made of microphones.
    public var rendering = StereoRendering.linear
    /// The handling of wind.
    public var wind = WindHandling.auto
    /// Decibels by which wind is reduced at most.
    public var windStrength = WindDesign.standardStrength

    /// The defaults.
    public init() {}
  }

  /// The headphone monitor.
  public struct Monitor: Sendable, Equatable {
    /// True when it plays the live sound.
    public var enabled = false
    /// True when it plays a tone at the start of a take and at its end.
    public var tones = false
    /// The gain over the take, in decibels, -60 to 12.
    public var volume = 0.0

    /// The defaults.
    public init() {}
  }

  /// The lights.
  public struct LEDs: Sendable, Equatable {
    /// True when they are used at all.
    public var enabled = true

    /// The defaults.
    public init() {}
  }

  /// Copying takes to another medium, which another program with rights of its own does.
  public struct Copy: Sendable, Equatable {
    /// True when a hold of the source button asks for it.
    public var enabled = false
    /// The file that is written to ask for it.
    public var request = "/run/pinna/copy-request"
    /// The file in which that program tells its progress.
    public var status = "/run/pinna-copy/status"
    /// The list of files whose copies were read back.
    public var record = "/var/lib/pinna-copy/copied"
    /// Bytes that are kept free by deleting the oldest takes that were copied; `nil` deletes nothing.
    public var keepFreeBytes: Int?

    /// The defaults.
    public init() {}
  }

  /// A file that says in one line how the recorder is.
  public struct Heartbeat: Sendable, Equatable {
    /// The file; `nil` for none.
    public var file: String?
    /// Seconds between two signs of life while nothing changes.
    public var seconds = 30.0

    /// The defaults.
    public init() {}
  }

  /// A command that another program with rights of its own runs after each take.
  public struct After: Sendable, Equatable {
    /// The command for a shell; `nil` for none.
    public var run: String?
    /// The file that is written when a take is finished.
    public var signal = "/run/pinna/take-finished"

    /// The defaults.
    public init() {}
  }

  /// A receiver for satellites, which another program with rights of its own listens to.
  public struct Receiver: Sendable, Equatable {
    /// The file in which that program tells what it hears.
    public var file: String
    /// The name of the place, whatever the receiver says; `nil` for none.
    public var name: String?

    /// A receiver from its parts.
    public init(file: String, name: String? = nil) {
      (self.file, self.name) = (file, name)
    }
  }

  /// True when other programs act after each take.
  public var wantsNewsOfTakes: Bool { after.run != nil || copy.keepFreeBytes != nil }

  /// Priorities of the threads that must not be late: SCHED_FIFO, 1 to 98.
  public struct Realtime: Sendable, Equatable {
    /// The capture thread.
    public var capturePriority = 80
    /// The render thread, lower than the capture thread.
    public var renderPriority = 70

    /// The defaults.
    public init() {}
  }
}
