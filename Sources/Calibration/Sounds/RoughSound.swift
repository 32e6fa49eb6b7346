import Boards

/// A sound around the board of which somebody knows roughly where it came from: a clap, or a part of a noise.
public struct RoughSound: Sendable, Equatable {
  /// What it is called, for reports: "left 3".
  public var name: String
  /// Seconds of the recording at which it begins.
  public var start: Double
  /// Seconds of the recording at which it is over.
  public var end: Double
  /// Towards it from the middle of the microphones: device frame, unit length.
  public var direction: Vector3
  /// Degrees by which ``direction`` may be off: one standard deviation.
  public var spread: Double
  /// Metres from the middle of the microphones, within some 40 %; infinite for plane waves.
  public var distance: Double

  /// What a person can do who is told "from the left": degrees.
  public static let usualSpread = 15.0
  /// An arm's length and a step: metres.
  public static let usualDistance = 1.4

  /// A sound from its parts.
  ///
  /// - Precondition: `direction` is not zero, `spread` and `distance` are positive, and the end is after the start.
  public init(
    name: String, start: Double, end: Double, direction: Vector3,
    spread: Double = RoughSound.usualSpread, distance: Double = RoughSound.usualDistance
  ) {
    precondition(spread > 0 && distance > 0, "a sound has a distance and an uncertainty")
    precondition(end > start, "a sound lasts for a while")
    self.name = name
    self.start = start
    self.end = end
    self.direction = direction.normalized
    self.spread = spread
    self.distance = distance
  }
}
