/// One positional argument of a command.
struct Positional: Sendable, Equatable {
  /// The number of values that an argument may have.
  enum Count: Sendable, Equatable {
    /// Exactly one.
    case one
    /// One or none.
    case optional
    /// One or more; allowed only for the last argument.
    case oneOrMore
    /// Any number, including none; allowed only for the last argument.
    case any
  }

  /// The word that stands for the argument in the help, in capitals.
  let name: String
  /// A summary in one line for the help, without a full stop.
  let summary: String
  /// The number of values that the argument may have.
  let count: Count

  /// The words that shell completion offers for the argument.
  let words: [String]

  init(_ name: String, _ summary: String, count: Count = .one, words: [String] = []) {
    (self.words, self.name, self.summary, self.count) = (words, name, summary, count)
  }

  /// The argument as the usage line shows it.
  var usage: String {
    switch count {
    case .one: name
    case .optional: "[\(name)]"
    case .oneOrMore: "\(name)..."
    case .any: "[\(name)...]"
    }
  }
}
