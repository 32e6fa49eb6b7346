/// Finds all errors in a file in one go, for people who want to fix them.
///
/// The code that reads a file stops at its first error. So the file is read again and again, each time with the last
/// error removed: a misspelt key is renamed, a wrong value is left out, and a missing required value is replaced by the
/// example in the error's own remedy. The values read in this way are never used; only the errors are kept.
public struct TOMLReview: Sendable {
  /// The errors, in the order of the file.
  public private(set) var errors: [TOMLError] = []
  /// False if the errors found may hide others, which only appear when these are fixed.
  public private(set) var isComplete = false

  private var root: TOMLNode
  /// For each value that was left out, the number of stand-ins tried in its place.
  private var attempts: [TOMLSpot: Int] = [:]
  private var examples: [TOMLSpot: [TOMLNode]] = [:]
  /// Spots whose stand-in is the word most likely meant, or the only one that fits, as long as no error contradicts it.
  private var meant: Set<TOMLSpot> = []
  /// The stand-ins present when an error appeared somewhere else: nothing was wrong with them then.
  private var accepted: [TOMLSpot: String] = [:]
  /// The last error that one of the stand-ins may have caused.
  private var doubted: TOMLError?

  /// The most stand-ins to try for one value: enough for 32 microphones, each with a channel and a position.
  private static let mostAttempts = 200
  /// The most times the file is read, so that the review always ends: no person fixes that many errors in one go.
  private static let mostRounds = 2000

  /// Reads the bytes of a file again and again until no more errors are found.
  ///
  /// - Parameters:
  ///   - name: the name of the file in errors.
  ///   - read: reads the whole file, and throws the first error in it.
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

  /// Records an error and removes its cause from the file in memory; false if it cannot be removed.
  private mutating func mend(_ error: TOMLError) -> Bool {
    guard let spot = error.spot else {
      note(error)
      return false
    }
    // The error in the value that was left out is already recorded. This one concerns the stand-in, not the file.
    guard attempts[spot] == nil else {
      meant.remove(spot)
      guard standIn(error, spot) else { return false }
      // The stand-in that was accepted before is back, so all others are wrong: for example, a file may have only one
      // version.
      if let text = accepted[spot], text == standing(in: spot) { meant.insert(spot) }
      return true
    }
    // An error that only a stand-in causes, such as a duplicate name, is not an error in the file either: it disappears
    // when another stand-in is tried. A word that was most likely meant stays, because other words might not fit the
    // rest of the file.
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

  /// Puts another stand-in in the place of a value; false if there is no other, or if too many were tried.
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
    // If several words are allowed, each attempt takes a different word, and no word needs to be varied.
    return known.count == 1 ? node.varied(by: attempt) : node
  }

  /// The stand-in that is in the file now, as it would be written there.
  private func standing(in spot: TOMLSpot) -> String? {
    guard let known = examples[spot], let attempt = attempts[spot], attempt > 0 else { return nil }
    return Self.candidate(known, attempt - 1).text
  }

  /// The value that the example in a remedy stands for; `nil` if the example is prose.
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
      // The elements of a misspelt array of tables are added to the elements under the right name; any other value
      // would be present twice.
      guard case .array(let more) = entry.value.content,
        case .array(let elements) = entries[present].value.content
      else { return }
      entries[present].value.content = .array(elements + more)
    } else {
      entries.append(TOMLEntry(key: new, keyPosition: entry.keyPosition, value: entry.value))
    }
  }

  /// Changes the entries of the table in which an error lies, or removes the table itself if the error concerns all of
  /// it.
  private mutating func edit(_ spot: TOMLSpot, _ change: (inout [TOMLEntry]) -> Void) -> Bool {
    spot.key == nil
      ? root.remove(spot, path: "") : root.change(spot, path: "", change)
  }
}

/// The place of an error among the tables of a file.
struct TOMLSpot: Hashable, Sendable {
  /// The dotted path of the table.
  var path: String
  /// The position of the table, because the path alone does not distinguish the tables of an array.
  var position: TOMLPosition
  /// The key in the table; `nil` if the error concerns the table itself.
  var key: String?
}

/// A change that removes an error, so that the next one appears.
enum TOMLMend: Equatable, Sendable {
  /// Rename the misspelt key.
  case rename(to: String)
  /// Insert the missing key with this value, given as a file would write it.
  case insert(String)
  /// Use one of these words, the only allowed ones; if `isMeant`, the first word was probably meant.
  case choose([String], isMeant: Bool)
}

extension TOMLNode {
  /// The node with its value varied, differently for each number, because several stand-ins must differ from each
  /// other.
  fileprivate func varied(by number: Int) -> TOMLNode {
    guard number > 0 else { return self }
    var node = self
    switch content {
    case .integer: node.content = .integer(Int64((number - 1) % 33))
    // Names must differ. But a text that is a length or a time is valid only unchanged, so every third attempt keeps
    // it.
    case .string(let text) where number % 3 > 0: node.content = .string("\(text) \(number)")
    case .real(let value): node.content = .real(value + Double(number % 40))
    case .array(let elements) where elements.allSatisfy({ $0.number != nil }):
      // Changes both the direction and the length of a vector.
      let turn = number % max(1, elements.count)
      node.content = .array((elements[turn...] + elements[..<turn]).map { $0.scaled(by: number) })
    default: break
    }
    return node
  }

  /// The number reduced by `number` fiftieths of itself, where `number` counts modulo 40; so the result is zero only if
  /// the original is.
  private func scaled(by number: Int) -> TOMLNode {
    var node = self
    if let value = self.number { node.content = .real(value * (1 - Double(number % 40) / 50)) }
    return node
  }

  /// Changes the entries of the table at a spot; false if there is no such table.
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

  /// Removes the table at a spot; false if there is no such table, or if it is the whole file.
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
