/// The value that a figure must have, and the one that it should have.
public struct Aim: Sendable, Equatable {
  /// The verdict on a value, seen from its aim.
  public enum Verdict: Sendable, Equatable {
    /// It is not what it must be.
    case missed
    /// It is what it must be.
    case met
    /// It also is what it should be, within 10 %.
    case goalMet
  }

  /// The most that an error may be; `nil` where nothing is asked.
  public let must: Double?
  /// The value that the best filters known reach; `nil` where nothing is known.
  public let goal: Double?

  /// The distance that a value may have from its goal, as a share of it.
  public static let goalTolerance = 0.1

  /// An aim from its parts.
  public init(must: Double? = nil, goal: Double? = nil) {
    self.must = must
    self.goal = goal
  }

  /// The verdict on an error, seen from this aim; errors of either sign count alike.
  public func verdict(_ error: Double) -> Verdict {
    guard error.isFinite else { return .missed }
    if let must, abs(error) > must { return .missed }
    if let goal, abs(error) <= goal * (1 + Self.goalTolerance) { return .goalMet }
    return .met
  }
}
