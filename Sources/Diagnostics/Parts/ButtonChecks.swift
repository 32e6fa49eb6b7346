import Boards
import Recorder

/// The checks that buttons are at rest while nobody touches them.
struct ButtonChecks {
  private let bench: Bench

  init(_ bench: Bench) { self.bench = bench }

  var findings: [Finding] {
    let reports = bench.watchButtons(seconds: Self.seconds)
    guard !reports.isEmpty else {
      return [Check.buttonIdle, .buttonBounce].map {
        Finding($0, .skip, "the board has no buttons")
      }
    }
    return reports.flatMap { button, report -> [Finding] in
      let idle = idle(button, report)
      guard idle.verdict == .pass else { return [idle] }
      return [idle, bounce(button.rawValue, report.changes)]
    }
  }

  private func idle(_ button: ButtonName, _ report: ContactReport) -> Finding {
    let name = button.rawValue
    guard let isPressed = report.isClosed, report.problem == nil else {
      return Finding(
        .buttonIdle, name, .fail, report.problem.map(\.reason) ?? "its line cannot be read",
        limit: Self.idleLimit, remedy: report.problem.map(\.remedy) ?? "check its line")
    }
    // A lock switch may be closed at rest.
    if button == .lock {
      return Finding(
        .buttonIdle, name, .pass, isPressed ? "the lock switch is closed" : "open",
        limit: "open or closed")
    }
    return Finding(
      .buttonIdle, name, isPressed ? .fail : .pass,
      isPressed ? "is pressed without being touched" : "not pressed",
      limit: Self.idleLimit,
      remedy: isPressed
        ? "correct active-low or bias in the board file, or look for a short or a stuck button"
        : nil)
  }

  private func bounce(_ name: String, _ count: Int) -> Finding {
    let isQuiet = count == 0
    let span = "\(Quantity.tenths(Self.seconds)) s"
    return Finding(
      .buttonBounce, name, isQuiet ? .pass : .fail,
      isQuiet
        ? "no change in \(span)"
        : "changed \(count == 1 ? "once" : "\(count) times") in \(span) without being touched",
      value: Double(count), unit: "edges", limit: "no change while untouched",
      remedy: isQuiet
        ? nil
        : "set bias to pull-up or pull-down in the board file, and check its wires: "
          + "a floating line picks up everything around it")
  }

  private static let idleLimit = "readable, and not pressed while untouched"
  /// The duration of the watch in seconds: long enough to reveal hum on a floating line.
  private static let seconds = 1.5
}
