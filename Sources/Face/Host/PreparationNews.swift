import Recorder

/// The log lines about the filters that are being made in the background.
struct PreparationNews {
  private var toldOfBody = false
  private var hasEnded = false

  /// Returns the lines that are new since the last call.
  mutating func lines(
    _ progress: FilterPreparation.Progress, _ filters: FilterStore
  ) -> [String] {
    var lines: [String] = []
    if progress.stage == .body, !toldOfBody {
      toldOfBody = true
      lines.append(
        "computing the effect of the board's body; until this is done, takes use filters that ignore the body"
      )
    }
    guard progress.isFinished, !hasEnded else { return lines }
    hasEnded = true
    if let error = progress.error { lines.append("no filters: \(error)") }
    if let problem = filters.cacheProblem { lines.append("\(problem)") }
    return lines
  }
}
