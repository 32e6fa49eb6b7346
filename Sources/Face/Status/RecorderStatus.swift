import SimulatedBoard

/// The state of a recorder at one moment, as its clients see it.
///
/// Only text and numbers: a client needs no board file and none of the recorder's code. Levels are in decibels
/// relative to full scale, -144 for digital silence.
package struct RecorderStatus: Codable, Sendable, Equatable {
  /// The activity of a recorder.
  package enum State: String, Codable, Sendable, CaseIterable {
    /// Nothing is captured, and nothing is wrong: it is starting, or reopening its device.
    case idle
    /// The microphones are captured and the pre-roll is kept.
    case armed
    /// A take is being made.
    case recording
    /// A take is paused.
    case paused
    /// The last take is being completed on the medium.
    case finishing
    /// The capture device is lent to another program.
    case lent
    /// Something is wrong; the recorder keeps trying.
    case faulted
  }

  /// The activity.
  package var state: State
  /// The activity in a sentence: the fault and its remedy, or the program that has the device; otherwise empty.
  package var details: String
  /// The fault as a word for programs; `nil` in other states.
  package var faultCode: String?
  /// Seconds since the activity began.
  package var stateSeconds: Double
  /// Seconds since the recorder was started.
  package var uptimeSeconds: Double
  /// The time of day of this status, in seconds since 1970 (UTC).
  package var time: Double
  /// True if the clock has been set.
  package var isClockSet: Bool
  /// The source of the clock: "unset", "kept" (over power off), "unknown", "rtc", "ntp", "gps" or "pps"; `nil` if it is
  /// not known.
  package var clockSource: String?
  /// Seconds by which the recorder's local clock, which dates takes, is ahead of UTC; `nil` from older recorders.
  package var utcOffsetSeconds: Int?
  /// The version of the recorder.
  package var version: String
  /// The revision of the interface that it speaks.
  package var revision: Int

  /// The name of the recorder and its serial number; `nil` if they are not known.
  package var name: String?
  package var serial: String?
  /// The name of the board's file.
  package var board: String
  /// The name of the board.
  package var boardName: String
  /// The name of the capture device.
  package var device: String
  /// The data source in force.
  package var dataSource: String
  /// The polar pattern in force.
  package var pattern: String
  /// The requested pattern.
  package var preferredPattern: String
  /// How the board is held; `nil` for a board with a fixed up direction.
  package var orientation: String?
  /// The requested orientation; `nil` if the accelerometer decides.
  package var preferredOrientation: String?
  /// The edges of the board that are left, right and ahead; `nil` for a mono pattern.
  package var sides: Sides?
  /// The data sources that can be selected, each with its patterns.
  package var dataSources: [Source]
  /// True while a take fixes the data source and the pattern: from the press that starts it to its end.
  package var isTakeLatched: Bool
  /// True if the buttons are locked.
  package var isLocked: Bool
  /// Presses of the source button since the recorder was started: a sign that a person is there.
  package var sourcePresses: Int
  /// True if the board has a source button.
  package var hasSourceButton: Bool
  /// The folder of takes; empty for a recorder that makes none.
  package var folder: String

  /// The take in progress.
  package var take: Take?
  /// Levels of left and right, of the one channel of a mono pattern, or of W, Y and X of ambisonics; empty while
  /// nothing is rendered.
  package var ears: [Level]
  /// Levels of every channel of the capture device; empty while it is closed.
  package var channels: [Level]
  /// The sound level at the microphones; `nil` if their sensitivity is not known.
  package var soundLevel: SoundLevel?
  /// Frames per second.
  package var rate: Int
  /// The format of the capture device; `nil` while it is closed.
  package var capture: Capture?
  /// Frames per second of the headphones, and of the device for other programs; `nil` while they do not play.
  package var headphonesRate: Int?
  package var programsRate: Int?
  /// Seconds of pre-roll that a take started now would have.
  package var preRollSeconds: Double
  /// Wanted seconds of pre-roll.
  package var preRollSecondsWanted: Double
  /// The format of takes: "wav s24", and the files beside the first one.
  package var format: String = ""
  package var besides: [String] = []
  /// The low cut of takes in hertz; `nil` if there is none.
  package var lowCut: Double?
  /// The input gain requested from the sound card, in decibels; `nil` if it is left alone.
  package var inputGain: Double?
  /// True if the sound card has an adjustable input gain.
  package var canSetGain: Bool = false
  /// Free bytes of the storage; `nil` if it is not known.
  package var freeBytes: Int?
  /// Seconds of a take that fit into the free space.
  package var secondsLeft: Double?
  /// The second medium that also gets every take; `nil` if there is none.
  package var mirror: Mirror?
  /// The charge of the battery; `nil` if there is no battery.
  package var battery: Battery?
  /// The local time at which it wakes from its sleep between scheduled takes; `nil` while it is awake.
  package var asleepUntil: String?
  /// Gaps since the device was opened.
  package var gapCount: Int
  /// Frames lost in these gaps.
  package var gapFrames: Int
  /// The fill level of the raw ring, which waits to be written, 0 to 1.
  package var ringFill: Double
  /// Seconds that the raw ring holds.
  package var ringSeconds: Double
  /// Seconds that it should hold.
  package var ringSecondsWanted: Double
  /// Work in the background, such as "designing filters, 3 of 24".
  package var work: String?
  /// The warnings, in sentences.
  package var warnings: [String]
  /// The same as words of ``Warning``, in the same order; another version may send other words.
  package var warningCodes: [String]
  /// The newest events, the newest last.
  package var events: [RecorderEvent]

  /// The words of ``warningCodes``; words are added, never removed.
  package enum Warning: String, Sendable, CaseIterable {
    case asked, hardware, microphonesDead, sensorSilent, doubt, clock, noPriority
    case storageLow, storageSlow, mirrorAway, mainLost, batteryLow, gaps, littleMemory
  }

  /// The world of a simulated board, which a person changes; `nil` for a real board.
  package var simulation: Simulation?

  /// The world of a simulated board.
  package struct Simulation: Codable, Sendable, Equatable {
    /// Degrees from straight ahead to the walking voice, positive to the right; `nil` if there is none.
    package var voiceAzimuth: Double?
    /// Degrees by which a board on a table is turned to the right; `nil` for a held board.
    package var turnedDegrees: Double?
    /// "calm", "light" or "strong".
    package var wind: String
    /// True while the capture device is plugged in.
    package var isPluggedIn: Bool
    /// True while the card is in.
    package var isCardIn: Bool
    /// True while the record light is lit.
    package var isRecordLit: Bool
    /// True while the status light is lit.
    package var isStatusLit: Bool
  }

  /// A sound pressure level in decibels above 20 uPa, with time weighting F, as the mean over the microphones.
  package struct SoundLevel: Codable, Sendable, Equatable {
    /// Unweighted, from 10 Hz.
    package var unweighted: Double
    /// A-weighted.
    package var aWeighted: Double
  }

  /// The format of a capture device.
  package struct Capture: Codable, Sendable, Equatable {
    /// Frames per second.
    package var rate: Int
    /// Its channels.
    package var channelCount: Int
    /// The format of its samples, as ALSA names it.
    package var format: String
    /// Frames per period.
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
    /// Its name.
    package var name: String
    /// The patterns that it supports.
    package var patterns: [String]
  }

  /// The second medium of takes.
  package struct Mirror: Codable, Sendable, Equatable {
    /// Its folder.
    package var folder: String
    /// "ready", "writing" while a take is written to it, "away", or "lost" for the current take.
    package var state: String
    /// Its free bytes; `nil` if they are not known.
    package var freeBytes: Int?
  }

  /// The charge of a battery.
  package struct Battery: Codable, Sendable, Equatable {
    /// "discharging", "charging", "full", "external" or "unknown".
    package var state: String
    /// Percent of its capacity; `nil` if its gauge does not give it.
    package var percent: Double?
    /// True if it is low.
    package var isLow: Bool
  }

  /// A take while it is made.
  package struct Take: Codable, Sendable, Equatable {
    /// The name of its files, once the first one has it.
    package var name: String?
    /// Its number, which is part of the name.
    package var number: Int?
    /// Seconds so far.
    package var seconds: Double
    /// True once its files and their first frames are on the storage medium.
    package var isConfirmed: Bool
    /// Seconds that a power cut would cost it now.
    package var unsyncedSeconds: Double
    /// Markers set in it by hand.
    package var markerCount: Int
  }

  /// The level of one channel.
  package struct Level: Codable, Sendable, Equatable {
    /// The name of the microphone or the side; `nil` for a channel without a microphone.
    package var name: String?
    /// Root mean square of the last 300 ms, in decibels: a full-scale sine is 0.
    package var rms: Double
    /// The peak, falling slowly, in decibels.
    package var peak: Double
    /// The highest peak of the last two seconds, in decibels.
    package var held: Double
    /// True if samples were at full scale in the last two seconds.
    package var isClipped: Bool
    /// True if the microphone gives no signal.
    package var isDead: Bool
  }

  /// The status of a recorder that has just started.
  package init(version: String, board: String, boardName: String) {
    (self.version, self.board, self.boardName) = (version, board, boardName)
    revision = RecorderInterface.revision
    (state, details, stateSeconds, uptimeSeconds) = (.idle, "", 0, 0)
    (time, isClockSet) = (0, false)
    (device, dataSource, pattern, preferredPattern, dataSources) = ("", "", "", "", [])
    (isTakeLatched, isLocked) = (false, false)
    (sourcePresses, hasSourceButton, folder) = (0, true, "")
    (ears, channels, rate) = ([], [], 0)
    (preRollSeconds, preRollSecondsWanted, gapCount, gapFrames) = (0, 0, 0, 0)
    (ringFill, ringSeconds, ringSecondsWanted) = (0, 0, 0)
    (warnings, warningCodes, events) = ([], [], [])
  }

  /// Adds a warning.
  mutating func warn(_ code: Warning, _ sentence: String) {
    warnings.append(sentence)
    warningCodes.append(code.rawValue)
  }

  /// True if the recorder makes takes.
  package var makesTakes: Bool { !folder.isEmpty }
  /// True while a take is made.
  package var isTaking: Bool { state == .recording || state == .paused }
}

extension RecorderStatus.Simulation {
  /// The world now.
  init(_ world: SimulatedWorld) {
    self.init(
      voiceAzimuth: world.azimuth, turnedDegrees: world.turned, wind: world.wind.rawValue,
      isPluggedIn: world.isPluggedIn,
      isCardIn: world.isCardIn, isRecordLit: world.lights.record,
      isStatusLit: world.lights.status)
  }
}
