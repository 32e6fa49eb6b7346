import Drawings

/// A person's answers to the questions of `pinna board new`.
///
/// Each is kept by its option, so that any one of them can be changed and none is lost.
final class BoardAnswers {
  /// An answer as typed.
  struct Answer {
    var key: String
    var option: String
    var question: String
    var text: String
  }

  /// The answers in this round, in the order of their questions.
  fileprivate(set) var asked: [Answer] = []
  /// All answers, including those to questions that are no longer asked.
  fileprivate var texts: [String: String] = [:]
  /// The answers to questions that are asked again; they are offered as defaults.
  fileprivate var old: [String: String] = [:]
}

extension BoardQuestions {
  /// Asks the questions, makes something from the answers, and shows them until the person accepts them.
  ///
  /// - Parameter make: called with the sketch; if it throws, its error is shown, and the person can change an answer.
  /// - Throws: ``CommandError`` (64) for a missing or wrong answer.
  func finished<Made>(
    _ path: String, _ make: (BoardSketch) throws(CommandError) -> Made
  ) throws(CommandError) -> Made {
    if console.ask != nil {
      let width = max(40, console.diagnosticsTerminal.width)
      console.note(Self.viewpoint.wrapped(to: width).joined(separator: "\n"))
    }
    while true {
      answers.asked = []
      let sketch = try sketch()
      var made: Made?
      do throws(CommandError) {
        made = try make(sketch)
      } catch {
        guard !answers.asked.isEmpty else { throw error }
        console.note("\(error.message).")
      }
      if let made {
        if answers.asked.isEmpty { return made }
        if try isContent(path, canWrite: true) { return made }
      }
      if made == nil { _ = try isContent(path, canWrite: false) }
    }
  }

  /// Shows the answers; returns true if the file may be written, and false if the person has changed an answer.
  private func isContent(_ path: String, canWrite: Bool) throws(CommandError) -> Bool {
    for (index, answer) in answers.asked.enumerated() {
      let width = max(40, console.diagnosticsTerminal.width - 6)
      let rows = "\(answer.question) \(answer.text)".wrapped(to: width)
      console.note("\("\(index + 1)".leftPadded(to: 3))  " + rows.joined(separator: "\n     "))
    }
    let ends = canWrite ? "Enter writes \(path), a" : "A"
    while true {
      console.writeDiagnostics("\(ends) number changes that answer, q quits: ")
      guard let line = console.ask?(), line != "q" else { throw unfinished(path) }
      if line.isEmpty, canWrite { return true }
      if let number = Int(line), answers.asked.indices.contains(number - 1) {
        let key = answers.asked[number - 1].key
        answers.old[key] = answers.texts.removeValue(forKey: key)
        return false
      }
      console.note("'\(line)': give a number from 1 to \(answers.asked.count).")
    }
  }

  /// The error if the person stops answering; it gives the command that continues from the answers.
  private func unfinished(_ path: String) -> CommandError {
    let words = answers.asked.map { answer in
      if answer.option == Self.middle.form.name { return answer.text == "yes" ? " --middle" : "" }
      let isLength = [Self.spacing.form.name, Self.radius.form.name].contains(answer.option)
      let text = isLength ? Self.millimetres(answer.text).map(Self.words) ?? "" : answer.text
      return text.isEmpty ? "" : " --\(answer.option)=\(text.shellWord)"
    }
    return arguments.usageError(
      "\(path) was not written; to continue from here: pinna board new \(path.shellWord)\(words.joined())"
    )
  }

  // MARK: - Kinds of answers

  func choice<Word: RawRepresentable<String> & Sendable>(
    _ option: Option<Word?>, _ question: String, usual: Word?, _ words: [Word]
  ) throws(CommandError) -> Word {
    let list = words.map(\.rawValue).joined(separator: ", ")
    if let word = arguments[option] {
      guard words.contains(where: { $0.rawValue == word.rawValue }) else {
        throw arguments.usageError("--\(option.form.name) \(word.rawValue): give one of \(list)")
      }
      return word
    }
    func word(_ text: String) -> Word? {
      let typed = text.lowercased()
      let fitting = words.filter { !typed.isEmpty && $0.rawValue.hasPrefix(typed) }
      return words.first { $0.rawValue == typed } ?? (fitting.count == 1 ? fitting[0] : nil)
    }
    let answer = try ask(
      "\(question) (\(list))", usual: usual?.rawValue, option.form
    ) { word($0) == nil ? "give one of \(list)" : nil }
    let chosen = word(answer) ?? words[0]
    settle(chosen.rawValue)
    return chosen
  }

