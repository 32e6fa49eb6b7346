import Essentials

/// A value in the metadata with its name, in the form in which files store it.
public struct MetadataField: Sendable, Equatable {
  /// The name, which consists of ASCII capitals and underscores.
  public var key: String
  /// The value as text on one line.
  public var value: String

  /// A field from its parts.
  public init(_ key: String, _ value: String) {
    self.key = key
    self.value = value
  }
}

extension TakeMetadata {
  /// All metadata as text; iXML, Vorbis comments and MPEG-4 tags all store this same form.
  ///
  /// Fields that can still change during recording come last, so that a file that is cut off while they are rewritten
  /// still has the others.
  public var fields: [MetadataField] {
    let pairs = clockPairs.map { [MetadataField(Self.pairsKey, $0.text)] } ?? []
    let all = identity + whereabouts + making + ending + events + pairs
    guard let recorder else { return all }
    let isOfOthers = Self.fieldsOfOthers.union(gain == 0 ? [] : ["GAIN_DB"])
    let known = all.filter { isOfOthers.contains($0.key) && !$0.value.isEmpty }
    return [MetadataField("RECORDER", recorder)]
      + known.filter { isClockSet || !["DATE", "TIME_REFERENCE"].contains($0.key) }
  }

  /// The key of the pairs of frames and times; they come last because they grow with the take.
  static let pairsKey = "CLOCK_PAIRS"

  /// The words with which takes of earlier versions state one or the other form of filters.
  private static let (refined, closedForm) = ("refined", "closed form")

  /// The keys of the fields that are copied from files of other recorders, if they are present.
  private static let fieldsOfOthers: Set = [
    "TAKE_NAME", "FAMILY_UID", "DATE", "TIME_REFERENCE", "CLOCK_SET", "RATE", "PREFERRED_RATE",
    "LOUDNESS_LUFS", "TRUE_PEAK_DBTP", "TRACK", "PRE_ROLL_FRAMES", "REMARK", "AUDIO_CRC32", "GAPS",
    "GAP", "MARKER", "COPY", "UTC_OFFSET_S", "PLACE", "PLACE_ELEVATION_M", "PLACE_NAME",
    "OTHER", "RATING",
  ]

  /// The fields of the place, the clock and the battery.
  private var whereabouts: [MetadataField] {
    var fields: [MetadataField] = []
    if let utcOffsetSeconds { fields.append(MetadataField("UTC_OFFSET_S", "\(utcOffsetSeconds)")) }
    if let clock { fields.append(MetadataField("CLOCK", clock.text)) }
    if let battery { fields.append(MetadataField("BATTERY", battery.text)) }
    guard let place else { return fields }
    fields.append(MetadataField("PLACE", place.position))
    if let elevation = place.elevation {
      fields.append(MetadataField("PLACE_ELEVATION_M", Place.decimal(elevation)))
    }
    if let name = place.name { fields.append(MetadataField("PLACE_NAME", name)) }
    return fields
  }

  private var identity: [MetadataField] {
    var fields = [
      MetadataField("TAKE_NAME", take), MetadataField("CONTENT", content.rawValue),
      MetadataField("FAMILY_UID", familyID), MetadataField("PART", "\(part)"),
      MetadataField("FIRST_FRAME", "\(firstFrame)"), MetadataField("DATE", date.text),
      MetadataField("TIME_REFERENCE", "\(timeReference)"),
      MetadataField("CLOCK_SET", isClockSet ? "yes" : "no"),
      MetadataField("BOARD_ID", boardID), MetadataField("BOARD_NAME", boardName),
      MetadataField("DATA_SOURCE", dataSource), MetadataField("PATTERN", pattern),
    ]
    if !contents.isEmpty {
      let words = contents.map(\.rawValue).joined(separator: ",")
      fields.append(MetadataField("FILES", words))
    }
    if let title { fields.append(MetadataField("TITLE", title)) }
    if let note { fields.append(MetadataField("NOTE", note)) }
    if let rating { fields.append(MetadataField("RATING", rating.rawValue)) }
    if let copy { fields.append(MetadataField("COPY", copy)) }
    if preferredPattern != pattern {
      fields.append(MetadataField("PREFERRED_PATTERN", preferredPattern))
    }
    if let orientation { fields.append(MetadataField("ORIENTATION", orientation)) }
    return fields
  }

