import Beamforming
import Boards
import TOML
import TakeFiles

/// The recordist's preferences, as `pinna.toml` states it.
///
/// A board file says what the hardware is; nothing in here depends on it.
package struct Settings: Sendable, Equatable {
  /// The id or path of the board; `nil` when the file does not say.
  package var board: String?
  /// The making of takes.
  package var take = Take()
  /// The sound of a take.
  package var stereo = Stereo()
  /// The headphone monitor.
  package var monitor = Monitor()
  /// The live sound for other programs.
  package var live = Live()
  /// The lights.
  package var leds = LEDs()
  /// Copying takes to another medium.
  package var copy = Copy()
  /// The sign of life for other programs.
  package var heartbeat = Heartbeat()
  /// The command after a take.
  package var after = After()
  /// The place of the socket through which programs talk to the recorder.
  package var control = ControlSocket.usual
  /// True when a hold of the source button for 10 s opens a Wi-Fi of the recorder's own, or closes it.
  package var hasWiFiHold = false
  /// Takes that start by themselves.
  package var schedule: [ScheduledTake] = []
  /// The rules of takes that begin because it is loud; `nil` for none.
  package var trigger: LevelRules?
  /// Sources of the clock by which scheduled takes start although nothing keeps it.
  package var trustedClocks: Set<ClockQuality.Source> = []
  /// The place of the recorder; `nil` when it is not stated.
  package var place: Place?
  /// The receiver for satellites that tells place and time; `nil` where none is asked.
  package var receiver: Receiver?
  /// Priorities of the threads that must not be late.
  package var realtime = Realtime()
  /// Remarks on the file that keep it from nothing, such as keys of earlier versions.
  package var remarks: [TOMLError] = []

  /// The defaults.
  package init() {}

  /// The making of takes.
  package struct Take: Sendable, Equatable {
    /// The folder of the takes.
    package var directory = "/var/lib/pinna/takes"
    /// True when the settings name the folder, instead of leaving it to the default.
    package var isDirectoryGiven = false
    /// The files of a take, and the processing of its sound.
    package var form = TakeForm(split: .seconds(7200))
    /// The input gain of the card in decibels; `nil` for that of the board file.
    package var inputGain: Double?
    /// Seconds after which a take ends by itself; `nil` for never.
    package var duration: Double?
    /// True when a new take starts once a capture device that was lost in a take is back.
    package var restart = false

    /// The defaults.
    package init() {}
  }

  /// The sound of a take.
  package struct Stereo: Sendable, Equatable {
    /// The name of the data source, in any case of letters; `nil` for the first of the board.
    package var source: String?
    /// The polar pattern; `nil` for stereo as the data source has it.
    package var pattern: PolarPattern?
    /// The orientation; `nil` to tell it from gravity.
    package var orientation: InputOrientation?
    /// Decibels by which sound from the front is louder than from behind (180 degrees), 0 to 10.
    package var frontEmphasis = DesignSettings.standardFrontEmphasis
    /// The width of the stereo image: 0 is mono, 1 is natural, up to 2.
    package var width = DesignSettings.naturalWidth
    /// The head whose ears left and right imitate.
    package var ears = Ears.kemar
    /// The way in which stereo is made of microphones.
    package var rendering = StereoRendering.directional
    /// The handling of wind.
    package var wind = WindHandling.auto
    /// Decibels by which wind is reduced at most.
    package var windStrength = WindDesign.standardStrength

    /// The defaults.
    package init() {}
  }

  /// The headphone monitor.
  package struct Monitor: Sendable, Equatable {
    /// True when it plays the live sound.
    package var enabled = false
    /// True when it plays a tone at the start of a take and at its end.
    package var tones = false
    /// The gain over the take, in decibels, -60 to 12.
    package var volume = 0.0

    /// The defaults.
    package init() {}
  }

  /// The live sound for other programs.
  package struct Live: Sendable, Equatable {
    /// The playback device, one side of a loopback card; `nil` for none.
    package var device: String?

    /// The defaults.
    package init() {}
  }

  /// The lights.
  package struct LEDs: Sendable, Equatable {
    /// True when they are used at all.
    package var enabled = true

    /// The defaults.
    package init() {}
  }

  /// Copying takes to another medium, which another program with rights of its own does.
  package struct Copy: Sendable, Equatable {
    /// True when a hold of the source button asks for it.
    package var enabled = false
    /// The file that is written to ask for it.
    package var request = "/run/pinna/copy-request"
    /// The file in which that program tells its progress.
    package var status = "/run/pinna-copy/status"
    /// The list of files whose copies were read back.
    package var record = "/var/lib/pinna-copy/copied"
    /// Bytes that are kept free by deleting the oldest takes that were copied; `nil` deletes nothing.
    package var keepFreeBytes: Int?

    /// The defaults.
    package init() {}
  }

  /// A file that says in one line how the recorder is.
  package struct Heartbeat: Sendable, Equatable {
    /// The file; `nil` for none.
    package var file: String?
    /// Seconds between two signs of life while nothing changes.
    package var seconds = 30.0

    /// The defaults.
    package init() {}
  }

  /// A command that another program with rights of its own runs after each take.
  package struct After: Sendable, Equatable {
    /// The command for a shell; `nil` for none.
    package var run: String?
    /// The file that is written when a take is finished.
    package var signal = "/run/pinna/take-finished"
    /// Seconds after which a run of the command is ended.
    package var limitSeconds = 43200.0

    /// The defaults.
    package init() {}
  }

  /// A receiver for satellites, which another program with rights of its own listens to.
  package struct Receiver: Sendable, Equatable {
    /// The file in which that program tells what it hears.
    package var file: String
    /// The name of the place, whatever the receiver says; `nil` for none.
    package var name: String?

    /// A receiver from its parts.
    package init(file: String, name: String? = nil) {
      (self.file, self.name) = (file, name)
    }
  }

  /// True when other programs act after each take.
  package var wantsNewsOfTakes: Bool { after.run != nil || copy.keepFreeBytes != nil }

  /// Priorities of the threads that must not be late: SCHED_FIFO, 1 to 98.
  package struct Realtime: Sendable, Equatable {
    /// The capture thread.
    package var capturePriority = 80
    /// The render thread, lower than the capture thread.
    package var renderPriority = 70

    /// The defaults.
    package init() {}
  }
}
