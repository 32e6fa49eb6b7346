import Essentials
import TakeFiles

/// A stored take, as programs see it: the facts that lists, the page and `--json` show.
///
/// Lists leave out the markers, gaps and files.
package struct TakeRecord: Codable, Sendable, Equatable {
  /// The state of a stored take.
  package enum Completion: String, Codable, Sendable, CaseIterable {
    /// The take's files are closed.
    case finished
    /// The take is still being made.
    case recording
    /// The take ended without being closed, for example because of a power cut.
    case cutOff
    /// The take's files cannot be read.
    case damaged

    /// The state in words for people.
    package var words: String { self == .cutOff ? "cut off" : rawValue }
  }

  /// The name of the take's files, without content, part and kind.
  package var name: String
  /// The number by which clients ask for the take; `nil` for a file whose name does not contain one.
  package var number: Int?
  package var state: Completion = .damaged
  /// The length of the take.
  package var seconds: Double = 0
  package var frames: Int = 0
  /// The size of all its files in bytes.
  package var bytes: Int = 0
  /// The local date and time at which the take started, and whether the clock had been set.
  package var date: String?
  package var isClockSet: Bool?
  package var utcOffsetSeconds: Int?
  package var clock: Clock?
  /// The charge of the battery when the take started.
  package var battery: Battery?
  package var place: Place?
  package var board: String?
  package var boardName: String?
  package var dataSource: String?
  package var pattern: String?
  package var preferredPattern: String?
  package var orientation: String?
  package var isRefined: Bool?
  package var rendering: String?
  package var wind: String?
  package var ambisonics: String?
  package var frontEmphasis: Double?
  package var lowCut: Double?
  package var hasLimiter: Bool?
  package var filterHash: String?
  /// The seconds of the take that precede the press of record.
  package var preRollSeconds: Double?
  /// The reason for the take's end, in a few words and as a word for programs.
  package var end: String?
  package var endCause: String?
  /// The number of markers that are neither gaps nor clips.
  package var markerCount: Int = 0
  package var markers: [Marker] = []
  package var gapCount: Int = 0
  package var gapFrames: Int = 0
  package var gaps: [Gap] = []
  /// The number of markers and gaps for which the take's file had no room.
  package var omittedEvents: Int = 0
  /// The title, the note and the judgement ("keep" or "false") that a person gave the take.
  package var title: String?
  package var note: String?
  /// The loudness of the take, if it was requested and measured.
  package var loudness: Loudness?
  /// LZeq and LAeq at the microphones; `nil` if their sensitivity was not known.
  package var soundLevel: RecorderStatus.SoundLevel?
  package var rating: String?
  package var notes: [String] = []
  /// Fields that other recorders wrote into the file and that have no property here, by name.
  package var tags: [String: String]?
  package var files: [File] = []
  package var damaged: [Damage] = []

  /// A position in a take, marked so that it can be found again.
  package struct Marker: Codable, Sendable, Equatable {
    package var frame: Int
    /// The position in seconds from the start of the take, and the same as `hh:mm:ss.mmm`.
    package var seconds: Double
    package var at: String
    /// The kind of marker: "button", "clip", "gap" and others.
    package var kind: String
    package var label: String

    /// Creates a marker in a take that has `rate` frames per second.
    package init(frame: Int, kind: String, label: String, rate: Int) {
      (self.frame, self.kind, self.label) = (frame, kind, label)
      seconds = TakeRecord.seconds(frame, rate)
      at = TakeText.place(frame: frame, rate: rate)
    }
  }

  /// The clock of a take: its source, and pairs that each relate a frame of the take to milliseconds since 1970, UTC;
  /// the largest standard deviation among the pairs is given too.
  package struct Clock: Codable, Sendable, Equatable {
    package var source: String?
    package var errorSeconds: Double?
    package var pairs: [[Double]]
    package var pairErrorSeconds: Double?
    /// The drift, in parts per million, by which the frames run faster than the time of day, and the standard deviation
    /// of that drift.
    package var driftParts: Double?
    package var driftErrorParts: Double?

    init?(_ metadata: TakeMetadata) {
      guard metadata.clock != nil || metadata.clockPairs != nil else { return nil }
      source = metadata.clock?.source.rawValue
      errorSeconds = metadata.clock?.errorSeconds
      pairs =
        metadata.clockPairs?.pairs(rate: metadata.rate).map {
          [Double($0.frame), Double($0.microseconds) / 1000]
        } ?? []
      pairErrorSeconds = metadata.clockPairs.map { Double($0.error) / 1e6 }
      driftParts = metadata.clockPairs?.driftParts
      driftErrorParts = driftParts.flatMap { _ in metadata.clockPairs?.line?.driftError }
    }
  }

  /// The loudness of a take.
  package struct Loudness: Codable, Sendable, Equatable {
    /// Integrated loudness in LUFS; `nil` for sound that is shorter than 0.4 s or softer than -70 LUFS.
    package var integrated: Double?
    /// The loudness range in LU.
    package var range: Double
    /// The highest true peak in dBTP, and the highest sample in dBFS; `nil` for digital silence.
    package var truePeak: Double?
    package var peak: Double?

    /// The loudness from a measurement.
    package init(_ result: LoudnessSurvey.Result) {
      (integrated, range) = (result.integrated, result.range)
      (truePeak, peak) = (Self.finite(result.truePeak), Self.finite(result.peak))
    }

    private static func finite(_ level: Double) -> Double? { level.isFinite ? level : nil }
  }

  /// The charge of a battery.
  package struct Battery: Codable, Sendable, Equatable {
    package var state: String
    package var percent: Double?
  }

  /// The place where the recorder stood.
  package struct Place: Codable, Sendable, Equatable {
    package var name: String?
    package var latitude: Double
    package var longitude: Double
    package var elevation: Double?

    /// The place that the take's metadata states.
    package init(_ place: TakeFiles.Place) {
      name = place.name
      latitude = place.latitude
      longitude = place.longitude
      elevation = place.elevation
    }
  }

  /// A gap: silence in place of the frames that were lost.
  package struct Gap: Codable, Sendable, Equatable {
    package var frame: Int
    package var at: String
    package var frames: Int
    package var cause: String
    package var isEstimated: Bool
  }

  /// A file that cannot be read.
  package struct Damage: Codable, Sendable, Equatable {
    package var path: String
    package var problem: String
  }

  /// The duration, in seconds, of a number of frames.
  package static func seconds(_ frames: Int, _ rate: Int) -> Double {
    Double(frames) / Double(max(1, rate))
  }

  /// Creates a take of which only the number and the name are known.
  package init(number: Int?, name: String) {
    (self.number, self.name) = (number, name)
  }

  /// The record of a take on the storage.
  package init(_ take: TakeSet) {
    self.init(number: take.number, name: take.name)
    if !take.files.isEmpty {
      let isCut = take.isInProgress || take.files.contains(where: \.isTruncated)
      state = take.isBeingWritten ? .recording : isCut ? .cutOff : .finished
    }
    (seconds, frames, bytes) = (take.seconds, take.frames, take.bytes)
    (end, endCause) = (take.end?.words, take.end?.cause.rawValue)
    let main = take.main.first
    let rate = main?.rate ?? 0
    markers = take.markers.map {
      Marker(frame: $0.frame, kind: $0.kind.rawValue, label: $0.label, rate: rate)
    }
    markerCount = take.markers.count { ![.clip, .gap].contains($0.kind) }
    gaps = take.gaps.map {
      Gap(
        frame: $0.frame, at: TakeText.place(frame: $0.frame, rate: rate), frames: $0.frames,
        cause: $0.cause, isEstimated: $0.isEstimated)
    }
    (gapCount, gapFrames) = (take.gapTotals.count, take.gapTotals.frames)
    omittedEvents = take.omittedEvents
    files = take.files.map(File.init)
    damaged = take.damaged.map { Damage(path: $0.path, problem: $0.error.description) }
    notes = main?.metadata.notes ?? []
    if let others = main?.metadata.others, !others.isEmpty {
      tags = Dictionary(others.map { ($0.key, $0.value) }) { first, _ in first }
    }
    if let metadata = main?.metadata, main?.origin == .pinna {
      fill(metadata)
    } else if let metadata = main?.metadata, metadata.isClockSet {
      date = metadata.dateText
      utcOffsetSeconds = metadata.utcOffsetSeconds
    }
    place = main?.metadata.place.map(Place.init)
    // Only the last part has the sound level of the whole take.
    soundLevel = take.main.last?.metadata.soundLevel.map {
      .init(unweighted: $0.unweighted, aWeighted: $0.aWeighted)
    }
  }

  private mutating func fill(_ metadata: TakeMetadata) {
    (title, note, rating) = (metadata.title, metadata.note, metadata.rating?.rawValue)
    date = metadata.date.text
    isClockSet = metadata.isClockSet
    utcOffsetSeconds = metadata.utcOffsetSeconds
    clock = Clock(metadata)
    battery = metadata.battery.map { .init(state: $0.state.rawValue, percent: $0.percent) }
    (board, boardName) = (metadata.boardID, metadata.boardName)
    dataSource = metadata.dataSource
    (pattern, preferredPattern) = (metadata.pattern, metadata.preferredPattern)
    orientation = metadata.orientation
    isRefined = metadata.isRefined
    (rendering, wind, ambisonics) = (metadata.rendering, metadata.wind, metadata.ambisonics)
    (frontEmphasis, lowCut) = (metadata.frontEmphasis, metadata.lowCutHertz)
    hasLimiter = metadata.limits
    filterHash = metadata.filterHash.isEmpty ? nil : metadata.filterHash
    preRollSeconds = Self.seconds(metadata.preRollFrames, metadata.rate)
  }

  /// The record as it appears in lists.
  package var listed: TakeRecord {
    var listed = self
    (listed.markers, listed.gaps, listed.files, listed.notes) = ([], [], [], [])
    (listed.tags, listed.clock) = (nil, nil)
    return listed
  }

  /// The record with at most `most` markers, gaps and files, because a take of several days may have thousands.
  func bounded(_ most: Int) -> TakeRecord {
    var bounded = self
    bounded.markers = Array(markers.prefix(most))
    bounded.gaps = Array(gaps.prefix(most))
    bounded.files = Array(files.prefix(most))
    bounded.clock?.pairs = []
    return bounded
  }
}
