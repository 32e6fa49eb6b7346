/// One positional argument of a command.
struct Positional: Sendable, Equatable {
  /// The allowed number of values.
  enum Count: Sendable, Equatable {
    /// Exactly one.
    case one
    /// One or none.
    case optional
    /// One or more; only for the last.
    case oneOrMore
    /// Any number, including none; only for the last.
    case any
  }

  /// The word for it in help, in capitals.
  let name: String
  /// One line for help, without a full stop.
  let summary: String
  /// The allowed number of values.
  let count: Count

  /// The words for shell completion.
  let words: [String]

  /// An argument from its name, its line of help, its count and its words.
  init(_ name: String, _ summary: String, count: Count = .one, words: [String] = []) {
    (self.words, self.name, self.summary, self.count) = (words, name, summary, count)
  }

  /// The argument in the usage line.
  var usage: String {
    switch count {
    case .one: name
    case .optional: "[\(name)]"
    case .oneOrMore: "\(name)..."
    case .any: "[\(name)...]"
    }
  }
}
