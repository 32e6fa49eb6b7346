/// The text of a TOML file, in which single values can be replaced.
///
/// Everything else stays unchanged: the comments, the order, the line ends, and the form of the tables.
public struct TOMLText {
  private var bytes: [UInt8]
  private let newline: [UInt8]

  /// Creates the value from a TOML text.
  public init(_ text: String) {
    bytes = Array(text.utf8)
    // New lines get the same end as the first line.
    let end = bytes.firstIndex(of: 10) ?? 0
    newline = end > 0 && bytes[end - 1] == 13 ? [13, 10] : [10]
  }

  /// True for a text that is exactly one TOML value.
  public static func isValue(_ text: String) -> Bool {
    let bytes = Array("x = \(text)".utf8)
    guard (try? TOMLDocument(bytes: bytes, name: "")) != nil else { return false }
    let entries = TOMLPlaces(bytes).tables.flatMap(\.entries)
    return entries.first?.key == "x" && entries.first?.value == 4..<bytes.count
  }

  /// A string as TOML writes it, in quotes and with escapes.
  public static func literal(_ text: String) -> String { TOMLNode.literal(text) }

  /// A value as people read it: a string without its quotes, anything else unchanged.
  public static func plain(_ value: String) -> String {
    guard let document = try? TOMLDocument(bytes: Array("x = \(value)".utf8), name: ""),
      case .table(let entries) = document.root.content,
      case .string(let text)? = entries.first?.value.content
    else { return value }
    return text
  }

  /// The text in its present state.
  public var text: String { String(decoding: bytes, as: UTF8.self) }

  /// Sets a key of a table, adding the key if necessary; returns false if there is no such table.
  public mutating func set(_ key: String, to value: String, table: String, number: Int) -> Bool {
    let places = TOMLPlaces(bytes)
    guard let found = places.table(table, number) else { return false }
    if let entry = found.entries.first(where: { $0.key == key }) {
      replace(entry.value, by: value)
    } else if uncomment(key, in: found, places) {
      return set(key, to: value, table: table, number: number)
    } else {
      add(key, value, to: found)
    }
    return true
  }

  /// Sets a key of the first table with a name; a missing table is added at the end of the text.
  public mutating func set(_ key: String, to value: String, table: String) {
    if !set(key, to: value, table: table, number: 0) {
      addTable(table)
      _ = set(key, to: value, table: table, number: 0)
    }
  }

  /// If a table has the key on a commented-out line such as `# key = value`, removes the comment signs; false if there
  /// is no such line.
  ///
  /// Prose after a comment sign, and lines inside a value, stay.
  private mutating func uncomment(
    _ key: String, in table: TOMLPlaces.Table, _ places: TOMLPlaces
  ) -> Bool {
    guard case .header(let start) = table.form else { return false }
    let ends = places.tables.compactMap { table -> Int? in
      if case .header(let end) = table.form { end } else { nil }
    }
    let end = ends.filter { $0 > start }.min().map { startOfLine($0 - 1) } ?? bytes.count
    var line = table.name.isEmpty ? start : endOfLine(start)
    while line < end {
      let signs = bytes[line..<end].prefix { $0 == UInt8(ascii: "#") || $0 == 32 }
      if signs.first == UInt8(ascii: "#"),
        bytes[signs.endIndex..<end].starts(with: "\(key) =".utf8),
        isSetting(signs.endIndex..<endOfContents(signs.endIndex), outside: places)
      {
        bytes.removeSubrange(signs.indices)
        // A comment after the value stays in its column.
        let entry = TOMLPlaces(bytes).table(table.name, table.number)?.entries.first {
          $0.key == key
        }
        if let place = entry?.value.upperBound, place < bytes.count, bytes[place] == 32 {
          insert([UInt8](repeating: 32, count: signs.count), at: place)
        }
        return entry != nil
      }
      line = endOfLine(line)
    }
    return false
  }

  /// True if a part of a line is TOML by itself, and does not lie inside a value of several lines.
  private func isSetting(_ part: Range<Int>, outside places: TOMLPlaces) -> Bool {
    let values = places.tables.flatMap(\.entries).map(\.value)
    return !values.contains { $0.contains(part.lowerBound) }
      && (try? TOMLDocument(bytes: Array(bytes[part]), name: "")) != nil
  }

  /// True if the first table of that name has a key.
  public func contains(_ key: String, table: String) -> Bool {
    TOMLPlaces(bytes).table(table, 0)?.entries.contains { $0.key == key } ?? false
  }

  /// Adds an empty table after the last table named `other`, or at the end if there is none.
  public mutating func addTable(_ table: String, after other: String? = nil) {
    let tables = TOMLPlaces(bytes).tables
    var place = bytes.count
    if let last = tables.last(where: { $0.name == other }), case .header(let end) = last.form {
      place = endOfLine(last.entries.last?.value.upperBound ?? end)
    }
    let gap = place == 0 ? [] : bytes[place - 1] != 10 ? newline + newline : newline
    insert(gap + Array("[\(table)]".utf8) + newline, at: place)
  }

