import Drawings

/// The help for a command, made from the declaration of the command.
struct CommandHelp {
  /// The command that the help explains.
  let command: Command
  /// The words that lead to the command; its own name comes last.
  let path: [String]

  /// The help, wrapped and aligned to suit a terminal.
  func text(for terminal: Terminal) -> String {
    // The first screen shows a line to try; the text that is read only once comes last.
    var sections = [head(terminal)]
    sections.append(heading("Usage", terminal) + usage.wrapped(to: width(terminal)))
    sections.append(examples(terminal))
    sections.append(list("Commands", command.commands.map { ($0.name, $0.summary) }, terminal))
    sections.append(list("Arguments", command.positionals.map { ($0.name, $0.summary) }, terminal))
    sections.append(list("Options", options, terminal))
    if !command.discussion.isEmpty {
      sections.append(command.discussion.wrapped(to: width(terminal)))
    }
    if !command.commands.isEmpty {
      sections.append(["See '\((path + ["COMMAND", "--help"]).joined(separator: " "))'."])
    }
    return sections.filter { !$0.isEmpty }.map { $0.joined(separator: "\n") }
      .joined(separator: "\n\n") + "\n"
  }

  /// The width of the text in columns: lines over 100 columns are hard to read on any terminal.
  private func width(_ terminal: Terminal) -> Int { min(terminal.width, 100) }

  private func head(_ terminal: Terminal) -> [String] {
    let name = path.joined(separator: " ")
    let lines = "\(name): \(command.summary)".wrapped(to: width(terminal))
    return [terminal.styled(name, .bold) + lines[0].dropFirst(name.count)] + lines.dropFirst()
  }

  private func heading(_ text: String, _ terminal: Terminal) -> [String] {
    [terminal.styled(text + ":", .bold)]
  }

  /// The line that shows how the command is used.
  var usage: String { "  " + (path + command.usage).joined(separator: " ") }

  /// The options of the program itself.
  static let programOptions = [
    ("--version", "print the version and the commit"),
    ("--manual FOLDER", "write manual pages and completion for Bash to a folder"),
  ]

  private var options: [(String, String)] {
    let own = command.options.map { ($0.usage, $0.explanation) }
    return own + (path.count == 1 ? Self.programOptions : []) + [("--help", "show this help")]
  }

  private func list(_ title: String, _ rows: [(String, String)], _ terminal: Terminal) -> [String] {
    guard !rows.isEmpty else { return [] }
    // A name that is longer than this has a line of its own.
    let column = min(rows.map { $0.0.terminalWidth }.max() ?? 0, 26)
    return heading(title, terminal)
      + rows.flatMap { name, summary -> [String] in
        let lines = summary.wrapped(to: max(24, width(terminal) - column - 4))
        let isLong = name.terminalWidth > column
        let first = isLong ? ["  " + name] : ["  " + name.padded(to: column) + "  " + lines[0]]
        let indent = String(repeating: " ", count: column + 4)
        return first + lines.dropFirst(isLong ? 0 : 1).map { indent + $0 }
      }
  }

  private func examples(_ terminal: Terminal) -> [String] {
    guard !command.examples.isEmpty else { return [] }
    return heading("Examples", terminal)
      + command.examples.flatMap { example in
        ["  " + example.line]
          + ("      " + example.meaning).wrapped(to: width(terminal)).map {
            terminal.styled($0, .dim)
          }
      }
  }
}
