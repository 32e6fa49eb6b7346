/// What was typed after a command, checked against its options.
///
/// Every accessor takes the ``Option`` that the command lists; asking for an option that it does not list, or for the
/// wrong kind, is a bug of ours and stops the program.
struct Arguments: Sendable {
  /// A value as typed and as understood.
  enum Value: Sendable, Equatable {
    case flag
    case text(String)
    case number(Double)
    case integer(Int)
  }

  /// The words that lead to the command, as `["pinna", "board", "show"]`.
  let path: [String]
  /// Arguments by place, in order.
  let positionals: [String]
  private let options: [Option]
  private let values: [String: [Value]]

  init(path: [String], positionals: [String], options: [Option], values: [String: [Value]]) {
    self.path = path
    self.positionals = positionals
    self.options = options
    self.values = values
  }

  /// Whether a flag was given.
  func has(_ option: Option) -> Bool { !given(option).isEmpty }

  /// Whether the output is asked for as JSON, by a command that has it.
  var asksForJSON: Bool { options.contains(Command.json) && has(Command.json) }

  /// The text or word given, else the option's standard, else `nil`; the last one of several.
  func text(_ option: Option) -> String? { texts(option).last ?? option.standard }

  /// All texts or words given, in order.
  func texts(_ option: Option) -> [String] {
    given(option).compactMap { value in
      if case .text(let text) = value { text } else { nil }
    }
  }

  /// The number given, else the standard where that is a number, else `nil`.
  ///
  /// `nil` also where a word was given instead of a number: ``text(_:)`` has it then.
  func number(_ option: Option) -> Double? {
    switch given(option).last {
    case .number(let number): number
    case .text: nil
    default: option.standard.flatMap(Double.init)
    }
  }

  /// The whole number given, else the standard, else `nil`.
  func integer(_ option: Option) -> Int? {
    if case .integer(let integer) = given(option).last { return integer }
    return option.standard.flatMap { Int($0) }
  }

  /// A mistake that only the command could see: what was wrong and what would be right.
  func usageError(_ message: String) -> CommandError { .usage(message, of: path) }

  private func given(_ option: Option) -> [Value] {
    precondition(options.contains(option), "\(path) has no option --\(option.name)")
    return values[option.name] ?? []
  }
}
