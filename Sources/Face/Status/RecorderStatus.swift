import SimulatedBoard

/// The state of a recorder at one moment, as its clients see it.
///
/// The status consists only of text and numbers, so a client needs no board file and none of the recorder's code.
/// Levels are in decibels relative to full scale, with -144 for digital silence.
package struct RecorderStatus: Codable, Sendable, Equatable {
  /// The activities of a recorder.
  package enum State: String, Codable, Sendable, CaseIterable {
    /// Nothing is captured and nothing is wrong: the recorder is starting, or reopening its device.
    case idle
    /// The microphones are being captured, and the pre-roll is kept.
    case armed
    /// A take is being made.
    case recording
    /// The take is paused.
    case paused
    /// The last take is being completed on the storage medium.
    case finishing
    /// The capture device is lent to another program.
    case lent
    /// Something is wrong, and the recorder keeps trying to put it right.
    case faulted
  }

  /// The activity of the recorder.
  package var state: State = .idle
  /// A sentence about the activity: the fault and its remedy, or the name of the program that has the device; otherwise
  /// empty.
  package var details: String = ""
  /// The fault as a word for programs; `nil` if the state is not faulted.
  package var faultCode: String?
  /// The time in seconds since the present activity began.
  package var stateSeconds: Double = 0
  /// The time in seconds since the recorder started.
  package var uptimeSeconds: Double = 0
  /// The time of day of this status, in seconds since 1970 (UTC).
  package var time: Double = 0
  /// True if the clock has been set.
  package var isClockSet: Bool = false
  /// The source of the clock: "unset", "kept" (over power off), "unknown", "rtc", "ntp", "gps" or "pps"; `nil` if it is
  /// not known.
  package var clockSource: String?
  /// The time in seconds by which the recorder's local clock, used to date takes, is ahead of UTC; `nil` if an older
  /// recorder does not send it.
  package var utcOffsetSeconds: Int?
  /// The version of the recorder's software.
  package var version: String
  /// The revision of the interface that the recorder speaks.
  package var revision: Int = RecorderInterface.revision

  /// The name of the recorder and its serial number; `nil` if they are not known.
  package var name: String?
  package var serial: String?
  /// The name of the board's file.
  package var board: String
  /// The name of the board.
  package var boardName: String
  /// The name of the capture device.
  package var device: String = ""
  /// The data source that is in use.
  package var dataSource: String = ""
  /// The polar pattern that is in use.
  package var pattern: String = ""
  /// The pattern that was requested.
  package var preferredPattern: String = ""
  /// How the board is held; `nil` for a board whose up direction is fixed.
  package var orientation: String?
  /// The orientation that was requested; `nil` if the accelerometer decides.
  package var preferredOrientation: String?
  /// The edges of the board that are left and right, and the face that is ahead; `nil` for a mono pattern.
  package var sides: Sides?
  /// The data sources that can be selected, each with the patterns that it supports.
  package var dataSources: [Source] = []
  /// True while a take fixes the data source and the pattern, from the press that starts the take until the take ends.
  package var isTakeLatched: Bool = false
  /// True if the buttons are locked.
  package var isLocked: Bool = false
  /// The number of presses of the source button since the recorder started; presses show that a person is there.
  package var sourcePresses: Int = 0
  /// True if the board has a source button.
  package var hasSourceButton: Bool = true
  /// The folder for takes; empty for a recorder that makes none.
  package var folder: String = ""

  /// The take in progress.
  package var take: Take?
  /// The levels of left and right, of the single channel of a mono pattern, or of W, Y and X of ambisonics; empty while
  /// nothing is rendered.
  package var ears: [Level] = []
  /// The levels of all channels of the capture device; empty while the device is closed.
  package var channels: [Level] = []
  /// The sound level at the microphones; `nil` if the sensitivity of the microphones is not known.
  package var soundLevel: SoundLevel?
  /// The sample rate in frames per second.
  package var rate: Int = 0
  /// The format of the capture device; `nil` while the device is closed.
  package var capture: Capture?
  /// The rates of the headphones and of the device for other programs, in frames per second; `nil` while they are not
  /// playing.
  package var headphonesRate: Int?
  package var programsRate: Int?
  /// The length in seconds of the pre-roll that a take would have if it started now.
  package var preRollSeconds: Double = 0
  /// The wanted length of the pre-roll in seconds.
  package var preRollSecondsWanted: Double = 0
  /// The format of takes, such as "wav s24", and the kinds of files that are written beside the first one.
  package var format: String = ""
  package var besides: [String] = []
  /// The low cut of takes in hertz; `nil` if there is none.
  package var lowCut: Double?
  /// The input gain requested from the sound card, in decibels; `nil` if the card's gain is left as it is.
  package var inputGain: Double?
  /// True if the sound card has an adjustable input gain.
  package var canSetGain: Bool = false
  /// The number of free bytes on the storage medium; `nil` if the number is not known.
  package var freeBytes: Int?
  /// The length in seconds of a take that would fit into the free space.
  package var secondsLeft: Double?
  /// The second medium, to which every take is also written; `nil` if there is none.
  package var mirror: Mirror?
  /// The charge of the battery; `nil` if there is no battery.
  package var battery: Battery?
  /// The local time at which the recorder will wake from its sleep between scheduled takes; `nil` while it is awake.
  package var asleepUntil: String?
  /// The number of gaps since the device was opened.
  package var gapCount: Int = 0
  /// The number of frames lost in gaps since the device was opened.
  package var gapFrames: Int = 0
  /// The fill level, 0 to 1, of the raw ring, which holds sound that waits to be written.
  package var ringFill: Double = 0
  /// The seconds of sound that the raw ring can hold.
  package var ringSeconds: Double = 0
  /// The seconds of sound that the raw ring should be able to hold.
  package var ringSecondsWanted: Double = 0
  /// The work being done in the background, such as "designing filters, 3 of 24".
  package var work: String?
  /// The warnings, in sentences.
  package var warnings: [String] = []
  /// The warnings as words of ``Warning``, in the same order as ``warnings``; other versions of the recorder may send
  /// other words.
  package var warningCodes: [String] = []
  /// The latest events, the newest last.
  package var events: [RecorderEvent] = []

  /// The words of ``warningCodes``; words may be added but are never removed.
  package enum Warning: String, Sendable, CaseIterable {
    case asked, hardware, microphonesDead, sensorSilent, doubt, clock, noPriority
    case storageLow, storageSlow, mirrorAway, mainLost, batteryLow, gaps, littleMemory
  }

  /// The world of a simulated board, which a person can change; `nil` for a real board.
  package var simulation: Simulation?

  /// The world of a simulated board.
  package struct Simulation: Codable, Sendable, Equatable {
    /// The azimuth of the walking voice in degrees from straight ahead, positive to the right; `nil` if there is no
    /// such voice.
    package var voiceAzimuth: Double?
    /// The degrees by which a board that lies on a table is turned to the right; `nil` for a hand-held board.
    package var turnedDegrees: Double?
    /// The strength of the wind: "calm", "light" or "strong".
    package var wind: String
    /// True while the capture device is plugged in.
    package var isPluggedIn: Bool
    /// True while the storage card is inserted.
    package var isCardIn: Bool
    /// True while the record light is lit.
    package var isRecordLit: Bool
    /// True while the status light is lit.
    package var isStatusLit: Bool
  }

  /// The mean sound pressure level at the microphones, in decibels above 20 uPa, with time weighting F.
  package struct SoundLevel: Codable, Sendable, Equatable {
    /// The unweighted level, from 10 Hz.
    package var unweighted: Double
    /// The A-weighted level.
    package var aWeighted: Double
  }

  /// The format of a capture device.
  package struct Capture: Codable, Sendable, Equatable {
    /// The number of frames per second.
    package var rate: Int
    /// The number of channels.
    package var channelCount: Int
    /// The format of the samples, by its ALSA name.
    package var format: String
    /// The number of frames per period.
    package var period: Int
  }

  /// The edges of the board that are left and right, and the face that points ahead.
  package struct Sides: Codable, Sendable, Equatable {
    /// The edge on the listener's left.
    package var left: String
    /// The edge on the listener's right.
    package var right: String
  }

  /// A data source.
  package struct Source: Codable, Sendable, Equatable {
    /// The name of the data source.
    package var name: String
    /// The patterns that the data source supports.
    package var patterns: [String]
  }

  /// The second medium on which takes are written.
  package struct Mirror: Codable, Sendable, Equatable {
    /// The folder of takes on the second medium.
    package var folder: String
    /// The state of the medium: "ready", "writing" while a take is being written to it, "away", or "lost" for the
    /// current take.
    package var state: String
    /// The number of free bytes on the medium; `nil` if the number is not known.
    package var freeBytes: Int?
  }

  /// The charge of a battery.
  package struct Battery: Codable, Sendable, Equatable {
    /// The state of the battery: "discharging", "charging", "full", "external" or "unknown".
    package var state: String
    /// The charge in percent of the battery's capacity; `nil` if its gauge does not report it.
    package var percent: Double?
    /// True if the battery is low.
    package var isLow: Bool
  }

  /// The take in progress.
  package struct Take: Codable, Sendable, Equatable {
    /// The name of the take's files, once the first file has it.
    package var name: String?
    /// The number of the take, which is part of the name.
    package var number: Int?
    /// The length of the take so far, in seconds.
    package var seconds: Double
    /// True once the take's files and their first frames are on the storage medium.
    package var isConfirmed: Bool
    /// The seconds of the take that a power cut at this moment would lose.
    package var unsyncedSeconds: Double
    /// The number of markers set by hand in the take.
    package var markerCount: Int
  }

  /// The level of a channel.
  package struct Level: Codable, Sendable, Equatable {
    /// The name of the microphone or the side; `nil` for a channel without a microphone.
    package var name: String?
    /// The root mean square of the last 300 ms, in decibels, where a full-scale sine is 0.
    package var rms: Double
    /// The peak, which falls slowly, in decibels.
    package var peak: Double
    /// The highest peak of the last two seconds, in decibels.
    package var held: Double
    /// True if any sample of the last two seconds was at full scale.
    package var isClipped: Bool
    /// True if the microphone gives no signal.
    package var isDead: Bool
  }

  /// The status of a recorder that has just started.
  package init(version: String, board: String, boardName: String) {
    (self.version, self.board, self.boardName) = (version, board, boardName)
  }

  /// Adds a warning.
  mutating func warn(_ code: Warning, _ sentence: String) {
    warnings.append(sentence)
    warningCodes.append(code.rawValue)
  }

  /// True if the recorder makes takes.
  package var makesTakes: Bool { !folder.isEmpty }
  /// True while a take is recorded or paused.
  package var isTaking: Bool { state == .recording || state == .paused }
}

extension RecorderStatus.Simulation {
  /// The present state of the simulated world.
  init(_ world: SimulatedWorld) {
    self.init(
      voiceAzimuth: world.azimuth, turnedDegrees: world.turned, wind: world.wind.rawValue,
      isPluggedIn: world.isPluggedIn,
      isCardIn: world.isCardIn, isRecordLit: world.lights.record,
      isStatusLit: world.lights.status)
  }
}
