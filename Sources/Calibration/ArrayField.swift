import Acoustics
import Boards
import Glibc

/// The model of the arrival of sounds at a board's microphones, with which the calibration compares recordings.
///
/// If there is no body, or the board file does not model it, waves are spherical, as in a free field; then only
/// frequencies at which the board is smaller than half a wavelength are used. On a sphere, a box or a measured body,
/// the model combines the responses to plane waves with the curvature and the loss of a spherical wave at the
/// microphone. It ignores that a nearby source is also diffracted differently.
package struct ArrayField: Sendable {
  /// The positions of the microphones in metres, in the device frame and in the order of the board.
  let positions: [Vector3]
  /// The middle of the microphones' positions.
  let centre: Vector3
  /// The frequency in hertz up to which the positions alone, or the responses of the body, determine delays.
  let highestForDelays: Double
  /// The frequency in hertz up to which the positions alone, or the responses of the body, determine levels.
  let highestForLevels: Double
  /// The body; `nil` in a free field.
  let body: BodyField?

  /// Creates the field of a board.
  ///
  /// - Parameter responses: the responses of the board's box or measured body; `nil` to assume a free field in place of
  ///   such a body.
  /// - Precondition: the responses have as many microphones as the board.
  package init(_ board: Board, responses: BodyResponses? = nil) {
    positions = board.microphones.map(\.position)
    let centre = positions.reduce(.zero, +) / Double(max(1, positions.count))
    self.centre = centre
    let aperture = positions.map { ($0 - centre).length * 2 }.max() ?? 0
    let extent = max(aperture, Self.least, board.body.map { $0.size.max() } ?? 0)
    body = BodyField(board, responses: responses)
    if body == nil {
      highestForDelays = min(Self.highest, Air.speedOfSound / (2 * extent))
      highestForLevels = min(Self.highest, Air.speedOfSound / (4 * extent))
    } else {
      (highestForDelays, highestForLevels) = (Self.highest, Self.highest)
    }
  }

  /// True if the model includes a body.
  package var hasBody: Bool { body != nil }

  /// The longest time in seconds that a sound can take from one microphone to another, around the body if there is one.
  var reach: Double {
    let farthest = positions.map { ($0 - centre).length }.max() ?? 0
    return 2 * farthest * Self.detour / Air.speedOfSound + Self.mostDelay
  }

  /// The delay and the level with which a sound from a direction arrives at a microphone, relative to the centre:
  /// seconds and decibels.
  ///
  /// - Parameter nearness: one divided by the distance in metres; 0 for plane waves.
  /// - Source: the path from a source at the distance d in the direction u to a place p is |d u - p|.
  func freeArrival(
    _ microphone: Int, from direction: Vector3, nearness: Double
  ) -> (delay: Double, level: Double) {
    let place = positions[microphone] - centre
    let (square, ahead) = (dot(place, place), dot(place, direction))
    let change = nearness * (nearness * square - 2 * ahead)
    let ratio = (1 + change).squareRoot()
    let way = (nearness * square - 2 * ahead) / (1 + ratio)
    // The logarithm of 1 + x is x (6 + x) / (6 + 4 x) to within 0.001 dB up to x = 0.3; this corresponds to 20 cm at
    // 1.4 m.
    let loss = change * (6 + change) / (6 + 4 * change)
    return (way / Air.speedOfSound, -Self.decibels * loss)
  }

  /// The decibels that correspond to a power ratio of e.
  private static let decibels = 4.342944819032518

  /// The smallest assumed extent of a board, in metres: the size of a board with one chip.
  private static let least = 0.01
  /// The highest frequency in hertz that is used: above this frequency, a position error of a millimetre turns phases
  /// by more than 5 degrees.
  private static let highest = 3000.0
  /// The largest ratio of the path around a body to the straight path.
  private static let detour = 1.5
  /// The largest delay in seconds between the channels of one converter: a few samples.
  private static let mostDelay = 100e-6
}
