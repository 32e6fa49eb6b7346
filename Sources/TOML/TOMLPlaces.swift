/// The byte offsets of the tables, keys and values in a TOML text, for replacing single values.
///
/// The text must already have been parsed as TOML: for anything else, the offsets are meaningless.
///
/// - Source: TOML 1.0.0 (keys, tables, inline tables, arrays, strings, comments).
struct TOMLPlaces {
  /// A key and its value.
  struct Entry {
    /// The name of the key, without its table.
    var key: String
    /// The offset of the first byte of the key, or of the dotted names before it.
    var start: Int
    /// The dotted names before the key, as written: "calibration." in `calibration.state = "nominal"`.
    var prefix: String
    var value: Range<Int>
  }

  /// A table in any of the forms that TOML allows.
  struct Table {
    enum Form: Equatable {
      /// The entries lie below a header; `end` is the offset of its end.
      case header(end: Int)
      /// The entries lie between braces; `end` is the offset of the closing brace.
      case inline(end: Int)
      /// The table exists only because its keys are written with dots.
      case dotted
    }

    var name: String
    /// The index of this table among the tables with the same name, from 0.
    var number: Int
    var form: Form
    var entries: [Entry] = []
  }

  private(set) var tables: [Table] = []
  private let bytes: [UInt8]
  private var offset = 0

  /// Reads a text and notes the offsets in it.
  init(_ bytes: [UInt8]) {
    self.init(bytes, at: bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0)
    tables = [Table(name: "", number: 0, form: .header(end: offset))]
    readDocument()
  }

  /// Creates a reader that starts at a byte offset and has read nothing yet.
  private init(_ bytes: [UInt8], at offset: Int) {
    (self.bytes, self.offset) = (bytes, offset)
  }

  /// A table, found by its name and by its index among the tables with that name.
  func table(_ name: String, _ number: Int) -> Table? {
    tables.first { $0.name == name && $0.number == number }
  }

  /// The byte ranges of the elements of an array that starts at a byte offset.
  static func elements(ofArrayAt start: Int, in bytes: [UInt8]) -> [Range<Int>] {
    var places = TOMLPlaces(bytes, at: start)
    return places.readArray(name: "")
  }

  // MARK: Reading

  private mutating func readDocument() {
    var current = ""
    var number = 0
    skip(newlines: true)
    while offset < bytes.count {
      let start = offset
      if bytes[offset] == UInt8(ascii: "[") {
        let isArray = peek(1) == UInt8(ascii: "[")
        offset += isArray ? 2 : 1
        current = readKey().map(\.text).joined(separator: ".")
        while offset < bytes.count, bytes[offset] != UInt8(ascii: "]") { offset += 1 }
        offset = min(bytes.count, offset + (isArray ? 2 : 1))
        number = isArray ? count(of: current) : 0
        tables.append(Table(name: current, number: number, form: .header(end: offset)))
      } else {
        readEntry(in: current, number)
      }
      skip(newlines: true)
      // Text that is not TOML must not make this loop endless.
      if offset == start { offset += 1 }
    }
  }

  private func count(of name: String) -> Int { tables.filter { $0.name == name }.count }

  /// Reads a key with its value; dotted names before the key name the table that contains it.
  private mutating func readEntry(in table: String, _ number: Int) {
    let start = offset
    let parts = readKey()
    guard let last = parts.last else { return }
    skip(newlines: false)
    guard peek(0) == UInt8(ascii: "=") else { return }
    offset += 1
    skip(newlines: false)
    let path = ([table] + parts.map(\.text)).filter { !$0.isEmpty }
    let valueStart = offset
    readValue(name: path.joined(separator: "."), number: 0)
    var owner = (name: table, number: number)
    let prefix = String(decoding: bytes[start..<last.start], as: UTF8.self)
    if parts.count > 1 {
      owner = (path.dropLast().joined(separator: "."), 0)
      if self.table(owner.name, owner.number) == nil {
        tables.append(Table(name: owner.name, number: 0, form: .dotted))
      }
    }
    let entry = Entry(key: last.text, start: start, prefix: prefix, value: valueStart..<offset)
    if let index = tables.lastIndex(where: { $0.name == owner.name && $0.number == owner.number }) {
      tables[index].entries.append(entry)
    }
  }

