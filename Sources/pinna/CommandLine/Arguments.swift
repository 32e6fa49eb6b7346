/// The words after a command, checked against its options.
///
/// Asking for an option that the command does not list is our bug and stops the program.
struct Arguments: Sendable {
  /// The words that lead to the command, as `["pinna", "board", "show"]`.
  let path: [String]
  /// Positional arguments, in order.
  let positionals: [String]
  private let options: [OptionForm]
  private let values: [String: [String]]

  /// Arguments from their parts.
  ///
  /// - Parameter values: the words after each option, in order; an empty word for a flag.
  init(path: [String], positionals: [String], options: [OptionForm], values: [String: [String]]) {
    self.path = path
    self.positionals = positionals
    self.options = options
    self.values = values
  }

  /// The given value, or else the default; the last one of several.
  subscript<Value>(option: Option<Value>) -> Value { option.value(given(option)) }

  /// True if an option was given.
  func has(_ option: any AnyOption) -> Bool { !given(option).isEmpty }

  /// True if JSON output is requested from a command that supports it.
  var asksForJSON: Bool { options.contains(Command.json.form) && has(Command.json) }

  /// A mistake that only the command can detect: the problem and the correct form.
  func usageError(_ message: String) -> CommandError { .usage(message, of: path) }

  private func given(_ option: any AnyOption) -> [String] {
    precondition(options.contains(option.form), "\(path) has no option --\(option.form.name)")
    return values[option.form.name] ?? []
  }
}
