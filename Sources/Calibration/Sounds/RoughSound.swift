import Boards

/// A sound around the board from a roughly known direction: a clap, or a part of a noise.
package struct RoughSound: Sendable, Equatable {
  /// The name of the sound in reports, such as "left 3".
  package var name: String
  /// The start of the sound in seconds from the start of the recording.
  package var start: Double
  /// The end of the sound in seconds from the start of the recording.
  package var end: Double
  /// The direction from the middle of the microphones towards the sound, as a unit vector in the device frame.
  package var direction: Vector3
  /// The standard deviation of ``direction`` in degrees.
  package var spread: Double
  /// The distance in metres from the middle of the microphones, to within about 40 %; infinite for plane waves.
  package var distance: Double

  /// The usual standard deviation in degrees of the direction if people are asked to clap "from the left".
  package static let usualSpread = 15.0
  /// The usual distance in metres: an arm's length plus a step.
  package static let usualDistance = 1.4

  /// Creates a sound from its parts.
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