  private var making: [MetadataField] {
    var fields = [
      MetadataField("PREFERRED_RATE", "\(preferredRate)"), MetadataField("RATE", "\(rate)"),
      MetadataField("CAPTURE_FORMAT", captureFormat),
    ]
    let unit = [
      ("UNIT_NAME", unitName), ("UNIT_SERIAL", unitSerial), ("UNIT_VERSION", unitVersion),
    ]
    for case (let key, let value?) in unit { fields.append(MetadataField(key, value)) }
    if let inputGain { fields.append(MetadataField("INPUT_GAIN_DB", "\(inputGain)")) }
    if let rendering { fields.append(MetadataField("RENDERING", rendering)) }
    if let wind { fields.append(MetadataField("WIND", wind)) }
    if let ambisonics { fields.append(MetadataField("AMBISONICS", ambisonics)) }
    if let frontEmphasis { fields.append(MetadataField("FRONT_EMPHASIS_DB", "\(frontEmphasis)")) }
    fields.append(MetadataField("LOW_CUT_HZ", lowCutHertz.map { "\($0)" } ?? "off"))
    fields.append(MetadataField("LIMITER", limits ? "on" : "off"))
    fields.append(MetadataField("GAIN_DB", "\(gain)"))
    if let loudness {
      fields.append(MetadataField("LOUDNESS_LUFS", "\(loudness.integrated)"))
      fields.append(MetadataField("TRUE_PEAK_DBTP", "\(loudness.truePeak)"))
    }
    for track in tracks {
      fields.append(
        MetadataField(
          "TRACK", "\(track.gain);\(track.isInverted ? "inverted" : "normal");\(track.name)"))
    }
    if tracks.contains(where: { $0.sensitivity != nil }) {
      let values = tracks.map { $0.sensitivity.map { "\($0)" } ?? "" }
      fields.append(MetadataField("SENSITIVITY_DBFS_94", values.joined(separator: ";")))
    }
    if let isRefined {
      fields.append(MetadataField("FILTERS", isRefined ? Self.refined : Self.closedForm))
    }
    fields.append(MetadataField("FILTER_HASH", filterHash))
    fields.append(MetadataField("PRE_ROLL_FRAMES", "\(preRollFrames)"))
    for note in notes { fields.append(MetadataField("REMARK", note)) }
    for other in others { fields.append(MetadataField("OTHER", "\(other.key):\(other.value)")) }
    return fields
  }

  private var ending: [MetadataField] {
    var fields: [MetadataField] = []
    if let parts { fields.append(MetadataField("PARTS", "\(parts)")) }
    if let end { fields.append(MetadataField("ENDED_BY", end.cause.rawValue)) }
    fields.append(MetadataField("ENDED", endWords))
    let lost = gapTotals
    if lost.count > 0 { fields.append(MetadataField("GAPS", "\(lost.count);\(lost.frames)")) }
    if let soundLevel { fields.append(MetadataField("SOUND_LEVEL_DB", soundLevel.text)) }
    if let audioChecksum {
      fields.append(MetadataField("AUDIO_CRC32", audioChecksum.hexadecimal(digits: 8)))
    }
    return fields
  }

  /// The fields of the gaps and markers, in the order of their frames.
  var events: [MetadataField] {
    let lost = gaps.map { ($0.frame, $0.field) }
    let found = markers.map { ($0.frame, $0.field) }
    return (lost + found).enumerated().sorted {
      ($0.element.0, $0.offset) < ($1.element.0, $1.offset)
    }.map(\.element.1)
  }

