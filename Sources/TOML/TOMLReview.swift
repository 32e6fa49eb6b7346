/// All errors of a file at once, for people who mend it.
///
/// A reader stops at its first error. So the file is read again and again, each time with the last error out of the
/// way: a misspelt key gets its name, a wrong value is left out, and where it must be there the example of the error's
/// own remedy stands in for it. What is read in this way is never used; only the errors count.
public struct TOMLReview: Sendable {
  /// The errors, in the order of the file.
  public private(set) var errors: [TOMLError] = []
  /// False where an error may hide others: they show once it is mended.
  public private(set) var isComplete = false

  private var root: TOMLNode
  /// The number of stand-ins that were tried for each value that was left out.
  private var attempts: [TOMLSpot: Int] = [:]
  private var examples: [TOMLSpot: [TOMLNode]] = [:]
  /// Places whose stand-in is the word that was most likely misspelt, or all that fits there, for as long as nothing
  /// speaks against it.
  private var meant: Set<TOMLSpot> = []
  /// The stand-ins that stood in a file whose first error was in another place.
  private var accepted: [TOMLSpot: String] = [:]
  /// The last error that may only be one beside a stand-in.
  private var doubted: TOMLError?

  /// Stand-ins for one value: enough that each of 32 microphones can get a channel and a place of its own.
  private static let mostAttempts = 200
  /// More than a person mends in one go; and an end, whatever a reader does.
  private static let mostRounds = 2000

  /// Reads the bytes of a file until no more errors are found.
  ///
  /// - Parameters:
  ///   - name: stands for the file in errors.
  ///   - read: reads the whole file and throws its first error.
  public init(bytes: [UInt8], name: String, read: (TOMLTable) throws(TOMLError) -> Void) {
    do throws(TOMLError) {
      root = try TOMLDocument(bytes: bytes, name: name).root
    } catch {
      root = TOMLNode(content: .table([]), position: TOMLPosition(line: 1, column: 1))
      errors = [error]
      return
    }
    for _ in 0..<Self.mostRounds {
      guard case .table(let entries) = root.content else { return }
      let start = TOMLPosition(line: 1, column: 1)
      do throws(TOMLError) {
        try read(TOMLTable(file: name, path: "", position: start, entries: entries))
        isComplete = true
        break
      } catch {
        guard mend(error) else { break }
      }
    }
    errors.sort { ($0.line, $0.column) < ($1.line, $1.column) }
  }

  /// Notes an error and puts it out of the way; false where that cannot be done.
  private mutating func mend(_ error: TOMLError) -> Bool {
    guard let spot = error.spot else {
      note(error)
      return false
    }
    // A value that was left out already has been told: what is wrong with its stand-in is none of the file's errors.
    guard attempts[spot] == nil else {
      meant.remove(spot)
      guard standIn(error, spot) else { return false }
      // All others were wrong in that place: a version, say, of which there is only one.
      if let text = accepted[spot], text == standing(in: spot) { meant.insert(spot) }
      return true
    }
    // Neither is what is wrong only beside a stand-in, such as a name that is there twice: it goes with another one. A
    // word that was most likely meant stays: others might fit nothing else in the file.
    let doubtful = examples.keys.filter { !meant.contains($0) }
    guard doubtful.isEmpty || error == doubted else {
      doubted = error
      for spot in doubtful { accepted[spot] = standing(in: spot) }
      return doubtful.allSatisfy { vary($0) }
    }
    note(error)
    switch error.mend {
    case .rename(let key):
      return edit(spot) { Self.rename(&$0, spot.key, to: key) }
    case .insert(let text):
      attempts[spot] = 0
      return standIn(error, spot, example: text)
    case .choose(let words, let isMeant):
      attempts[spot] = 0
      if isMeant { meant.insert(spot) }
      examples[spot] = words.map {
        TOMLNode(content: .string($0), position: spot.position)
      }
      return vary(spot)
    case nil:
      attempts[spot] = 0
      return edit(spot) { entries in entries.removeAll { $0.key == spot.key } }
    }
  }

  private mutating func note(_ error: TOMLError) {
    if !errors.contains(error) { errors.append(error) }
  }

  /// Puts the next stand-in in the place of a value.
  private mutating func standIn(
    _ error: TOMLError, _ spot: TOMLSpot, example: String? = nil
  ) -> Bool {
    var example = example
    if case .insert(let text)? = error.mend, examples[spot] == nil { example = text }
    if examples[spot] == nil, let example, let key = spot.key {
      examples[spot] = Self.value(key, example).map { [$0] }
    }
    return vary(spot)
  }

  /// Puts another stand-in in the place of a value; false when there is none, or too many were tried.
  private mutating func vary(_ spot: TOMLSpot) -> Bool {
    guard let known = examples[spot], let key = spot.key, let attempt = attempts[spot],
      attempt < Self.mostAttempts
    else { return false }
    attempts[spot] = attempt + 1
    var node = Self.candidate(known, attempt)
    node.position = spot.position
    return edit(spot) { entries in
      entries.removeAll { $0.key == key }
      entries.append(TOMLEntry(key: key, keyPosition: spot.position, value: node))
    }
  }

