/// A person's answer in place of a step.
package enum GuideAnswer: Sendable, Equatable {
  /// Skip this step.
  case skip
  /// Repeat the previous step.
  case again
  /// Skip this step and all later steps.
  case stop
}

/// The conversation of a checkup with the person holding the board.
///
/// - Thread: control.
package struct Guide {
  /// Asks the person for a step, stating its number (from 1) and the number of steps.
  package var ask: (_ step: GuidedStep, _ number: Int, _ count: Int) -> Void
  /// The person's answer since the last call; `nil` if there was none.
  package var answer: () -> GuideAnswer?
  /// Tells the person the result of a step.
  package var tell: (_ finding: Finding) -> Void
  /// Tells the person why a step must be repeated.
  package var retry: (_ reason: String) -> Void

  /// Creates a guide from its parts.
  package init(
    ask: @escaping (_ step: GuidedStep, _ number: Int, _ count: Int) -> Void,
    answer: @escaping () -> GuideAnswer? = { nil },
    tell: @escaping (_ finding: Finding) -> Void = { _ in },
    retry: @escaping (_ reason: String) -> Void = { _ in }
  ) {
    self.ask = ask
    self.answer = answer
    self.tell = tell
    self.retry = retry
  }
}