  /// Reads metadata in the form of ``fields``; skips fields that are unknown or make no sense.
  ///
  /// - Returns: `nil` if the fields do not even contain the name of a take.
  public init?(fields: [MetadataField]) {
    self.init()
    for field in fields { Self.readers[field.key]?(&self, field.value) }
    // Files of earlier versions do not have the field for the cause.
    let cause = fields.last { $0.key == "ENDED_BY" }.flatMap { Cause(rawValue: $0.value) }
    if let cause { end?.cause = cause }
    if preferredPattern.isEmpty { preferredPattern = pattern }
    bound()
    settleGaps()
    if take.isEmpty { return nil }
  }

  private typealias Reader = @Sendable (inout TakeMetadata, String) -> Void

  /// The functions that read fields, by key, so that each is found quickly: a file has fifty fields, and a folder
  /// thousands of files.
  private static let readers = identityReaders.merging(makingReaders) { first, _ in first }
    .merging(whereaboutsReaders) { first, _ in first }

  private static let identityReaders: [String: Reader] = [
    "RECORDER": { $0.recorder = $1 },
    "TAKE_NAME": { $0.take = $1 },
    "CONTENT": { $0.content = TakeName.Content(rawValue: $1) ?? $0.content },
    "FILES": { $0.contents = $1.split(separator: ",").compactMap { .init(rawValue: String($0)) } },
    "COPY": { $0.copy = $1 },
    "TITLE": { $0.title = $1 },
    "NOTE": { $0.note = $1 },
    "RATING": { $0.rating = Rating(rawValue: $1) },
    "FAMILY_UID": { $0.familyID = $1 },
    "PART": { $0.part = max(0, Int($1) ?? 0) },
    "PARTS": { $0.parts = Int($1) },
    "FIRST_FRAME": { $0.firstFrame = Int($1) ?? 0 },
    "DATE": { $0.date = CivilDate(text: $1) ?? $0.date },
    "TIME_REFERENCE": { $0.timeReference = Int($1) ?? 0 },
    "CLOCK_SET": { $0.isClockSet = $1 == "yes" },
    "BOARD_ID": { $0.boardID = $1 },
    "BOARD_NAME": { $0.boardName = $1 },
    "DATA_SOURCE": { $0.dataSource = $1 },
    "PATTERN": { $0.pattern = $1 },
    "PREFERRED_PATTERN": { $0.preferredPattern = $1 },
    "ORIENTATION": { $0.orientation = $1 },
  ]

  private static let makingReaders: [String: Reader] = [
    "PREFERRED_RATE": { $0.preferredRate = Int($1) ?? 0 },
    "RATE": { $0.rate = Int($1) ?? 0 },
    "CAPTURE_FORMAT": { $0.captureFormat = $1 },
    "UNIT_NAME": { $0.unitName = $1 },
    "UNIT_SERIAL": { $0.unitSerial = $1 },
    "UNIT_VERSION": { $0.unitVersion = $1 },
    "INPUT_GAIN_DB": { $0.inputGain = Double($1) },
    "RENDERING": { $0.rendering = $1 },
    "WIND": { $0.wind = $1 },
    "AMBISONICS": { $0.ambisonics = $1 },
    "FRONT_EMPHASIS_DB": { $0.frontEmphasis = Double($1) },
    "LOW_CUT_HZ": { $0.lowCutHertz = Double($1) },
    "LIMITER": { $0.limits = $1 == "on" },
    "GAIN_DB": { $0.gain = Double($1) ?? 0 },
    "LOUDNESS_LUFS": { $0.readLoudness("LOUDNESS_LUFS", $1) },
    "TRUE_PEAK_DBTP": { $0.readLoudness("TRUE_PEAK_DBTP", $1) },
    "TRACK": { $0.readTrack($1) },
    "SENSITIVITY_DBFS_94": { $0.readSensitivities($1) },
    "SOUND_LEVEL_DB": { $0.soundLevel = SoundLevel(text: $1) },
    "FILTERS": {
      $0.isRefined = $1 == TakeMetadata.refined ? true : $1 == TakeMetadata.closedForm ? false : nil
    },
    "FILTER_HASH": { $0.filterHash = $1 },
    "PRE_ROLL_FRAMES": { $0.preRollFrames = Int($1) ?? 0 },
    "REMARK": { $0.notes.append($1) },
    "OTHER": { $0.readOther($1) },
    "ENDED": { $0.end = $1 == TakeMetadata.unfinished ? nil : End(words: $1) },
    "AUDIO_CRC32": { $0.audioChecksum = UInt32($1, radix: 16) },
    "EVENTS_OMITTED": { $0.omittedEvents = max(0, Int($1) ?? 0) },
    "GAPS": { $0.readGaps($1) },
    "GAP": { $0.readGap($1) },
    "MARKER": { $0.readMarker($1) },
  ]

