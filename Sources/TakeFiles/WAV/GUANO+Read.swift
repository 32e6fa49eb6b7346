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
      case "Timestamp": if !readTime(field.value) { notes.append("time " + field.value) }
      case "Loc Position": readPlace(field.value)
      case "Loc Elevation": break
      case "Note": if !notes.contains(field.value) { notes.append(field.value) }
      default: keep(field)
      }
    }
    guard let elevation = fields.first(where: { $0.key == "Loc Elevation" })?.value else { return }
    if place != nil, let metres = Double(elevation) {
      place?.elevation = metres
    } else {
      notes.append("elevation " + elevation)
    }
  }

  /// Copies what the tags of a FLAC, Opus or MPEG-4 file contain into the metadata.
  ///
  /// - Source: xiph.org, "Ogg Vorbis I format specification: comment field", the names of the fields.
  mutating func adopt(tags fields: [MetadataField]) {
    var (guano, unreadDates): ([MetadataField], [String]) = ([], [])
    for field in fields {
      let key = field.key.uppercased()
      switch key {
      case "DATE" where field.value.isEmpty, "LOCATION" where field.value.isEmpty: break
      case "DATE": if !readTime(field.value.singleLine) { unreadDates.append(field.value) }
      case "LOCATION": readPlace(field.value.singleLine)
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
    adopt(guano: guano.filter { !$0.value.isEmpty })
    if !isClockSet { notes += unreadDates.map { "date " + $0 } }
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

  /// Reads latitude and longitude in degrees; a place in any other form becomes a note.
  private mutating func readPlace(_ value: String) {
    let words = value.unicodeScalars.split { $0 == " " || $0 == "," }
    let numbers = words.compactMap { Double(String($0)) }
    guard words.count == 2, numbers.count == 2, Place.latitudes.contains(numbers[0]),
      Place.longitudes.contains(numbers[1])
    else {
      notes.append("location " + value)
      return
    }
    place = Place(latitude: numbers[0], longitude: numbers[1], elevation: place?.elevation)
  }

  /// Reads the date in a LIST chunk, if there is none in better places.
  mutating func adopt(created text: String) {
    if !isClockSet, !text.isEmpty, !readTime(text.singleLine) { notes.append("date " + text) }
  }

  /// Reads a time in the form of ISO 8601, with or without seconds, a fraction and an offset; a date alone is valid.
  ///
  /// - Returns: false if the text has another form.
  private mutating func readTime(_ value: String) -> Bool {
    let bytes = Array(value.utf8)
    let numbers = value.utf8.split { !(48...57).contains($0) }.map { Int(Substring($0)) ?? -1 }
    let hasSeconds = bytes.count >= 19 && bytes[16] == UInt8(ascii: ":")
    let day = String(decoding: bytes.prefix(10), as: UTF8.self)
    let minute = String(decoding: bytes.dropFirst(11).prefix(5), as: UTF8.self)
    let second = hasSeconds ? String(decoding: bytes[16..<19], as: UTF8.self) : ":00"
    guard numbers.count >= 3, numbers[0] > 1900,
      let read = CivilDate(text: "\(day) \(minute)\(second)")
        ?? CivilDate(text: "\(day) 00:00:00")
    else { return false }
    let rest = String(decoding: bytes.dropFirst(hasSeconds ? 19 : 16), as: UTF8.self)
    if !isClockSet {
      (date, isClockSet) = (read, true)
      timeReference = read.secondOfDay * rate + Self.frames(ofFraction: rest, rate: rate)
    }
    if let seconds = Self.offset(rest) { utcOffsetSeconds = seconds }
    return true
  }

  /// The number of frames in the fraction of a second with which a text begins; 0 if there is none.
  private static func frames(ofFraction text: String, rate: Int) -> Int {
    guard text.hasPrefix(".") || text.hasPrefix(",") else { return 0 }
    let digits = text.dropFirst().prefix { $0.isASCII && $0.isWholeNumber }
    // Round up, so that the fraction of the frame, in milliseconds, is again the one that was read.
    let frames = ((Double("0." + digits) ?? 0) * Double(rate)).rounded(.up)
    return max(0, min(Int(frames), rate - 1))
  }

  /// The offset from UTC in seconds with which a text ends: Z, +05:30, +0530 or +5; `nil` if there is none.
  private static func offset(_ text: String) -> Int? {
    if text.hasSuffix("Z") { return 0 }
    guard let sign = text.lastIndex(where: { $0 == "+" || $0 == "-" }) else { return nil }
    let digits = text[text.index(after: sign)...]
    let isJoined = digits.utf8.count == 4 && !digits.contains(":")
    let parts = isJoined ? [digits.prefix(2), digits.suffix(2)] : digits.split(separator: ":")
    let numbers = parts.map { Int($0) ?? -1 }
    guard let hours = numbers.first, (0..<24).contains(hours),
      numbers.count < 2 || (0..<60).contains(numbers[1])
    else { return nil }
    let seconds = hours * 3600 + (numbers.count > 1 ? numbers[1] * 60 : 0)
    return text[sign] == "-" ? -seconds : seconds
  }
}
