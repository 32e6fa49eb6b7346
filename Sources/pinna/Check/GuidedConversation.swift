import Diagnostics
import Drawings
import Essentials

/// A conversation with a person who does step after step with a board: instructions, keys, and results.
///
/// All of it goes to the diagnostics, because the output is for facts. Keys work on a terminal only; without one, or if
/// the hands of a scenario do the steps, there are no answers.
///
/// - Thread: control.
final class GuidedConversation {
  private let console: Console
  private let isAnswered: Bool
  private let willBegin: () -> Void
  private var hasBegun = false
  private var keyboard: Keyboard?

  /// Columns beyond which lines are hard to read.
  private static let widest = 100

  /// A conversation that begins with the first step.
  ///
  /// - Parameters:
  ///   - isAnswered: true if a person may answer with keys; otherwise the keyboard is left alone.
  ///   - willBegin: called before the first text, to clear the line.
  init(_ console: Console, isAnswered: Bool, willBegin: @escaping () -> Void = {}) {
    self.console = console
    self.isAnswered = isAnswered
    self.willBegin = willBegin
  }

  /// Asks for a step, with its number from 1 and the number of steps.
  func ask(_ text: String, number: Int, count: Int) {
    begin()
    let label = "\(number) of \(count)"
    let column = Self.column(count)
    let start = StyledText(label.leftPadded(to: column - 2) + "  ", .dim)
    write(text, behind: start, style: .bold, column: column)
    self.count = count
  }

  /// The answer of the person since the last call; `nil` if there was none.
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

  /// Tells the result of a step.
  func tell(_ verdict: Verdict, _ text: String) {
    let column = Self.column(count)
    let start =
      StyledText(String(repeating: " ", count: column))
      + StyledText(verdict.word, verdict.style).padded(to: 6)
    write(text, behind: start, column: column + 6)
  }

  /// Tells why a step must be repeated.
  func retry(_ reason: String) {
    let column = Self.column(count)
    let start = StyledText(String(repeating: " ", count: column)) + StyledText("again ", .yellow)
    write(reason, behind: start, column: column + 6)
  }

  // MARK: Words

  /// The number of steps.
  private var count = 1

  /// The column at which the text begins: two columns after the widest number.
  private static func column(_ count: Int) -> Int { "\(count) of \(count)".count + 2 }

  private func begin() {
    guard !hasBegun else { return }
    hasBegun = true
    willBegin()
    guard isAnswered, let keyboard = Keyboard() else { return }
    // Keys pressed before the question do not answer it.
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
  /// The conversation about the steps of a checkup.
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
