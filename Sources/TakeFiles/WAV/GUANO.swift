import Essentials

/// The metadata of a take in the form that software for bat and bird recordings reads: lines of `Key: Value`.
///
/// - Source: GUANO specification 1.0, github.com/riggsd/guano-spec.
struct GUANO: Sendable {
  /// The metadata of the take.
  let metadata: TakeMetadata
  /// The number of frames per second in the file.
  let rate: Int
  /// The number of frames in the file; `nil` while it is unknown.
  var frames: Int?
  /// The extension of the file.
  var ending = "wav"

  /// The `guan` chunk; if its length is odd, a space is added, as the specification requires.
  var chunk: WAVChunk {
    let bytes = Array(text.utf8)
    return WAVChunk(id: "guan", payload: bytes.count % 2 == 0 ? bytes : bytes + [0x20])
  }

  /// All lines, each ending with a line feed.
  var text: String {
    fields.map { "\($0.key): \(Self.line($0.value))\n" }.joined()
  }

  typealias Field = (key: String, value: String)

  private var fields: [Field] {
    var fields = common
    guard !metadata.others.contains(where: { $0.key == "Original Filename" }) else {
      return note.isEmpty ? fields : fields + [("Note", note)]
    }
    let name = (key: "Original Filename", value: fileName)
    fields.insert(name, at: fields.firstIndex { $0.key == "TE" } ?? fields.count)
    if !note.isEmpty { fields.append(("Note", note)) }
    return fields + own
  }

  /// Those fields that no other tag of a compressed file contains.
  var common: [Field] {
    var fields: [Field] = [("GUANO|Version", "1.0")]
    // A file of another recorder may not state its time.
    if metadata.hasDate { fields.append(("Timestamp", timestamp)) }
    if let recorder = metadata.recorder {
      if !recorder.isEmpty { fields.append(("Make", recorder)) }
    } else {
      fields += [("Make", "Pinna"), ("Model", metadata.boardName)]
      if let serial = metadata.unitSerial { fields.append(("Serial", serial)) }
      if let version = metadata.unitVersion { fields.append(("Firmware Version", version)) }
    }
    if let place = metadata.place {
      fields.append(("Loc Position", place.position))
      if let elevation = place.elevation {
        fields.append(("Loc Elevation", Place.decimal(elevation)))
      }
    }
    fields.append(("Samplerate", "\(rate)"))
    if let frames, rate > 0 {
      let milliseconds = (frames * 1000 + rate / 2) / rate
      fields.append(("Length", "\(Double(milliseconds) / 1000)"))
    }
    fields.append(("TE", "1"))
    if let hertz = metadata.lowCutHertz { fields.append(("Filter HP", "\(hertz / 1000)")) }
    let others: [Field] = metadata.others.map { ($0.key, $0.value) }
    return fields.filter { field in !others.contains { $0.key == field.key } } + others
  }

  /// The fields in the namespace that belongs to Pinna.
  private var own: [Field] {
    guard metadata.recorder == nil else { return [] }
    var own: [Field] = [
      ("Pinna|Board", metadata.boardID), ("Pinna|Content", metadata.content.rawValue),
      ("Pinna|Data Source", metadata.dataSource), ("Pinna|Pattern", metadata.pattern),
    ]
    if let name = metadata.unitName { own.append(("Pinna|Recorder", name)) }
    if let orientation = metadata.orientation { own.append(("Pinna|Orientation", orientation)) }
    if let name = metadata.place?.name { own.append(("Pinna|Place", name)) }
    if let level = metadata.soundLevel {
      own.append(("Pinna|Sound Level", "LZeq and LAeq \(level.words)"))
    }
    let sensitivities = metadata.tracks.map { $0.sensitivity.map { "\($0)" } ?? "-" }
    if sensitivities.contains(where: { $0 != "-" }) {
      own.append(("Pinna|Sensitivity dBFS at 94 dB", sensitivities.joined(separator: ", ")))
    }
    if let clock = metadata.clock { own.append(("Pinna|Clock", clock.words)) }
    if let battery = metadata.battery { own.append(("Pinna|Battery", battery.words)) }
    if let pairs = metadata.clockPairs, metadata.rate > 0 {
      let words = pairs.pairs(rate: metadata.rate).map { pair in
        let digits = (abs(pair.microseconds) % 1000).decimal(digits: 3)
        return "\(pair.frame) \(pair.microseconds / 1000).\(digits)"
      }
      own.append(("Pinna|Clock Pairs", words.joined(separator: ", ")))
    }
    return own
  }

  private var note: String {
    let place = metadata.place?.name.map { [$0] } ?? []
    return (place + [metadata.comment]).joined(separator: "; ")
  }

  /// The time at which the file starts, to the millisecond, with the offset from UTC if that is known.
  private var timestamp: String {
    let fraction =
      rate > 0
      ? metadata.timeReference % metadata.rateOfTime(rate) * 1000 / metadata.rateOfTime(rate) : 0
    let (day, time) = (metadata.date.dayText, metadata.date.timeText)
    return "\(day)T\(time).\(fraction.decimal(digits: 3))"
      + (metadata.utcOffsetSeconds.map(Self.offset) ?? "")
  }

  private static func offset(_ seconds: Int) -> String {
    let minutes = abs(seconds) / 60
    return (seconds < 0 ? "-" : "+") + (minutes / 60).decimal(digits: 2) + ":"
      + (minutes % 60).decimal(digits: 2)
  }

  private var fileName: String {
    if let own = metadata.fileName { return own.fileName(ending: ending) }
    var name = metadata.take
    if metadata.content != .rendered { name += "_" + metadata.content.rawValue }
    if metadata.part > 0 { name += "_" + TakeName.letters(metadata.part) }
    return name + "." + ending
  }

  /// A value on a single line, in which `
  /// ` stands for each line feed.
  private static func line(_ text: String) -> String {
    String(
      text.unicodeScalars.map { scalar -> String in
        scalar == "\n" ? "\\n" : scalar.value < 32 ? " " : String(scalar)
      }.joined())
  }
}

extension TakeMetadata {
  /// The rate of the frames that the time reference counts.
  fileprivate func rateOfTime(_ rate: Int) -> Int { self.rate > 0 ? self.rate : rate }
}