  func number(
    _ option: Option<Double?>, _ range: ClosedRange<Double>, _ question: String,
    wrongEnd: String = ""
  ) throws(CommandError) -> Double {
    let (least, most) = (Self.words(range.lowerBound), Self.words(range.upperBound))
    let limits = least == most ? least : "a whole number from \(least) to \(most)"
    if let value = arguments[option] {
      guard range.contains(value), value == value.rounded() else {
        throw arguments.usageError(
          "--\(option.form.name) \(Self.words(value)): give \(limits)\(wrongEnd)")
      }
      return value
    }
    let answer = try ask(question, usual: nil, option.form) { text in
      Int(text).map { range.contains(Double($0)) } == true
        ? nil : "give \(limits)\(wrongEnd)"
    }
    return Double(answer) ?? range.lowerBound
  }

  func length(_ option: Option<Double?>, _ question: String) throws(CommandError) -> Double {
    if let value = arguments[option] { return value }
    let answer = try ask(question, usual: nil, option.form) { text in
      Self.millimetres(text).map((1...1000).contains) == true
        ? nil : "give a length from 1 to 1000 mm, such as 60, 60 mm or 6 cm"
    }
    return Self.millimetres(answer) ?? 1
  }

  /// The millimetres of a length that is typed with or without its unit; `nil` if it is not a length.
  static func millimetres(_ text: String) -> Double? {
    let units = [("mm", 1.0), ("cm", 10.0), ("m", 1000.0), ("inches", 25.4), ("in", 25.4)]
    var number = text.lowercased().filter { $0 != " " }
    var scale = 1.0
    if let unit = units.first(where: { number.hasSuffix($0.0) }) {
      (number, scale) = (String(number.dropLast(unit.0.count)), unit.1)
    }
    return Double(number.replacing(",", with: ".")).map { $0 * scale }
  }

  func text(
    _ option: Option<String?>, _ question: String, usual: String,
    wrong: (String) -> String?
  ) throws(CommandError) -> String {
    if let given = arguments[option] {
      if let problem = wrong(given) {
        throw arguments.usageError("--\(option.form.name) '\(given)': \(problem)")
      }
      return given
    }
    // If there is no person to ask, the usual answer counts.
    guard console.ask != nil else { return usual }
    return try ask(question, usual: usual, option.form, wrong: wrong)
  }

  func yes(_ option: OptionForm, _ question: String) throws(CommandError) -> Bool {
    guard console.ask != nil else { return false }
    let answer = try ask("\(question) (yes, no)", usual: "no", option) {
      ["y", "yes", "n", "no"].contains($0.lowercased()) ? nil : "answer yes or no"
    }
    return answer.lowercased().hasPrefix("y")
  }

  /// Stores the last answer in the form that its option takes, such as "yes" for "y".
  func settle(_ word: String) {
    guard console.ask != nil, let last = answers.asked.indices.last else { return }
    answers.asked[last].text = word
    answers.texts[answers.asked[last].key] = word
  }

  /// Asks a question until the answer is valid; an answer that was given before stays.
  ///
  /// - Parameter number: tells the answers apart if a question is asked several times.
  /// - Throws: ``CommandError`` (64) if there is no person to ask, or the person stops answering.
  func ask(
    _ question: String, usual: String?, _ option: OptionForm, number: Int = 1,
    wrong: (String) -> String?
  ) throws(CommandError) -> String {
    guard let reader = console.ask else {
      if let usual { return usual }
      throw missing(option.name, option.usage)
    }
    let key = "\(option.name) \(number)"
    func keep(_ text: String) -> String {
      answers.texts[key] = text
      answers.asked.append(.init(key: key, option: option.name, question: question, text: text))
      return text
    }
    if let text = answers.texts[key] {
      guard let problem = wrong(text) else { return keep(text) }
      console.note("'\(text)': \(problem).")
    }
    let offered = answers.old[key].flatMap { wrong($0) == nil ? $0 : nil } ?? usual
    while true {
      let line = question + (offered.map { " [\($0)]" } ?? "")
      let width = max(40, console.diagnosticsTerminal.width - 12)
      console.writeDiagnostics(line.wrapped(to: width).joined(separator: "\n  ") + " ")
      guard let reply = reader() else { throw unfinished(arguments.positionals[0]) }
      let typed = reply.drop { $0 == " " }
      let answer = typed.isEmpty ? offered ?? "" : String(typed)
      guard let problem = wrong(answer) else { return keep(answer) }
      console.note("'\(answer)': \(problem).")
    }
  }

  func missing(_ name: String, _ usage: String) -> CommandError {
    arguments.usageError("--\(name) is missing: give \(usage)")
  }

  static func words(_ value: Double) -> String { value.shortText(digits: 3) }
}
