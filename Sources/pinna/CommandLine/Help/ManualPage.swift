/// The manual page of a command, made from the same declaration as its help.
///
/// - Source: man(7) of groff, for the macros that every formatter of manual pages supports.
struct ManualPage {
  /// The command that the page describes.
  let command: Command
  /// The words that lead to the command; its own name comes last.
  let path: [String]
  /// The version of the program.
  let version: String

  /// The pages of a program: one for the program itself, and one for every command.
  static func all(of program: Command, version: String) -> [ManualPage] {
    pages(program, path: [program.name], version: version)
  }

  private static func pages(_ command: Command, path: [String], version: String) -> [ManualPage] {
    [ManualPage(command: command, path: path, version: version)]
      + command.commands.flatMap { pages($0, path: path + [$0.name], version: version) }
  }

  /// The name of the page's file, such as "pinna-board-list.1".
  var fileName: String { title + ".1" }

  /// The page in roff format.
  var text: String {
    let sections: [[String]] = [
      [header], name, synopsis, description, lists, examples, environment, exits, seeAlso,
    ]
    return sections.flatMap { $0 }.joined(separator: "\n") + "\n"
  }

  private var title: String { path.joined(separator: "-") }

  // MARK: Sections

  private var header: String {
    ".TH \(title.uppercased()) 1 \"\" \"\(path[0]) \(version)\" \"User Commands\""
  }

  private var name: [String] {
    [".SH NAME", "\(Self.escaped(title)) \\- \(Self.escaped(command.summary))"]
  }

  private var synopsis: [String] {
    [".SH SYNOPSIS", ".B " + Self.escaped(path.joined(separator: " "))]
      + command.usage.map(Self.escaped)
  }

  private var description: [String] {
    guard !command.discussion.isEmpty else { return [] }
    let paragraphs = command.discussion.split(separator: "\n\n").flatMap { paragraph in
      [".PP"] + paragraph.split(separator: "\n").map { Self.escaped(String($0)) }
    }
    return [".SH DESCRIPTION"] + paragraphs.dropFirst()
  }

  private var lists: [String] {
    let options = command.options.map { ($0.usage, $0.explanation) }
    return list("COMMANDS", command.commands.map { ($0.name, $0.summary) })
      + list("ARGUMENTS", command.positionals.map { ($0.name, $0.summary) })
      + list(
        "OPTIONS",
        options + (path.count == 1 ? CommandHelp.programOptions : [])
          + [("--help", "explain the command")])
  }

  private func list(_ heading: String, _ rows: [(String, String)]) -> [String] {
    guard !rows.isEmpty else { return [] }
    return [".SH " + heading]
      + rows.flatMap { [".TP", ".B " + Self.escaped($0.0), Self.escaped($0.1)] }
  }

  private var examples: [String] {
    list("EXAMPLES", command.examples.map { ($0.line, $0.meaning) })
  }

  /// The variables that any command may use; only the page of the program itself lists them.
  private var environment: [String] {
    path.count == 1 ? list("ENVIRONMENT", Environment.meanings.map { ($0.0, $0.1) }) : []
  }

  private var exits: [String] {
    list("EXIT STATUS", ExitCode.allCases.map { ("\($0.rawValue)", $0.meaning) })
  }

  private var seeAlso: [String] {
    let above = (1..<path.count).map { path.prefix($0).joined(separator: "-") }
    let below = command.commands.map { title + "-" + $0.name }
    let pages = (above + below).map { ".BR \(Self.escaped($0)) (1)" }
    guard !pages.isEmpty else { return [] }
    return [".SH SEE ALSO"] + pages.dropLast().map { $0 + "," } + pages.suffix(1)
  }

  /// The text with its special characters escaped for roff: dashes stay ASCII, and no line can become a control line.
  private static func escaped(_ text: String) -> String {
    var out = ""
    for character in text {
      switch character {
      case "\\": out += "\\e"
      case "-": out += "\\-"
      case "'": out += "\\(aq"
      default: out.append(character)
      }
    }
    return out.hasPrefix(".") ? "\\&" + out : out
  }
}
