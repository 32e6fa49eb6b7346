import Essentials
import TakeFiles

/// The facts of a take for programs.
struct TakeFacts: Encodable {
  var name: String
  var number: Int?
  var state: String
  var seconds: Double
  var frames: Int
  var bytes: Int
  var date: String?
  var clockSet: Bool?
  var utcOffsetSeconds: Int?
  var clock: ClockFacts?
  var battery: BatteryFacts?
  var place: PlaceFacts?
  var board: String?
  var boardName: String?
  var dataSource: String?
  var pattern: String?
  var preferredPattern: String?
  var orientation: String?
  var refined: Bool?
  var rendering: String?
  var wind: String?
  var ambisonics: String?
  var frontEmphasis: Double?
  var lowCut: Double?
  var limiter: Bool?
  var filterHash: String?
  var preRollFrames: Int?
  var end: String?
  var markers: [Marker]
  var gaps: [Gap]
  var gapCount: Int
  var gapFrames: Int
  var omittedEvents: Int
  var notes: [String]
  /// Fields of other recorders' files that have no place here, by their names.
  var tags: [String: String]?
  var files: [TakeFileFacts]
  var damaged: [Damage]

  struct Marker: Encodable {
    var frame: Int
    var time: String
    var kind: String
    var label: String
  }

  /// The clock of a take: its source, and milliseconds since 1970, UTC, at frames of the take.
  struct ClockFacts: Encodable {
    var source: String?
    var errorSeconds: Double?
    var pairs: [[Int]]
    var driftParts: Double?

    init?(_ metadata: TakeMetadata) {
      guard metadata.clock != nil || metadata.clockPairs != nil else { return nil }
      source = metadata.clock?.source.rawValue
      errorSeconds = metadata.clock?.errorSeconds
      pairs =
        metadata.clockPairs?.pairs(rate: metadata.rate).map { [$0.frame, $0.milliseconds] } ?? []
      driftParts = metadata.clockPairs?.driftParts
    }
  }

  /// The charge of the battery when a take was started.
  struct BatteryFacts: Encodable {
    var state: BatteryCharge.State
    var percent: Double?

    init(_ charge: BatteryCharge) { (state, percent) = (charge.state, charge.percent) }
  }

  struct Gap: Encodable {
    var frame: Int
    var time: String
    var frames: Int
    var cause: String
    var estimated: Bool
  }

  struct Damage: Encodable {
    var path: String
    var problem: String
  }

  init(_ take: TakeSet) {
    name = take.name
    number = take.number
    state =
      take.files.isEmpty
      ? "damaged"
      : take.isBeingWritten ? "recording" : take.isInProgress ? "cut off" : "finished"
    seconds = take.seconds
    frames = take.frames
    bytes = take.bytes
    end = take.end?.words
    let rate = take.main.first?.rate ?? 0
    markers = take.markers.map {
      Marker(
        frame: $0.frame, time: TakeText.place(frame: $0.frame, rate: rate), kind: $0.kind.rawValue,
        label: $0.label)
    }
    gaps = take.gaps.map {
      Gap(
        frame: $0.frame, time: TakeText.place(frame: $0.frame, rate: rate), frames: $0.frames,
        cause: $0.cause, estimated: $0.isEstimated)
    }
    (gapCount, gapFrames) = (take.gapTotals.count, take.gapTotals.frames)
    omittedEvents = take.omittedEvents
    files = take.files.map(TakeFileFacts.init)
    damaged = take.damaged.map { Damage(path: $0.path, problem: $0.error.description) }
    notes = take.main.first?.metadata.notes ?? []
    if let others = take.main.first?.metadata.others, !others.isEmpty {
      tags = Dictionary(others.map { ($0.key, $0.value) }) { first, _ in first }
    }
    if let metadata = take.main.first?.metadata, take.main.first?.origin == .pinna {
      fill(metadata)
    } else if let metadata = take.main.first?.metadata, metadata.isClockSet {
      date = metadata.date.text
      utcOffsetSeconds = metadata.utcOffsetSeconds
    }
    place = take.main.first?.metadata.place.map(PlaceFacts.init)
  }

  private mutating func fill(_ metadata: TakeMetadata) {
    date = metadata.date.text
    clockSet = metadata.isClockSet
    utcOffsetSeconds = metadata.utcOffsetSeconds
    clock = ClockFacts(metadata)
    battery = metadata.battery.map(BatteryFacts.init)
    board = metadata.boardID
    boardName = metadata.boardName
    dataSource = metadata.dataSource
    pattern = metadata.pattern
    preferredPattern = metadata.preferredPattern
    orientation = metadata.orientation
    refined = metadata.isRefined
    (rendering, wind, ambisonics) = (metadata.rendering, metadata.wind, metadata.ambisonics)
    (frontEmphasis, lowCut) = (metadata.frontEmphasis, metadata.lowCutHertz)
    limiter = metadata.limits
    filterHash = metadata.filterHash.isEmpty ? nil : metadata.filterHash
    preRollFrames = metadata.preRollFrames
  }
}

/// The facts of one file of a take for programs.
struct TakeFileFacts: Encodable {
  var path: String
  var content: String
  var part: Int
  var kind: String
  var rate: Int
  var channels: Int
  var bits: Int?
  var float: Bool
  var frames: Int
  var firstFrame: Int
  var seconds: Double
  var bytes: Int
  var inProgress: Bool
  var truncated: Bool
  /// Statements of its head that are not so; left out where there are none.
  var flaws: [String]?
  var end: String?
  var maker: String?
  var tracks: [String]
  var checksum: String?

  init(_ file: TakeFile) {
    path = file.path
    content = file.content.rawValue
    part = file.metadata.part
    kind = file.kind.rawValue
    rate = file.rate
    channels = file.channels
    bits = file.bits
    float = file.isFloat
    frames = file.frames
    firstFrame = file.metadata.firstFrame
    seconds = file.seconds
    bytes = file.fileBytes
    inProgress = file.isInProgress
    truncated = file.isTruncated
    flaws = file.flaws.isEmpty ? nil : file.flaws
    end = file.origin == .pinna ? file.metadata.end?.words : nil
    maker =
      switch file.origin {
      case .pinna: "Pinna"
      case .other(let name): name
      }
    tracks = file.metadata.tracks.map(\.name)
    checksum = file.metadata.audioChecksum?.hexadecimal(digits: 8)
  }
}
