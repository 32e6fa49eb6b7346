import Recorder

/// The check that the power failure line can be read and is at rest.
struct PowerChecks {
  private let bench: Bench

  init(_ bench: Bench) { self.bench = bench }

  var finding: Finding {
    guard bench.board.power != nil else {
      return Finding(.powerLine, .skip, "the board has no power line")
    }
    let report = bench.watchContacts(seconds: Self.seconds)[.power] ?? ContactReport()
    guard let isFailing = report.isClosed, report.problem == nil else {
      return fail(
        report.problem?.reason ?? "cannot be read",
        remedy: report.problem?.remedy ?? "check its line")
    }
    guard !isFailing else {
      return fail(
        "reports that power is failing now",
        remedy: "check the supply; if it is fine, correct active-low or bias in the "
          + "board file")
    }
    guard report.changes == 0 else {
      return fail(
        "changed \(report.changes == 1 ? "once" : "\(report.changes) times") in "
          + "\(Quantity.tenths(Self.seconds)) s although power did not fail",
        remedy: "set bias to pull-up or pull-down in the board file, and check its wires: "
          + "every change that lasts ends a take")
    }
    return Finding(.powerLine, .pass, "at rest", limit: Self.limit)
  }

  private func fail(_ message: String, remedy: String) -> Finding {
    Finding(.powerLine, .fail, message, limit: Self.limit, remedy: remedy)
  }

  private static let limit = "readable, and at rest while the supply is good"
  /// The duration of the watch in seconds: as with buttons, long enough to reveal hum on a floating line.
  private static let seconds = 1.5
}
