/// A command that a person can type after `pinna`; parsing, help and manual pages are all made from it.
struct Command: Sendable {
  /// A command line to try, and its effect.
  struct Example: Sendable, Equatable {
    /// The line to type.
    var line: String
    /// The effect of the line, without a full stop.
    var meaning: String

    init(_ line: String, _ meaning: String) {
      self.line = line
      self.meaning = meaning
    }
  }

  /// The work that a command does once its arguments have been checked.
  typealias Action = @Sendable (Arguments, Console) throws -> ExitCode

  /// The part of the command line that follows the name of the command.
  enum Content: Sendable {
    /// Arguments, and the action that is given them.
    case action(Action)
    /// Further commands, if this is a group of commands.
    case group([Command])
  }

  /// The word that a person types for the command.
  let name: String
  /// A summary in one line for lists, without a full stop.
  let summary: String
  /// The paragraphs for `--help` and for the manual page.
  let discussion: String
  /// The positional arguments of the command.
  let positionals: [Positional]
  /// The options of the command.
  let options: [OptionForm]
  /// Examples of command lines to try.
  let examples: [Example]
  /// True for a command that works in real time, and that unread output must not hold up.
  let isLive: Bool
  /// The part of the command line that follows the name of the command.
  let content: Content

  /// Makes a command with an action.
  init(
    _ name: String, summary: String, discussion: String = "", positionals: [Positional] = [],
    options: [any AnyOption] = [], examples: [Example] = [], isLive: Bool = false,
    action: @escaping Action
  ) {
    self.isLive = isLive
    self.name = name
    self.summary = summary
    self.discussion = discussion
    self.positionals = positionals
    self.options = options.map { $0.form }
    self.examples = examples
    content = .action(action)
  }

  /// Makes a command that groups others, such as `pinna board`.
  init(
    _ name: String, summary: String, discussion: String = "", examples: [Example] = [],
    commands: [Command]
  ) {
    self.name = name
    self.summary = summary
    self.discussion = discussion
    positionals = []
    options = []
    self.examples = examples
    isLive = false
    content = .group(commands)
  }

  /// The words that follow the name of the command on the line that shows how it is used.
  var usage: [String] {
    (options.isEmpty ? [] : ["[OPTIONS]"])
      + (commands.isEmpty ? positionals.map(\.usage) : ["COMMAND"])
  }

  /// The commands in a group; empty if this is not a group.
  var commands: [Command] {
    switch content {
    case .action: []
    case .group(let commands): commands
    }
  }
}
