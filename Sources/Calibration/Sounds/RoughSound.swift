import Boards

/// A sound around the board from a roughly known direction: a clap, or a part of a noise.
package struct RoughSound: Sendable, Equatable {
  /// The name, for reports: "left 3".
  package var name: String
  /// The start in seconds of the recording.
  package var start: Double
  /// The end in seconds of the recording.
  package var end: Double
  /// The direction towards it from the middle of the microphones: device frame, unit length.
  package var direction: Vector3
  /// The standard deviation of ``direction``, in degrees.
  package var spread: Double
  /// The distance in metres from the middle of the microphones, within some 40 %; infinite for plane waves.
  package var distance: Double

  /// The spread in degrees of people asked to clap "from the left".
  package static let usualSpread = 15.0
  /// The usual distance in metres: an arm's length and a step.
  package static let usualDistance = 1.4

  /// A sound from its parts.
  ///
  /// - Precondition: `direction` is not zero, `spread` and `distance` are positive, and the end is after the start.
  package init(
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
