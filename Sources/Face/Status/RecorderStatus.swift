import SimulatedBoard

/// The state of a recorder at one moment, as its clients see it.
///
/// Only text and numbers: a client needs no board file and none of the recorder's code. Levels are in decibels
/// relative to full scale, -144 for digital silence.
package struct RecorderStatus: Codable, Sendable, Equatable {
  /// The activity of a recorder.
  package enum State: String, Codable, Sendable, CaseIterable {
    /// Nothing is captured, and nothing is wrong: it starts, or opens its device anew.
    case idle
    /// The microphones are captured and the pre-roll is kept.
    case armed
    /// A take is made.
    case recording
    /// A take is paused.
    case paused
    /// The last take is being written to its end.
    case finishing
    /// The capture device is lent to another program.
    case lent
    /// Something is wrong, and is tried again.
    case faulted
  }

  /// The activity.
  package var state: State
  /// The activity in a sentence: the fault and its remedy, or the program that has the device; empty for others.
  package var details: String
  /// The fault as a word for programs; none in other states.
  package var faultCode: String?
  /// Seconds since the activity began.
  package var stateSeconds: Double
  /// Seconds since the recorder was started.
  package var uptimeSeconds: Double
  /// The time of day of this status, in seconds since 1970 (UTC).
  package var time: Double
  /// True when the clock has been set.
  package var isClockSet: Bool
  /// The source of the clock: "unset", "kept" (over power off), "unknown", "rtc", "ntp", "gps" or "pps"; none where it
  /// cannot be told.
  package var clockSource: String?
  /// Seconds that the local clock of the recorder, which dates takes, is ahead of UTC; none from older recorders.
  package var utcOffsetSeconds: Int?
  /// The version of the recorder.
  package var version: String
  /// The revision of the interface that it speaks.
  package var revision: Int

  /// The name of the recorder and its serial number; none where they are not known.
  package var name: String?
  package var serial: String?
  /// The name of the board's file.
  package var board: String
  /// The name of the board.
  package var boardName: String
  /// The name of the capture device.
  package var device: String
  /// The data source that is in force.
  package var dataSource: String
  /// The polar pattern that is in force.
  package var pattern: String
  /// The pattern that was asked for.
  package var preferredPattern: String
  /// How the board is held; none where its up is fixed.
  package var orientation: String?
  /// The orientation that was asked for; none where it is that of the accelerometer.
  package var preferredOrientation: String?
  /// The edges of the board that are left, right and ahead; none for a mono pattern.
  package var sides: Sides?
  /// The data sources that can be selected, each with its patterns.
  package var dataSources: [Source]
  /// True when a take can have neither another data source nor another pattern now.
  package var isTakeLatched: Bool
  /// True when the buttons are locked.
  package var isLocked: Bool
  /// Presses of the source button since the recorder was started: a sign that a person is there.
  package var sourcePresses: Int
  /// True when the board has a source button.
  package var hasSourceButton: Bool
  /// The folder of takes; empty for a recorder that makes none.
  package var folder: String

  /// The take in progress.
  package var take: Take?
  /// Levels of left and right, of the one channel of a mono pattern, or of W, Y and X of ambisonics; none while nothing
  /// is rendered.
  package var ears: [Level]
  /// Levels of every channel of the capture device; none while it is closed.
  package var channels: [Level]
  /// The sound level at the microphones; none where their sensitivity is not known.
  package var soundLevel: SoundLevel?
  /// Frames per second.
  package var rate: Int
  /// The format that the capture device gave; none while it is closed.
  package var capture: Capture?
  /// Frames per second of the headphones, and of the device for other programs; none while they do not play.
  package var headphonesRate: Int?
  package var programsRate: Int?
  /// Seconds of pre-roll that a press would have now.
  package var preRollSeconds: Double
  /// Seconds of pre-roll that are wanted.
  package var preRollWanted: Double
  /// The format of takes: "wav s24", and the files beside the first one.
  package var format: String = ""
  package var besides: [String] = []
  /// The low cut of takes in hertz; none where there is none.
  package var lowCut: Double?
  /// The input gain that is asked of the sound card, in decibels; none where it is left as it is.
  package var inputGain: Double?
  /// True where the sound card has an input gain that can be changed.
  package var canSetGain: Bool = false
  /// Free bytes of the storage; none when it is not known.
  package var freeBytes: Int?
  /// Seconds of a take that fit into them.
  package var secondsLeft: Double?
  /// The second medium that gets every take as well; none where there is none.
  package var mirror: Mirror?
  /// The charge of the battery; none where there is no battery.
  package var battery: Battery?
  /// The local time until which it sleeps between takes of its schedule; none while it is awake.
  package var asleepUntil: String?
  /// Gaps since the device was opened.
  package var gapCount: Int
  /// Frames of these gaps.
  package var gapFrames: Int
  /// The part of the raw ring that waits to be written, 0 to 1.
  package var ringFill: Double
  /// Seconds that the raw ring holds.
  package var ringSeconds: Double
  /// Seconds that it was wanted to hold.
  package var ringSecondsWanted: Double
  /// Work in the background, such as "designing filters, 3 of 24".
  package var work: String?
  /// Everything that is not as it should be, in sentences.
  package var warnings: [String]
  /// The same as words of ``Warning``, in the same order; from another recorder they may be others.
  package var warningCodes: [String]
  /// The newest events, the newest last.
  package var events: [RecorderEvent]

  /// The words of ``warningCodes``; words are added, never removed.
  package enum Warning: String, Sendable, CaseIterable {
    case asked, hardware, microphonesDead, sensorSilent, doubt, clock, noPriority
    case storageLow, storageSlow, mirrorAway, mainLost, batteryLow, gaps, littleMemory
  }

  /// The world of a simulated board, which a person changes; none for a real board.
  package var simulation: Simulation?

  /// The world of a simulated board.
  package struct Simulation: Codable, Sendable, Equatable {
    /// Degrees from ahead to the voice that walks, positive to the right; none when none does.
    package var voiceAzimuth: Double?
    /// Degrees by which a board on a table is turned to the right; none for one that is held.
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
    /// Frames that it gives at once.
    package var period: Int
  }

  /// The edges of the board that are left and right, and the face that looks ahead.
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
    /// "ready", "writing" while a take is written to it, "away", or "lost" in the take that is being made.
    package var state: String
    /// Its free bytes; none when they are not known.
    package var freeBytes: Int?
  }

  /// The charge of a battery.
  package struct Battery: Codable, Sendable, Equatable {
    /// "discharging", "charging", "full", "external" or "unknown".
    package var state: String
    /// Percent of its capacity; none when its gauge does not say it.
    package var percent: Double?
    /// True when it is low.
    package var isLow: Bool
  }

  /// A take while it is made.
  package struct Take: Codable, Sendable, Equatable {
    /// The name of its files, as soon as the first one has it.
    package var name: String?
    /// Its number, which is part of the name.
    package var number: Int?
    /// Seconds so far.
    package var seconds: Double
    /// True when the storage medium has its files and their first frames.
    package var isConfirmed: Bool
    /// Seconds that a power cut would take from it now.
    package var unsyncedSeconds: Double
    /// Markers that were set in it by hand.
    package var markerCount: Int
  }

  /// The level of one channel.
  package struct Level: Codable, Sendable, Equatable {
    /// The name of the microphone or the side; none for a channel that no microphone uses.
    package var name: String?
    /// Root mean square of the last 300 ms, in decibels: a full-scale sine is 0.
    package var rms: Double
    /// The peak, falling slowly, in decibels.
    package var peak: Double
    /// The highest peak of the last two seconds, in decibels.
    package var held: Double
    /// True when samples were at full scale in the last two seconds.
    package var isClipped: Bool
    /// True when the microphone does not deliver.
    package var isDead: Bool
  }

  /// A recorder that has only just been started.
  package init(version: String, board: String, boardName: String) {
    (self.version, self.board, self.boardName) = (version, board, boardName)
    revision = RecorderInterface.revision
    (state, details, stateSeconds, uptimeSeconds) = (.idle, "", 0, 0)
    (time, isClockSet) = (0, false)
    (device, dataSource, pattern, preferredPattern, dataSources) = ("", "", "", "", [])
    (isTakeLatched, isLocked) = (false, false)
    (sourcePresses, hasSourceButton, folder) = (0, true, "")
    (ears, channels, rate) = ([], [], 0)
    (preRollSeconds, preRollWanted, gapCount, gapFrames) = (0, 0, 0, 0)
    (ringFill, ringSeconds, ringSecondsWanted) = (0, 0, 0)
    (warnings, warningCodes, events) = ([], [], [])
  }

  /// Adds something that is not as it should be.
  mutating func warn(_ code: Warning, _ sentence: String) {
    warnings.append(sentence)
    warningCodes.append(code.rawValue)
  }

  /// True when the recorder makes takes.
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
