import Recorder

/// The hardware that stops working, or works again, while a recorder runs.
///
/// - Thread: control.
package struct ProblemChanges {
  /// One difference between two readings.
  package enum Change: Equatable, Sendable {
    /// It stopped working, or fails for a new reason.
    case appeared(HardwareProblem)
    /// It works again.
    case gone(HardwareProblem)
  }

  /// Seconds between two readings; ports retry failed operations about as often.
  package static let seconds = 1.0

  private let read: () -> [HardwareProblem]
  private var nextLook: Double?
  /// The problems of the last reading; the initializer makes the first reading.
  package private(set) var problems: [HardwareProblem]

  /// Reads the problems for the first time.
  package init(_ read: @escaping () -> [HardwareProblem]) {
    self.read = read
    problems = read()
  }

  /// The changes since the last reading; none if that was less than ``seconds`` ago.
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
  /// True if another problem concerns the same thing in the same place, whatever the reason.
  fileprivate func isAbout(_ other: HardwareProblem) -> Bool {
    (what, place) == (other.what, other.place)
  }
}
