/// Reads the GUANO metadata of other recorders and programs.
extension GUANO {
  /// The fields in a chunk, in order.
  static func fields(of bytes: [UInt8]) -> [MetadataField] {
    bytes.split { $0 == 10 || $0 == 13 || $0 == 0 }.prefix(256).compactMap { line in
      guard let colon = line.firstIndex(of: UInt8(ascii: ":")) else { return nil }
      let (key, value) = (line[..<colon].storedText, line[(colon + 1)...].storedText)
      return key.isEmpty || value.isEmpty ? nil : MetadataField(key, value)
    }
  }

  /// The maker that a field of the chunk or a tag states; `nil` if none does.
  static func maker(_ fields: [MetadataField]) -> String? {
    fields.first { ["MAKE", "GUANO_MAKE"].contains($0.key.uppercased()) }?.value.singleLine
  }

  /// Fields that Pinna writes anew into every file, so that they are not kept among ``others``.
  static let restated: Set = [
    "GUANO|Version", "Timestamp", "Loc Position", "Loc Elevation", "Make", "Samplerate", "Length",
    "Note",
  ]
}

extension MetadataField {
  /// The name for messages: that of a tag without its prefix.
  package var shownName: String {
    key.hasPrefix(TakeMetadata.vorbis) ? String(key.dropFirst(TakeMetadata.vorbis.count)) : key
  }
}

extension TakeMetadata {
  /// The prefix that marks the names of FLAC or Opus tags among ``others``.
  static let vorbis = "Vorbis|"
  /// Fields of other programs that are larger than this many bytes are not kept: they are pictures.
  private static let mostOthers = 4096

  /// The tags with properties of their own, or that Pinna writes into every file.
  static let readTags: Set = ["DATE", "LOCATION", "ENCODER"]

  /// Keeps fields that another program added to a file of Pinna, as far as there is room for them.
  ///
  /// - Returns: the names of the fields that are not kept, for messages.
  @discardableResult
  package mutating func keep(others fields: [MetadataField]) -> [String] {
    for field in fields { keep(field) }
    return fields.filter { !others.contains($0) }.map { field in
      let isOther = others.contains { $0.key == field.key }
      return isOther ? "another value of \(field.shownName)" : field.shownName
    }
  }

  /// Copies what GUANO fields contain into the metadata; ``others`` keeps the fields that have no property here.
  mutating func adopt(guano fields: [MetadataField]) {
    for field in fields {
      switch field.key {
      case "Timestamp": readTime(field.value)
      case "Loc Position": readPlace(field.value)
      case "Loc Elevation": break
      case "Note": if !notes.contains(field.value) { notes.append(field.value) }
      default: keep(field)
      }
    }
    let elevation = fields.first { $0.key == "Loc Elevation" }.flatMap { Double($0.value) }
    if let elevation { place?.elevation = elevation }
  }

  /// Copies what the tags of a FLAC, Opus or MPEG-4 file contain into the metadata.
  ///
  /// - Source: xiph.org, "Ogg Vorbis I format specification: comment field", the names of the fields.
  mutating func adopt(tags fields: [MetadataField]) {
    var guano: [MetadataField] = []
    for field in fields {
      let key = field.key.uppercased()
      switch key {
      case "DATE": readTime(field.value.singleLine)
      case "LOCATION":
        readPlace(field.value.singleLine)
        if place == nil { notes.append("location " + field.value) }
      case "TITLE", "COMMENT", "DESCRIPTION":
        if !notes.contains(field.value), !field.value.isEmpty { notes.append(field.value) }
      case _ where key.hasPrefix("GUANO_"):
        let words = key.dropFirst(6).split(separator: "_").map { word in
          ["TE", "HP", "ID"].contains(word)
            ? String(word) : String(word.prefix(1)) + word.dropFirst().lowercased()
        }
        guano.append(MetadataField(words.joined(separator: " "), field.value.singleLine))
      case "ENCODER",
        _ where key.hasPrefix("CHAPTER"):
        break
      default: keep(MetadataField(Self.vorbis + key, field.value.singleLine))
      }
    }
    adopt(guano: guano)
    if isClockSet, !hasTimeOfDay { adoptTimeReference(fields) }
  }

