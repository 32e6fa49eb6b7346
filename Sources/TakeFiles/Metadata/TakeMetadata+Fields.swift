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
    let written = Self.written.flatMap { form in
      form.write(self).compactMap { $0 }.map { MetadataField(form.key, $0) }
    }
    let all = written + events + pairs
    guard let recorder else { return all }
    let isOfOthers = Self.fieldsOfOthers.union(gain == 0 ? [] : ["GAIN_DB"])
    let known = all.filter { isOfOthers.contains($0.key) && !$0.value.isEmpty }
    return [MetadataField("RECORDER", recorder)]
      + known.filter { isClockSet || $0.key != "DATE" }
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

  /// The fields of the gaps and markers, in the order of their frames.
  var events: [MetadataField] {
    let lost = gaps.map { ($0.frame, $0.field) }
    let found = markers.map { ($0.frame, $0.field) }
    return (lost + found).inOrder { $0.0 }.map(\.1)
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

  /// The form of the fields with one key.
  private struct Form: Sendable {
    typealias Reader = @Sendable (inout TakeMetadata, String) -> Void

    let key: String
    /// The values of the fields: `nil` or none if the metadata lack the field, several for a list.
    let write: @Sendable (TakeMetadata) -> [String?]
    let read: Reader

    init(
      _ key: String, _ write: @escaping @Sendable (TakeMetadata) -> [String?],
      _ read: @escaping Reader
    ) {
      (self.key, self.write, self.read) = (key, write, read)
    }

    static func value<Value: LosslessStringConvertible & Sendable>(
      _ key: String, _ path: WritableKeyPath<TakeMetadata, Value> & Sendable,
      ifInvalid standard: Value
    ) -> Form {
      Form(key, { ["\($0[keyPath: path])"] }) { $0[keyPath: path] = Value($1) ?? standard }
    }

    static func optional<Value: LosslessStringConvertible & Sendable>(
      _ key: String, _ path: WritableKeyPath<TakeMetadata, Value?> & Sendable
    ) -> Form {
      Form(key, { [$0[keyPath: path].map { "\($0)" }] }) { $0[keyPath: path] = Value($1) }
    }

    static func text(
      _ key: String, _ path: WritableKeyPath<TakeMetadata, String> & Sendable
    ) -> Form {
      value(key, path, ifInvalid: "")
    }

    static func number(
      _ key: String, _ path: WritableKeyPath<TakeMetadata, Int> & Sendable
    ) -> Form {
      value(key, path, ifInvalid: 0)
    }
  }

  /// The functions that read fields, by key, so that each is found quickly: a file has fifty fields, and a folder
  /// thousands of files.
  private static let readers = Dictionary(
    uniqueKeysWithValues: (written + read).map { ($0.key, $0.read) })

  /// The forms of all fields in the order in which they are written, except those of ``read``.
  private static let written = identity + whereabouts + making + ending

  private static let identity: [Form] = [
    .text("TAKE_NAME", \.take),
    Form("CONTENT", { [$0.content.rawValue] }) {
      $0.content = TakeName.Content(rawValue: $1) ?? $0.content
    },
    .text("FAMILY_UID", \.familyID),
    Form("PART", { ["\($0.part)"] }) { $0.part = max(0, Int($1) ?? 0) },
    .number("FIRST_FRAME", \.firstFrame),
    Form("DATE", { [$0.date.text] }) { $0.date = CivilDate(text: $1) ?? $0.date },
    .number("TIME_REFERENCE", \.timeReference),
    Form("CLOCK_SET", { [$0.isClockSet ? "yes" : "no"] }) { $0.isClockSet = $1 == "yes" },
    .text("BOARD_ID", \.boardID), .text("BOARD_NAME", \.boardName),
    .text("DATA_SOURCE", \.dataSource), .text("PATTERN", \.pattern),
    Form("FILES", { [$0.contents.map(\.rawValue).joined(separator: ",")].filter { !$0.isEmpty } }) {
      $0.contents = $1.split(separator: ",").compactMap { .init(rawValue: String($0)) }
    },
    .optional("TITLE", \.title), .optional("NOTE", \.note),
    Form("RATING", { [$0.rating?.rawValue] }) { $0.rating = Rating(rawValue: $1) },
    .optional("COPY", \.copy),
    Form("PREFERRED_PATTERN", { $0.preferredPattern == $0.pattern ? [] : [$0.preferredPattern] }) {
      $0.preferredPattern = $1
    },
    .optional("ORIENTATION", \.orientation),
  ]

  private static let whereabouts: [Form] = [
    .optional("UTC_OFFSET_S", \.utcOffsetSeconds),
    Form("CLOCK", { [$0.clock?.text] }) { $0.clock = ClockQuality(text: $1) },
    Form("BATTERY", { [$0.battery?.text] }) { $0.battery = BatteryCharge(text: $1) },
    Form("PLACE", { [$0.place?.position] }) { $0.readPlace($1) },
    Form("PLACE_ELEVATION_M", { [$0.place?.elevation.map(Place.decimal)] }) {
      $0.place?.elevation = Double($1)
    },
    Form("PLACE_NAME", { [$0.place?.name] }) { $0.place?.name = $1 },
  ]

  private static let making: [Form] = [
    .number("PREFERRED_RATE", \.preferredRate), .number("RATE", \.rate),
    .text("CAPTURE_FORMAT", \.captureFormat),
    .optional("UNIT_NAME", \.unitName), .optional("UNIT_SERIAL", \.unitSerial),
    .optional("UNIT_VERSION", \.unitVersion), .optional("INPUT_GAIN_DB", \.inputGain),
    .optional("RENDERING", \.rendering), .optional("WIND", \.wind),
    .optional("AMBISONICS", \.ambisonics), .optional("FRONT_EMPHASIS_DB", \.frontEmphasis),
    Form("LOW_CUT_HZ", { [$0.lowCutHertz.map { "\($0)" } ?? "off"] }) {
      $0.lowCutHertz = Double($1)
    },
    Form("LIMITER", { [$0.limits ? "on" : "off"] }) { $0.limits = $1 == "on" },
    .value("GAIN_DB", \.gain, ifInvalid: 0),
    Form("LOUDNESS_LUFS", { [$0.loudness.map { "\($0.integrated)" }] }) {
      $0.readLoudness(\.integrated, $1)
    },
    Form("TRUE_PEAK_DBTP", { [$0.loudness.map { "\($0.truePeak)" }] }) {
      $0.readLoudness(\.truePeak, $1)
    },
    Form("TRACK", { $0.tracks.map(\.text) }) { $0.readTrack($1) },
    Form("SENSITIVITY_DBFS_94", { [$0.sensitivities] }) { $0.readSensitivities($1) },
    Form("FILTERS", { [$0.isRefined.map { $0 ? refined : closedForm }] }) {
      $0.isRefined = $1 == refined ? true : $1 == closedForm ? false : nil
    },
    .text("FILTER_HASH", \.filterHash), .number("PRE_ROLL_FRAMES", \.preRollFrames),
    Form("REMARK", { $0.notes }) { $0.notes.append($1) },
    Form("OTHER", { $0.others.map { "\($0.key):\($0.value)" } }) { $0.readOther($1) },
  ]

  private static let ending: [Form] = [
    .optional("PARTS", \.parts),
    // The initializer reads this field after all others.
    Form("ENDED_BY", { [$0.end?.cause.rawValue] }) { _, _ in },
    Form("ENDED", { [$0.endWords] }) {
      $0.end = $1 == TakeMetadata.unfinished ? nil : End(words: $1)
    },
    Form("GAPS", { [$0.gapTotals].filter { $0.count > 0 }.map { "\($0.count);\($0.frames)" } }) {
      $0.readGaps($1)
    },
    Form("SOUND_LEVEL_DB", { [$0.soundLevel?.text] }) { $0.soundLevel = SoundLevel(text: $1) },
    Form("AUDIO_CRC32", { [$0.audioChecksum?.hexadecimal(digits: 8)] }) {
      $0.audioChecksum = UInt32($1, radix: 16)
    },
  ]

  /// The forms of the fields that other code writes, because their places are first, last or by frame.
  private static let read: [Form] = [
    Form("RECORDER", { _ in [] }) { $0.recorder = $1 },
    Form("GAP", { _ in [] }) { $0.readGap($1) },
    Form("MARKER", { _ in [] }) { $0.readMarker($1) },
    Form(pairsKey, { _ in [] }) { $0.clockPairs = ClockPairs(text: $1) },
    Form("EVENTS_OMITTED", { _ in [] }) { $0.omittedEvents = max(0, Int($1) ?? 0) },
  ]

  private var sensitivities: String? {
    let values = tracks.map { $0.sensitivity.map { "\($0)" } ?? "" }
    return values.allSatisfy(\.isEmpty) ? nil : values.joined(separator: ";")
  }

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

  private mutating func readLoudness(
    _ part: WritableKeyPath<Loudness, Double>, _ value: String
  ) {
    guard let number = Double(value) else { return }
    loudness = loudness ?? Loudness(integrated: .nan, truePeak: .nan)
    loudness?[keyPath: part] = number
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

extension TakeMetadata.Track {
  fileprivate var text: String { "\(gain);\(isInverted ? "inverted" : "normal");\(name)" }
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