  private static func candidate(_ known: [TOMLNode], _ attempt: Int) -> TOMLNode {
    let node = known[attempt % known.count]
    // One of several words is another one already.
    return known.count == 1 ? node.varied(by: attempt) : node
  }

  /// The stand-in that is in the file now, as it would be written.
  private func standing(in spot: TOMLSpot) -> String? {
    guard let known = examples[spot], let attempt = attempts[spot], attempt > 0 else { return nil }
    return Self.candidate(known, attempt - 1).text
  }

  /// The value of an example in a remedy; `nil` where it is only words.
  private static func value(_ key: String, _ example: String) -> TOMLNode? {
    let text = Array("x = \(example)".utf8)
    guard let document = try? TOMLDocument(bytes: text, name: key),
      case .table(let entries) = document.root.content
    else { return nil }
    return entries.first?.value
  }

  private static func rename(_ entries: inout [TOMLEntry], _ old: String?, to new: String) {
    guard let index = entries.firstIndex(where: { $0.key == old }) else { return }
    let entry = entries.remove(at: index)
    if let present = entries.firstIndex(where: { $0.key == new }) {
      // One of several tables that is misspelt belongs to the others; a second value is one too many.
      guard case .array(let more) = entry.value.content,
        case .array(let elements) = entries[present].value.content
      else { return }
      entries[present].value.content = .array(elements + more)
    } else {
      entries.append(TOMLEntry(key: new, keyPosition: entry.keyPosition, value: entry.value))
    }
  }

  /// Changes the entries of a table, or takes the table itself away where the error concerns all of it.
  private mutating func edit(_ spot: TOMLSpot, _ change: (inout [TOMLEntry]) -> Void) -> Bool {
    spot.key == nil
      ? root.remove(spot, path: "") : root.change(spot, path: "", change)
  }
}

/// The place of an error in the tables of a file.
struct TOMLSpot: Hashable, Sendable {
  /// The dotted path of the table.
  var path: String
  /// The place of the table, because tables of an array share their path.
  var position: TOMLPosition
  /// The key in it; `nil` for the table itself.
  var key: String?
}

/// A way to put an error out of the way, so that the next one shows.
enum TOMLMend: Equatable, Sendable {
  /// The key is a misspelt one.
  case rename(to: String)
  /// The key is missing: a value as it would stand in the file.
  case insert(String)
  /// The value is none of these words; where one was probably meant, it is the first.
  case choose([String], isMeant: Bool)
}

extension TOMLNode {
  /// The node with a value of its own for each number: examples must not be the same twice.
  fileprivate func varied(by number: Int) -> TOMLNode {
    guard number > 0 else { return self }
    var node = self
    switch content {
    case .integer: node.content = .integer(Int64((number - 1) % 33))
    // Names must differ; a length or a time is right only as it is.
    case .string(let text) where number % 3 > 0: node.content = .string("\(text) \(number)")
    case .real(let value): node.content = .real(value + Double(number % 40))
    case .array(let elements) where elements.allSatisfy({ $0.number != nil }):
      // Another direction, and another length.
      let turn = number % max(1, elements.count)
      node.content = .array((elements[turn...] + elements[..<turn]).map { $0.scaled(by: number) })
    default: break
    }
    return node
  }

  /// A number that is smaller by so many fiftieths, and never zero if it was not.
  private func scaled(by number: Int) -> TOMLNode {
    var node = self
    if let value = self.number { node.content = .real(value * (1 - Double(number % 40) / 50)) }
    return node
  }

  /// Changes the entries of the table at a spot; false when there is none.
  fileprivate mutating func change(
    _ spot: TOMLSpot, path: String, _ change: (inout [TOMLEntry]) -> Void
  ) -> Bool {
    switch content {
    case .table(var entries):
      if path == spot.path, position == spot.position || path.isEmpty {
        change(&entries)
        content = .table(entries)
        return true
      }
      for index in entries.indices {
        let below = path.isEmpty ? entries[index].key : "\(path).\(entries[index].key)"
        guard spot.path == below || spot.path.hasPrefix(below + ".") else { continue }
        if entries[index].value.change(spot, path: below, change) {
          content = .table(entries)
          return true
        }
      }
      return false
    case .array(var elements):
      for index in elements.indices where elements[index].change(spot, path: path, change) {
        content = .array(elements)
        return true
      }
      return false
    default: return false
    }
  }

  /// Removes the table at a spot; false when there is none, or it is the whole file.
  fileprivate mutating func remove(_ spot: TOMLSpot, path: String) -> Bool {
    guard case .table(var entries) = content else { return false }
    for index in entries.indices {
      let below = path.isEmpty ? entries[index].key : "\(path).\(entries[index].key)"
      if spot.path == below {
        switch entries[index].value.content {
        case .table: entries.remove(at: index)
        case .array(var elements):
          guard let one = elements.firstIndex(where: { $0.position == spot.position }) else {
            return false
          }
          elements.remove(at: one)
          entries[index].value.content = .array(elements)
        default: return false
        }
        content = .table(entries)
        return true
      }
      guard spot.path.hasPrefix(below + ".") else { continue }
      if entries[index].value.remove(spot, path: below) {
        content = .table(entries)
        return true
      }
    }
    return false
  }
}