  /// Reads the time of day from the tags in which FFmpeg keeps those of a `bext` chunk.
  private mutating func adoptTimeReference(_ fields: [MetadataField]) {
    func value(_ key: String) -> String? { fields.first { $0.key.uppercased() == key }?.value }
    guard let frames = value("TIME_REFERENCE").flatMap({ Int($0) }) else { return }
    // The reference counts frames of the original file, whose rate is in its coding history.
    let stated = value("CODING_HISTORY")?.split { $0 == "," || $0.isNewline }.first {
      $0.hasPrefix("F=")
    }
    let original = stated.flatMap { Int($0.dropFirst(2)) } ?? rate
    guard original > 0, rate > 0, frames > 0, frames / original < 86400 else { return }
    let second = frames / original
    date = CivilDate(
      year: date.year, month: date.month, day: date.day, hour: second / 3600,
      minute: second / 60 % 60, second: second % 60)
    timeReference = second * rate + frames % original * rate / original
  }

  private mutating func keep(_ field: MetadataField) {
    let bytes = (others + [field]).reduce(0) { $0 + $1.key.utf8.count + $1.value.utf8.count }
    guard !GUANO.restated.contains(field.key), bytes <= Self.mostOthers,
      !others.contains(where: { $0.key == field.key })
    else { return }
    others.append(field)
  }

  private mutating func readPlace(_ value: String) {
    let words = value.unicodeScalars.split { $0 == " " || $0 == "," }
    let numbers = words.compactMap { Double(String($0)) }
    guard words.count == 2, numbers.count == 2, Place.latitudes.contains(numbers[0]),
      Place.longitudes.contains(numbers[1])
    else { return }
    place = Place(latitude: numbers[0], longitude: numbers[1], elevation: place?.elevation)
  }

  /// Reads the date in a LIST chunk, if there is none in better places.
  mutating func adopt(created text: String) {
    if !isClockSet { readTime(text.singleLine) }
  }

  /// Reads a time in the form of ISO 8601, with or without seconds, a fraction and an offset; a date alone is valid.
  private mutating func readTime(_ value: String) {
    let bytes = Array(value.utf8)
    let numbers = value.utf8.split { !(48...57).contains($0) }.map { Int(Substring($0)) ?? -1 }
    let hasSeconds = bytes.count >= 19 && bytes[16] == UInt8(ascii: ":")
    let day = String(decoding: bytes.prefix(10), as: UTF8.self)
    let minute = String(decoding: bytes.dropFirst(11).prefix(5), as: UTF8.self)
    let second = hasSeconds ? String(decoding: bytes[16..<19], as: UTF8.self) : ":00"
    guard numbers.count >= 3, numbers[0] > 1900,
      let read = CivilDate(text: "\(day) \(minute)\(second)")
        ?? CivilDate(text: "\(day) 00:00:00")
    else { return }
    if !isClockSet {
      (date, isClockSet) = (read, true)
      timeReference = read.secondOfDay * rate
    }
    let rest = String(decoding: bytes.dropFirst(hasSeconds ? 19 : 16), as: UTF8.self)
    if rest.hasSuffix("Z") { utcOffsetSeconds = 0 }
    guard let sign = rest.lastIndex(where: { $0 == "+" || $0 == "-" }) else { return }
    let parts = rest[rest.index(after: sign)...].split(separator: ":").compactMap { Int($0) }
    guard let hours = parts.first, hours < 24 else { return }
    let seconds = hours * 3600 + (parts.count > 1 ? parts[1] * 60 : 0)
    utcOffsetSeconds = rest[sign] == "-" ? -seconds : seconds
  }
}
