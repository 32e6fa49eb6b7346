import Drawings
import Recorder

/// The lines of a log about filters that are made in the background: one when a refinement begins and one when it ends.
struct PreparationNews {
  private var began: Double?
  private var toldOfBody = false
  private var hasEnded = false

  /// Gives the lines that are new.
  ///
  /// - Parameter now: seconds on the control clock.
  mutating func lines(
    _ progress: FilterPreparation.Progress, _ filters: FilterStore, at now: Double
  ) -> [String] {
    var lines: [String] = []
    if progress.stage == .body, !toldOfBody {
      toldOfBody = true
      lines.append("computing the body of the board; takes have filters without it until then")
    }
    if began == nil, progress.stage == .refining, progress.all > 0 {
      began = now
      lines.append(
        "refining the filters of \(TakeText.count(progress.all, "case")) beside; takes have the "
          + "closed form until then")
    }
    guard progress.isFinished, !hasEnded else { return lines }
    hasEnded = true
    if let error = progress.error {
      lines.append("no filters: \(error)")
    } else if let began {
      lines.append("filters refined in \((now - began).text(digits: 0)) s: the next take has them")
    }
    if let problem = filters.cacheProblem { lines.append("\(problem)") }
    return lines
  }
}
