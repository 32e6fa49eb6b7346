import Diagnostics
import Drawings
import Essentials

/// A conversation with a person who handles a board step by step: instructions, keys and results.
///
/// All its texts go to the diagnostics, because the output is for facts. Keys work only on a terminal. Without a
/// terminal, or if the simulated hands of a scenario carry out the steps, there are no answers.
///
/// - Thread: control.
final class GuidedConversation {
  private let console: Console
  private let isAnswered: Bool
  private let willBegin: () -> Void
  private var hasBegun = false
  private var keyboard: Keyboard?

  /// The number of columns beyond which lines are hard to read.
  private static let widest = 100

  /// Makes a conversation that begins with the first step.
  ///
  /// - Parameters:
  /// - isAnswered: true if a person may answer with keys; if false, the keyboard is left alone.
  ///   - willBegin: called before the first text, to clear the line of progress.
  init(_ console: Console, isAnswered: Bool, willBegin: @escaping () -> Void = {}) {
    self.console = console
    self.isAnswered = isAnswered
    self.willBegin = willBegin
  }

  /// Asks the person for a step, with its number (counted from 1) and the number of steps.
  func ask(_ text: String, number: Int, count: Int) {
    begin()
    let label = "\(number) of \(count)"
    let column = Self.column(count)
    let start = StyledText(label.leftPadded(to: column - 2) + "  ", .dim)
    write(text, behind: start, style: .bold, column: column)
    self.count = count
  }

  /// The person's answer since the last call; `nil` if there was none.
  func answer() -> GuideAnswer? {
    for key in keyboard?.poll() ?? [] {
      switch key {
      case .character("s"), .character(" "): return .skip
      case .character("r"): return .again
      case .character("q"): return .stop
      default: continue
      }
    }
    return nil
  }

  /// Tells the person the result of a step.
  func tell(_ verdict: Verdict, _ text: String) {
    let column = Self.column(count)
    let start =
      StyledText(String(repeating: " ", count: column))
      + StyledText(verdict.word, verdict.style).padded(to: 6)
    write(text, behind: start, column: column + 6)
  }

  /// Tells the person why a step must be repeated.
  func retry(_ reason: String) {
    let column = Self.column(count)
    let start = StyledText(String(repeating: " ", count: column)) + StyledText("again ", .yellow)
    write(reason, behind: start, column: column + 6)
  }

  // MARK: Words

  /// The number of steps.
  private var count = 1

  /// The column at which the text of a step begins: two columns after the widest number.
  private static func column(_ count: Int) -> Int { "\(count) of \(count)".count + 2 }

  private func begin() {
    guard !hasBegun else { return }
    hasBegun = true
    willBegin()
    guard isAnswered, let keyboard = Keyboard() else { return }
    // Keys that were pressed before the question do not answer it.
    _ = keyboard.poll()
    self.keyboard = keyboard
    for line in Self.keys.wrapped(to: width) { console.note(line) }
  }

  private static let keys =
    "Keys: s or space skips a step, r repeats the previous one, q skips the rest."

  private var width: Int { min(Self.widest, console.diagnosticsTerminal.width) }

  private func write(
    _ text: String, behind start: StyledText, style: TextStyle? = nil, column: Int
  ) {
    let below = StyledText(String(repeating: " ", count: column))
    for (index, line) in text.printable.wrapped(to: width - column).enumerated() {
      let all = (index == 0 ? start : below) + StyledText(line, style)
      console.note(all.rendered(colored: console.diagnosticsTerminal.allowsColor))
    }
  }
}

extension GuidedConversation {
  /// The conversation in the form that the steps of a checkup use.
  var guide: Guide {
    var subject = ""
    return Guide(
      ask: { step, number, count in
        subject = step.subject
        self.ask(step.prompt, number: number, count: count)
      },
      answer: { self.answer() },
      tell: { finding in
        let name = finding.subject == subject ? "" : finding.subject + ": "
        self.tell(finding.verdict, name + finding.message)
      },
      retry: { self.retry($0) })
  }
}
