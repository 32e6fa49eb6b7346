/// A command that a person can type after `pinna`: the one source of parsing, help and manual pages.
struct Command: Sendable {
  /// A command line to try and its effect.
  struct Example: Sendable, Equatable {
    /// The line to type.
    var line: String
    /// The effect, without a full stop.
    var meaning: String

    /// An example from its line and its meaning.
    init(_ line: String, _ meaning: String) {
      self.line = line
      self.meaning = meaning
    }
  }

  /// The work of a command once its arguments are checked.
  typealias Action = @Sendable (Arguments, Console) throws -> ExitCode

  /// The part of the line after the name.
  enum Content: Sendable {
    /// Arguments, and the action that uses them.
    case action(Action)
    /// Further commands.
    case group([Command])
  }

  /// The word to type.
  let name: String
  /// One line for lists, without a full stop.
  let summary: String
  /// Paragraphs for `--help` and the manual page.
  let discussion: String
  /// Positional arguments.
  let positionals: [Positional]
  /// Options.
  let options: [OptionForm]
  /// Lines to try.
  let examples: [Example]
  /// True for a command that works in real time, which unread output must not hold up.
  let isLive: Bool
  /// The part of the line after the name.
  let content: Content

  /// A command with an action.
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

  /// A command that groups others: `pinna board list`.
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

  /// The commands of a group; empty for others.
  var commands: [Command] {
    switch content {
    case .action: []
    case .group(let commands): commands
    }
  }
}