  /// Puts two comment lines at the start of a table; if an earlier pair is there, they replace it.
  public mutating func note(
    _ first: String, _ second: String, replacing start: String, table: String
  ) {
    guard let found = TOMLPlaces(bytes).table(table, 0) else { return }
    var place = 0
    if case .header(let end) = found.form {
      place = endOfLine(end)
      removeNote(start, from: place, to: found.entries.first?.start ?? bytes.count)
    } else {
      guard let entry = found.entries.first else { return }
      place = startOfLine(entry.start)
      let two = startOfLine(max(0, startOfLine(max(0, place - 1)) - 1))
      let before = bytes.count
      removeNote(start, from: two, to: place)
      place -= before - bytes.count
    }
    insert(Array(first.utf8) + newline + Array(second.utf8) + newline, at: place)
  }

  /// Removes the first comment line that begins with this text; if the next line is a comment, removes it too.
  private mutating func removeNote(_ start: String, from: Int, to: Int) {
    var line = from
    while line < to {
      let end = endOfLine(line)
      if bytes[line...].starts(with: start.utf8) {
        let second = end < bytes.count && bytes[end] == UInt8(ascii: "#")
        bytes.removeSubrange(line..<(second ? endOfLine(end) : end))
        return
      }
      line = end
    }
  }

  /// Replaces a value; if an array spans several lines, only its elements change, and its line breaks stay.
  private mutating func replace(_ place: Range<Int>, by value: String) {
    let new = Array(value.utf8)
    if bytes[place.lowerBound] == UInt8(ascii: "["), bytes[place].contains(10) {
      let old = TOMLPlaces.elements(ofArrayAt: place.lowerBound, in: bytes)
      let parts = TOMLPlaces.elements(ofArrayAt: 0, in: new)
      if old.count == parts.count {
        for (range, part) in zip(old, parts).reversed() { replace(range, by: Array(new[part])) }
        return
      }
    }
    replace(place, by: new)
  }

  /// Replaces bytes; a comment further along the line stays in its column if there is enough space.
  private mutating func replace(_ place: Range<Int>, by new: [UInt8]) {
    let end = endOfContents(place.upperBound)
    var sign = place.upperBound
    while sign < end, [9, 32, UInt8(ascii: ",")].contains(bytes[sign]) { sign += 1 }
    if sign < end, bytes[sign] == UInt8(ascii: "#"), sign > place.upperBound,
      bytes[sign - 1] == 32
    {
      var first = sign
      while first > place.upperBound, bytes[first - 1] == 32 { first -= 1 }
      let width = { (bytes: ArraySlice<UInt8>) in String(decoding: bytes, as: UTF8.self).count }
      let grown = new.count - width(bytes[place])
      let spaces = max(1, sign - first - grown)
      bytes.replaceSubrange(first..<sign, with: [UInt8](repeating: 32, count: spaces))
    }
    bytes.replaceSubrange(place, with: new)
  }

  /// Adds a key at the end of a table.
  private mutating func add(_ key: String, _ value: String, to table: TOMLPlaces.Table) {
    let last = table.entries.last
    switch table.form {
    case .inline(let end):
      let text = last == nil ? " \(key) = \(value) " : ", \(key) = \(value)"
      insert(Array(text.utf8), at: last?.value.upperBound ?? end)
    case .header(let end) where last == nil && table.name.isEmpty:
      insert(Array("\(key) = \(value)".utf8) + newline, at: end)
    case .header(let end):
      addLine("\(key) = \(value)", behind: last?.value.upperBound ?? end)
    case .dotted:
      guard let last else { return }
      addLine("\(last.prefix)\(key) = \(value)", behind: last.value.upperBound)
    }
  }

  private mutating func addLine(_ line: String, behind offset: Int) {
    let place = endOfLine(offset)
    let isOpen = bytes[place - 1] != 10
    insert((isOpen ? newline : []) + Array(line.utf8) + (isOpen ? [] : newline), at: place)
  }

  private mutating func insert(_ new: [UInt8], at place: Int) {
    bytes.insert(contentsOf: new, at: place)
  }

  /// The offset of the first byte after the line that contains `offset`.
  private func endOfLine(_ offset: Int) -> Int {
    bytes[min(offset, bytes.count)...].firstIndex(of: 10).map { $0 + 1 } ?? bytes.count
  }

  /// The offset of the next line end, from `offset` on.
  private func endOfContents(_ offset: Int) -> Int {
    bytes[offset...].firstIndex { $0 == 10 || $0 == 13 } ?? bytes.count
  }

  private func startOfLine(_ offset: Int) -> Int {
    bytes[..<min(offset, bytes.count)].lastIndex(of: 10).map { $0 + 1 } ?? 0
  }
}
