/// The outcome of a step.
enum GuidedOutcome {
  /// The step was done, with these findings.
  case found([Finding])
  /// The step was done without a clear result. The text gives the reason, and becomes the finding after the last
  /// attempt.
  case unclear(String)
  /// The step was not done in time; the finding says what happened instead, if anything.
  case timeout(Finding)
  /// The step cannot be done on this board now, for this reason.
  case impossible(String)
  /// The person answered instead of doing the step.
  case answered(GuideAnswer)
}
