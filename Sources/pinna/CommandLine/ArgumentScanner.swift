import TOML

/// Reads the words that follow the name of a command.
struct ArgumentScanner {
  private let command: Command
  private let path: [String]
  private var rest: ArraySlice<String>
  private var positionals: [String] = []
  private var values: [String: [String]] = [:]

  /// Reads the arguments in these words.
  ///
  /// `--name=value` and `--name value` mean the same. After `--`, every word is a positional argument. A value may
  /// start with a minus sign if it is a number.
  ///
  /// - Throws: ``CommandError`` with exit code 64.
  static func scan(
    _ words: ArraySlice<String>, for command: Command, path: [String]
  ) throws(CommandError) -> Arguments {
    var scanner = ArgumentScanner(command: command, path: path, rest: words)
    while let word = scanner.rest.popFirst() {
      try scanner.add(word)
    }
    try scanner.checkPositionals()
    return Arguments(
      path: path, positionals: scanner.positionals, options: command.options,
      values: scanner.values)
  }

  private mutating func add(_ word: String) throws(CommandError) {
    if word == "--" {
      positionals += rest
      rest = []
    } else if word.hasPrefix("--") {
      try addOption(word.dropFirst(2))
    } else if let option = shortForm(word) {
      try addOption(option)
    } else if word.hasPrefix("-"), word.count > 1, !Self.isQuantity(word) {
      throw error("no option '\(word)': \(hint(for: word))")
    } else {
      positionals.append(word)
    }
  }

  /// True for a number, with or without a unit, such as `-6` or `-6dB`.
  private static func isQuantity(_ word: String) -> Bool {
    Double(word) != nil || word.dropFirst().first.map { $0.isASCII && $0.isNumber } == true
  }

  /// The remedy for a word with a single dash, such as `-board`, `-b=phone` or `-bphone`.
  private func hint(for word: String) -> String {
    if let long = command.options.first(where: { $0.name.hasPrefix(word.dropFirst()) }) {
      return "did you mean --\(long.name)?"
    }
    let letter = String(word.dropFirst().prefix(1))
    guard let option = GuessedWords.option(for: letter, among: command.options),
      option.kind != .flag
    else { return "options start with two dashes" }
    return "write -\(letter) and its value as two words, or --\(option.name)=VALUE"
  }

  /// The option that a dash and a letter stand for.
  private func shortForm(_ word: String) -> Substring? {
    guard word.count == 2, word.hasPrefix("-") else { return nil }
    let letter = String(word.dropFirst())
    return GuessedWords.option(for: letter, among: command.options).map { $0.name[...] }
  }

  private mutating func addOption(_ text: Substring) throws(CommandError) {
    let parts = text.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
    let name = String(parts[0])
    guard let option = command.options.first(where: { $0.name == name }) else {
      throw unknown(name)
    }
    guard option.isRepeated || values[name] == nil else {
      throw error("--\(name) is given twice: give it once")
    }
    let attached = parts.count == 2 ? String(parts[1]) : nil
    if case .flag = option.kind {
      guard attached == nil else { throw error("--\(name) takes no value: write just --\(name)") }
      values[name] = [""]
    } else {
      var value = attached
      if value == nil { value = try followingValue(of: option) }
      try check(value ?? "", for: option)
      values[name, default: []].append(value ?? "")
    }
  }

  private mutating func followingValue(of option: OptionForm) throws(CommandError) -> String {
    let isOption = rest.first.map { $0.hasPrefix("--") } ?? true
    guard !isOption, let value = rest.popFirst() else {
      throw error("--\(option.name) needs a value: \(option.usage)")
    }
    return value
  }

  private func check(_ text: String, for option: OptionForm) throws(CommandError) {
    switch option.kind {
    case .flag: break
    case .text:
      guard !text.isEmpty else { throw error("--\(option.name) needs a value: \(option.usage)") }
    case .choice(let words):
      guard words.contains(text) else { throw wrong(text, option, candidates: words) }
    case .number(_, let range, _, let words):
      guard words.contains(text) || Double(text).map(range.contains) == true else {
        throw wrong(text, option, candidates: words)
      }
    }
  }

  private func checkPositionals() throws(CommandError) {
    let wanted = command.positionals
    let needed = wanted.filter { $0.count == .one || $0.count == .oneOrMore }
    if positionals.count < needed.count {
      let missing = needed[positionals.count]
      throw error("\(missing.name) is missing: \(missing.summary)")
    }
    let isOpen = wanted.last?.count == .oneOrMore || wanted.last?.count == .any
    if !isOpen, positionals.count > wanted.count {
      let extra = positionals[wanted.count]
      let takes = wanted.map(\.usage).joined(separator: " ")
      throw error(
        "unexpected argument '\(extra)': this command takes only "
          + (wanted.isEmpty ? "options" : takes))
    }
  }

  // MARK: Errors

  private func error(_ message: String) -> CommandError { .usage(message, of: path) }

  /// Words that are spelt differently but mean the same; each set contains the names of options of some command.
  private static let synonyms: [Set<String>] = [["duration", "seconds", "length", "time"]]

  private func unknown(_ name: String) -> CommandError {
    let known = command.options.map(\.name)
    let alike = Self.synonyms.first { $0.contains(name) } ?? []
    let meant = Suggestion.nearest(to: name, in: known) ?? known.first { alike.contains($0) }
    let names = known.map { "--\($0)" }.joined(separator: ", ")
    let all = names.isEmpty ? "this command has none" : "the options are \(names)"
    return error("no option '--\(name)': " + (meant.map { "did you mean --\($0)?" } ?? all))
  }

  private func wrong(_ text: String, _ option: OptionForm, candidates: [String]) -> CommandError {
    if let remedy = GuessedWords.remedy(for: text.lowercased(), in: "--\(option.name)"),
      !candidates.contains(text.lowercased())
    {
      return error("--\(option.name) '\(text)': \(remedy)")
    }
    let meant =
      Suggestion.nearest(to: text, in: candidates)
      ?? GuessedWords.value(for: text, of: option.name, in: candidates)
    let right = meant.map { "did you mean \($0)?" } ?? "it must be \(option.allowed ?? "a value")"
    return error("--\(option.name) '\(text)': \(right)")
  }
}
