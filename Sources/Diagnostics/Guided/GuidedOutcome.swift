/// The outcome of a step.
enum GuidedOutcome {
  /// It was done, with these findings.
  case found([Finding])
  /// It was done without a clear result; the text gives the reason, and becomes the finding after the last attempt.
  case unclear(String)
  /// It was not done in time; the finding says what happened instead, if anything.
  case timeout(Finding)
  /// It cannot be done on this board now.
  case impossible(String)
  /// The person gave an answer instead.
  case answered(GuideAnswer)
}