  /// Reads the dotted names of a key; returns each with the offset at which it starts.
  private mutating func readKey() -> [(text: String, start: Int)] {
    var parts: [(text: String, start: Int)] = []
    while offset < bytes.count {
      skip(newlines: false)
      let start = offset
      if let quote = peek(0), quote == UInt8(ascii: "\"") || quote == UInt8(ascii: "'") {
        skipString()
        parts.append((TOMLText.plain(text(start, offset)), start))
      } else {
        while let byte = peek(0), Self.isBare(byte) { offset += 1 }
        guard offset > start else { break }
        parts.append((text(start, offset), start))
      }
      skip(newlines: false)
      guard peek(0) == UInt8(ascii: ".") else { break }
      offset += 1
    }
    return parts
  }

  private mutating func readValue(name: String, number: Int) {
    switch peek(0) {
    case UInt8(ascii: "\""), UInt8(ascii: "'"): skipString()
    case UInt8(ascii: "["): _ = readArray(name: name)
    case UInt8(ascii: "{"): readInlineTable(name: name, number: number)
    default:
      while let byte = peek(0), !Self.endsValue(byte) { offset += 1 }
      // A date and a time may have a space between them, but no value ends with one: step back over trailing spaces.
      while offset > 0, bytes[offset - 1] == UInt8(ascii: " ") || bytes[offset - 1] == 9 {
        offset -= 1
      }
    }
  }

  private mutating func readArray(name: String) -> [Range<Int>] {
    var elements: [Range<Int>] = []
    offset += 1
    skip(newlines: true)
    while let byte = peek(0), byte != UInt8(ascii: "]") {
      let start = offset
      readValue(name: name, number: elements.count)
      elements.append(start..<offset)
      skip(newlines: true)
      if peek(0) == UInt8(ascii: ",") { offset += 1 }
      skip(newlines: true)
      if offset == start { offset += 1 }
    }
    offset = min(bytes.count, offset + 1)
    return elements
  }

  private mutating func readInlineTable(name: String, number: Int) {
    let index = tables.count
    tables.append(Table(name: name, number: number, form: .inline(end: offset)))
    offset += 1
    skip(newlines: true)
    while let byte = peek(0), byte != UInt8(ascii: "}") {
      let start = offset
      readEntry(in: name, number)
      skip(newlines: true)
      if peek(0) == UInt8(ascii: ",") { offset += 1 }
      skip(newlines: true)
      if offset == start { offset += 1 }
    }
    tables[index].form = .inline(end: offset)
    offset = min(bytes.count, offset + 1)
  }

  /// Skips a string of any of the four forms.
  private mutating func skipString() {
    let quote = bytes[offset]
    let escapes = quote == UInt8(ascii: "\"")
    let isLong = peek(1) == quote && peek(2) == quote
    let fence = isLong ? 3 : 1
    offset += fence
    while offset < bytes.count {
      if escapes, bytes[offset] == UInt8(ascii: "\\") {
        offset += 2
      } else if (0..<fence).allSatisfy({ peek($0) == quote }) {
        offset += fence
        // A long string may end with one or two quotes of its own, just before the three that close it.
        while isLong, peek(0) == quote { offset += 1 }
        return
      } else {
        offset += 1
      }
    }
    offset = bytes.count
  }

  /// Skips spaces and tabs; with `newlines`, also comments and line ends.
  private mutating func skip(newlines: Bool) {
    while let byte = peek(0) {
      switch byte {
      case 9, 32: offset += 1
      case 10 where newlines, 13 where newlines: offset += 1
      case UInt8(ascii: "#") where newlines:
        while let byte = peek(0), byte != 10 { offset += 1 }
      default: return
      }
    }
  }

  private func peek(_ distance: Int) -> UInt8? {
    offset + distance < bytes.count ? bytes[offset + distance] : nil
  }

  private func text(_ start: Int, _ end: Int) -> String {
    String(decoding: bytes[start..<min(end, bytes.count)], as: UTF8.self)
  }

  private static func isBare(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"), UInt8(ascii: "-"):
      true
    default: false
    }
  }

  private static func endsValue(_ byte: UInt8) -> Bool {
    [10, 13, UInt8(ascii: ","), UInt8(ascii: "]"), UInt8(ascii: "}"), UInt8(ascii: "#")]
      .contains(byte)
  }
}