  private static let whereaboutsReaders: [String: Reader] = [
    "UTC_OFFSET_S": { $0.utcOffsetSeconds = Int($1) },
    "CLOCK": { $0.clock = ClockQuality(text: $1) },
    "BATTERY": { $0.battery = BatteryCharge(text: $1) },
    pairsKey: { $0.clockPairs = ClockPairs(text: $1) },
    "PLACE": { $0.readPlace($1) },
    "PLACE_ELEVATION_M": { $0.place?.elevation = Double($1) },
    "PLACE_NAME": { $0.place?.name = $1 },
  ]

  private mutating func readSensitivities(_ value: String) {
    let values = value.pieces(between: ";", most: tracks.count)
    for (index, text) in zip(tracks.indices, values) {
      tracks[index].sensitivity = Double(text).flatMap { abs($0) < 300 ? $0 : nil }
    }
  }

  private mutating func readOther(_ value: String) {
    let parts = value.pieces(between: ":", most: 2)
    if parts.count == 2 { others.append(MetadataField(parts[0], parts[1])) }
  }

  private mutating func readPlace(_ value: String) {
    let numbers = value.split(separator: " ").compactMap { Double($0) }
    guard numbers.count == 2, Place.latitudes.contains(numbers[0]),
      Place.longitudes.contains(numbers[1])
    else { return }
    place = Place(latitude: numbers[0], longitude: numbers[1])
  }

  private mutating func readLoudness(_ key: String, _ value: String) {
    guard let number = Double(value) else { return }
    var read = loudness ?? Loudness(integrated: .nan, truePeak: .nan)
    if key == "LOUDNESS_LUFS" { read.integrated = number } else { read.truePeak = number }
    loudness = read
  }

  private mutating func readTrack(_ value: String) {
    let parts = value.pieces(between: ";", most: 3)
    guard parts.count == 3, let gain = Double(parts[0]) else { return }
    tracks.append(Track(name: parts[2], gain: gain, isInverted: parts[1] == "inverted"))
  }

  private mutating func readGaps(_ value: String) {
    let parts = value.pieces(between: ";", most: 2)
    guard parts.count == 2, let count = Int(parts[0]), let frames = Int(parts[1]) else { return }
    statedGaps = GapTotals(count: count, frames: frames)
  }

  private mutating func readGap(_ value: String) {
    let parts = value.pieces(between: ";", most: 4)
    guard parts.count == 4, let frame = Int(parts[0]), let frames = Int(parts[1]) else { return }
    gaps.append(
      TakeGap(
        frame: frame, frames: frames, cause: parts[3], isEstimated: parts[2] == "estimated"))
  }

  private mutating func readMarker(_ value: String) {
    let parts = value.pieces(between: ";", most: 3)
    guard parts.count == 3, let frame = Int(parts[0]),
      let kind = TakeMarker.Kind(rawValue: parts[1])
    else { return }
    markers.append(TakeMarker(frame: frame, kind: kind, label: parts[2]))
  }
}

extension TakeGap {
  /// The gap as a field.
  var field: MetadataField {
    MetadataField("GAP", "\(frame);\(frames);\(isEstimated ? "estimated" : "exact");\(cause)")
  }
}

extension TakeMarker {
  /// The marker as a field.
  var field: MetadataField { MetadataField("MARKER", "\(frame);\(kind.rawValue);\(label)") }
}
