import Recorder

/// What of the hardware stops working, or works again, while a recorder runs.
///
/// - Thread: control.
struct ProblemWatch {
  /// One difference between two looks.
  enum Change: Equatable, Sendable {
    /// It cannot be used any more, or for another reason than before.
    case appeared(HardwareProblem)
    /// It can be used again.
    case gone(HardwareProblem)
  }

  /// Seconds between two looks: ports try again what failed about as often.
  static let seconds = 1.0

  private let read: () -> [HardwareProblem]
  private var nextLook: Double?
  /// What cannot be used, as of the last look; the first one is that of the initializer.
  private(set) var problems: [HardwareProblem]

  /// Looks for the first time.
  init(_ read: @escaping () -> [HardwareProblem]) {
    self.read = read
    problems = read()
  }

  /// What is different from the last look; nothing when that was less than ``seconds`` ago.
  mutating func changes(at now: Double) -> [Change] {
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
  /// Whether another problem is of the same thing in the same place, for whatever reason.
  fileprivate func isAbout(_ other: HardwareProblem) -> Bool {
    (what, place) == (other.what, other.place)
  }
}
