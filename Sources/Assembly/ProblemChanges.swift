import Recorder

/// Reports hardware that stops working, or works again, while a recorder runs.
///
/// - Thread: control.
package struct ProblemChanges {
  /// A difference between one reading of the problems and the next.
  package enum Change: Equatable, Sendable {
    /// A part stopped working, or fails for a new reason.
    case appeared(HardwareProblem)
    /// A part works again.
    case gone(HardwareProblem)
  }

  /// The interval between readings in seconds; ports retry failed operations about as often.
  package static let seconds = 1.0

  private let read: () -> [HardwareProblem]
  private var nextLook: Double?
  /// The problems in the latest reading; the initializer makes the first reading.
  package private(set) var problems: [HardwareProblem]

  /// Creates the value from a function that returns the present problems, and reads them for the first time.
  package init(_ read: @escaping () -> [HardwareProblem]) {
    self.read = read
    problems = read()
  }

  /// Reads the problems and returns the changes; returns none, and reads nothing, if the last reading is less than
  /// ``seconds`` old.
  package mutating func changes(at now: Double) -> [Change] {
    guard let due = nextLook, now >= due else {
      nextLook = nextLook ?? now + Self.seconds
      return []
    }
    nextLook = now + Self.seconds
    let (before, now) = (problems, read())
    problems = now
    let gone = before.filter { old in !now.contains { $0.isAbout(old) } }
    let appeared = now.filter { !before.contains($0) }
    return gone.map(Change.gone) + appeared.map(Change.appeared)
  }
}

extension HardwareProblem {
  /// True if another problem concerns the same part in the same place, even if the reasons differ.
  fileprivate func isAbout(_ other: HardwareProblem) -> Bool {
    (what, place) == (other.what, other.place)
  }
}
