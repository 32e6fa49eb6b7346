/// What came of a step.
enum GuidedOutcome {
  /// It was done, and this is what it says.
  case found([Finding])
  /// Something was done that says nothing; why, and what it would say in the end.
  case unclear(String)
  /// Nothing was done in time; what there was instead, if anything.
  case timeout(Finding)
  /// It cannot be done on this board now.
  case impossible(String)
  /// The person answered instead.
  case answered(GuideAnswer)
}
