/// What a person says to a step instead of doing it.
public enum GuideAnswer: Sendable, Equatable {
  /// Leave this step out.
  case skip
  /// Do the step before this one again.
  case again
  /// Leave this step and all that follow out.
  case stop
}

/// How a checkup talks with the person who holds the board.
///
/// - Thread: control.
public struct Guide {
  /// Tells what to do: the step, its number from 1, and how many there are.
  public var ask: (_ step: GuidedStep, _ number: Int, _ count: Int) -> Void
  /// What the person has answered since the last call.
  public var answer: () -> GuideAnswer?
  /// Tells what came of a step.
  public var tell: (_ finding: Finding) -> Void
  /// Tells why a step is to be done once more.
  public var retry: (_ reason: String) -> Void

  /// A guide from its parts.
  public init(
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
