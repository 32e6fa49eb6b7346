/// The words after the name of a command, checked against the options of the command.
///
/// Asking for an option that the command does not list is a bug in Pinna, and stops the program.
struct Arguments: Sendable {
  /// The words that lead to the command, such as `["pinna", "board", "show"]`.
  let path: [String]
  /// The positional arguments, in the order in which they were typed.
  let positionals: [String]
  private let options: [OptionForm]
  private let values: [String: [String]]

  /// Makes arguments from their parts.
  ///
  /// - Parameter values: the words after each option, in order; one empty word for a flag.
  init(path: [String], positionals: [String], options: [OptionForm], values: [String: [String]]) {
    self.path = path
    self.positionals = positionals
    self.options = options
    self.values = values
  }

  /// The value given for an option, or the last one if there are several; the default if none was given.
  subscript<Value>(option: Option<Value>) -> Value { option.value(given(option)) }

  /// True if an option was given.
  func has(_ option: any AnyOption) -> Bool { !given(option).isEmpty }

  /// True if the command supports JSON output, and the person asks for it.
  var asksForJSON: Bool { options.contains(Command.json.form) && has(Command.json) }

  /// The error for a mistake that only the command itself can detect: the problem, and the correct form.
  func usageError(_ message: String) -> CommandError { .usage(message, of: path) }

  private func given(_ option: any AnyOption) -> [String] {
    precondition(options.contains(option.form), "\(path) has no option --\(option.form.name)")
    return values[option.form.name] ?? []
  }
}
