/// A table of a TOML file that remembers which of its keys were read.
///
/// Every getter returns `nil` if the key is absent; if its value is wrong, the getter throws a ``TOMLError`` with the
/// position of the value. Call ``finish()`` after the last getter: it reports unknown keys as errors, so that a
/// misspelt key is never ignored.
public final class TOMLTable {
  /// The path of the file, as the caller gave it.
  public let file: String
  /// The dotted path of this table; empty for the whole file.
  public let path: String
  let position: TOMLPosition
  let entries: [TOMLEntry]
  private var known: [String] = []
  private var children: [String: [TOMLTable]] = [:]

  init(file: String, path: String, position: TOMLPosition, entries: [TOMLEntry]) {
    self.file = file
    self.path = path
    self.position = position
    self.entries = entries
  }

  /// Reads and parses a file.
  ///
  /// - Throws: ``TOMLError`` if the file cannot be read, is larger than 1 MiB or is not TOML.
  public static func parse(file path: String) throws(TOMLError) -> TOMLTable {
    try parse(bytes: TextFile.bytes(path: path), name: path)
  }

  /// Parses a text; `name` is the name of the file in errors.
  ///
  /// - Throws: ``TOMLError`` if the text is not TOML.
  public static func parse(text: String, name: String) throws(TOMLError) -> TOMLTable {
    try parse(bytes: Array(text.utf8), name: name)
  }

  /// Parses the bytes of a file; `name` is the name of the file in errors.
  ///
  /// - Throws: ``TOMLError`` if the bytes are not UTF-8 or not TOML.
  public static func parse(bytes: [UInt8], name: String) throws(TOMLError) -> TOMLTable {
    let root = try TOMLDocument(bytes: bytes, name: name).root
    guard case .table(let entries) = root.content else {
      throw TOMLError(file: name, problem: "is not a table")
    }
    let start = TOMLPosition(line: 1, column: 1)
    return TOMLTable(file: name, path: "", position: start, entries: entries)
  }

  /// The keys of this table, in the order of the file.
  public var keys: [String] {
    entries.sorted { $0.keyPosition < $1.keyPosition }.map(\.key)
  }

  /// True if the table has a key.
  public func contains(_ key: String) -> Bool {
    entries.contains { $0.key == key }
  }

  /// The line of the value of a key, counted from 1; `nil` if the key is absent.
  public func line(of key: String) -> Int? {
    entries.first { $0.key == key }?.value.position.line
  }

  /// The value of a key as it would be written in a file; `nil` if the key is absent.
  public func text(of key: String) -> String? {
    entries.first { $0.key == key }?.value.text
  }

  /// Checks that every key of this table, and of the tables read from it, is known.
  ///
  /// - Parameter elsewhere: for the name of a key that resembles no known one, the words that name the tables with such
  ///   a key; `nil` if there are none.
  /// - Throws: ``TOMLError`` at the first unknown key, with the nearest known key.
  public func finish(elsewhere: (String) -> String? = { _ in nil }) throws(TOMLError) {
    guard let first = unknownKeys().min(by: { $0.entry.keyPosition < $1.entry.keyPosition }) else {
      return
    }
    throw first.table.unknown(first.entry, elsewhere(first.entry.key))
  }

  /// Marks a key as known without reading it.
  public func know(_ key: String) {
    if !known.contains(key) { known.append(key) }
  }

  // MARK: Errors

  /// An error in the value of a key; if the key is absent, the error is at the start of this table.
  ///
  /// - Parameter element: if the value is an array, the index of its wrong element, from 0.
  public func error(
    at key: String, element: Int? = nil, _ problem: String, _ remedy: String? = nil
  ) -> TOMLError {
    let value = entries.first { $0.key == key }?.value
    var place = value?.position ?? position
    if let element, case .array(let elements)? = value?.content, elements.indices ~= element {
      place = elements[element].position
    }
    return error(at: place, key: key, problem, remedy)
  }

  /// An error about this table as a whole.
  public func error(_ problem: String, _ remedy: String? = nil) -> TOMLError {
    var error = TOMLError(
      file: file, line: position.line, column: position.column, key: path.isEmpty ? nil : path,
      problem: problem, remedy: remedy)
    error.spot = TOMLSpot(path: path, position: position, key: nil)
    return error
  }

  func error(
    at place: TOMLPosition, key: String, _ problem: String, _ remedy: String?
  ) -> TOMLError {
    var error = TOMLError(
      file: file, line: place.line, column: place.column, key: fullPath(key), problem: problem,
      remedy: remedy)
    error.spot = TOMLSpot(path: path, position: position, key: key)
    return error
  }

  // MARK: Access for the getters

  /// The value of a key; from now on the key counts as known.
  func value(_ key: String) -> TOMLNode? {
    know(key)
    return entries.first { $0.key == key }?.value
  }

  func fullPath(_ key: String) -> String {
    path.isEmpty ? key : "\(path).\(key)"
  }

  /// The tables under a key; they are created only once, so that they remember which of their keys were read.
  func children(_ key: String, make: () -> [TOMLTable]) -> [TOMLTable] {
    if let made = children[key] { return made }
    let made = make()
    children[key] = made
    return made
  }

  /// The error for a missing key: if an unknown key is probably a misspelling of it, the error is at that key,
  /// otherwise at the start of the table.
  public func missing(_ key: String, _ remedy: String) -> TOMLError {
    let misspelt = entries.first { entry in
      !known.contains(entry.key) && Suggestion.nearest(to: entry.key, in: [key]) != nil
    }
    if let misspelt { return unknown(misspelt) }
    var error = error(at: key, "is missing", remedy)
    let start = "write, for example, \(key) = "
    if remedy.hasPrefix(start) { error.mend = .insert(String(remedy.dropFirst(start.count))) }
    return error
  }

  private func unknownKeys() -> [(table: TOMLTable, entry: TOMLEntry)] {
    let own = entries.filter { !known.contains($0.key) }.map { (table: self, entry: $0) }
    return own + children.values.joined().flatMap { $0.unknownKeys() }
  }

  private func unknown(_ entry: TOMLEntry, _ elsewhere: String? = nil) -> TOMLError {
    let remedy: String
    let meant = Suggestion.nearest(to: entry.key, in: known)
    if let meant {
      remedy = "did you mean \"\(meant)\"?"
    } else {
      let words = ["known keys: \(known.sorted().joined(separator: ", "))", elsewhere]
      remedy = words.compactMap { $0 }.joined(separator: "; ")
    }
    var error = error(
      at: entry.keyPosition, key: printable(entry.key), "is not a known key", remedy)
    error.spot?.key = entry.key
    error.mend = meant.map { .rename(to: $0) }
    return error
  }
}

/// A key as printable text; it is put in quotes unless TOML allows it without them.
private func printable(_ key: String) -> String {
  let bare = key.unicodeScalars.allSatisfy { scalar in
    scalar.isASCII && (scalar.properties.isAlphabetic || ("0"..."9").contains(scalar))
      || scalar == "-" || scalar == "_"
  }
  return bare && !key.isEmpty ? key : quoted(key)
}
