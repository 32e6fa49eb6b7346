import Boards
import Testing

/// A recipe of deploy/soldering.md: its section, and the board file beside its picture.
struct Recipe: Sendable, CustomTestStringConvertible {
  /// The path of the document.
  static let document = "deploy/soldering.md"

  /// The sections with a picture of their own, in their order.
  static let all: [Recipe] = sections.compactMap { title, lines in
    let text = lines.joined(separator: "\n")
    guard let found = text.firstMatch(of: /recipes\/([a-z0-9-]+)\.svg/) else { return nil }
    return Recipe(title: title, name: String(found.output.1), lines: lines)
  }

  /// The heading.
  var title: String
  /// The name of its board file, without `.toml`.
  var name: String
  /// The lines below the heading.
  var lines: [String]

  var testDescription: String { title }

  /// True for a recipe with steps; false for a variant of the one above it.
  var hasSteps: Bool { !steps.isEmpty }

  /// Its board.
  func board() throws -> Board {
    try Board.load(path: "\(MarkdownFile.root)/deploy/recipes/\(name).toml")
  }

  /// A row of the table of sides: what is where for a person who faces the sound.
  struct Side: Sendable, Equatable {
    var source: String
    /// The face that the person sees.
    var seen: String
    var left: String
    var right: String
  }

  /// The table of sides.
  var sides: [Side] {
    let rows = lines.filter { $0.hasPrefix("|") }.dropFirst(2)
    return rows.map { row in
      let cells = row.split(separator: "|").map { cell in
        String(cell.drop { $0 == " " }.reversed().drop { $0 == " " }.reversed())
      }
      return Side(
        source: cells[0],
        seen: String(cells[1].prefix { $0 != "(" }.split(separator: " ").last ?? ""),
        left: cells[2], right: cells[3])
    }
  }

  /// A numbered step: its name, and its text without line ends.
  struct Step: Sendable {
    var name: String
    var text: String
  }

  /// The numbered steps.
  var steps: [Step] {
    var result: [Step] = []
    for line in lines {
      if let found = line.firstMatch(of: /^[0-9]+\. \*\*([A-Za-z ]+)\.\*\*/) {
        result.append(Step(name: String(found.output.1), text: line))
      } else if !result.isEmpty, !line.hasPrefix("#") {
        result[result.count - 1].text += " " + line.split(separator: " ").joined(separator: " ")
      }
    }
    return result
  }

  /// The headings of the document with the lines below each.
  private static var sections: [(title: String, lines: [String])] {
    let lines = MarkdownFile.all.first { $0.path == document }?.lines ?? []
    var result: [(title: String, lines: [String])] = []
    for line in lines {
      if line.hasPrefix("##") {
        result.append((String(line.drop { $0 == "#" || $0 == " " }), []))
      } else if !result.isEmpty {
        result[result.count - 1].lines.append(line)
      }
    }
    return result
  }
}

extension Board {
  /// The words of a recipe about one side: the names of the microphones there, and where their SEL goes.
  ///
  /// - Parameter direction: the side, in the device frame.
  func recipeWords(towards direction: Vector3) -> String {
    let there = microphones.filter { dot($0.position, direction) > 0.0005 }.map(\.name)
    let wires = header?.parts.filter { there.contains($0.name) }.flatMap(\.wires) ?? []
    let select = Set(wires.filter { $0.pad == "SEL" }.map { "\($0.signal)" }).sorted()
    let names = there.joined(separator: ", ")
    return select.isEmpty ? names : "\(names) (SEL to \(select.joined(separator: " or ")))"
  }
}
