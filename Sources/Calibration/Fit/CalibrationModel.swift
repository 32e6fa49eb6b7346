import Acoustics
import Boards
import Glibc

/// The measurements for a map of channels, and the prior assumptions about the unknowns.
///
/// Times are in microseconds, places of microphones in millimetres, and levels in decibels.
struct CalibrationModel {
  /// One sound as the microphones receive it.
  struct Sound {
    /// The delays in microseconds and the levels in decibels, one per microphone.
    var delays: [Double]
    var levels: [Double]
    /// The inverse variances of the delays and of the levels, one per microphone.
    var delayWeights: [Double]
    var levelWeights: [Double]
    /// The stated direction towards the sound.
    var direction: Vector3
    /// One divided by the square of the direction's uncertainty in radians.
    var concentration: Double
    /// One divided by the distance of the sound in metres, and the standard deviation of this value.
    var nearness: Double
    var nearnessSpread: Double
    /// The delays and levels that the body adds, `[direction][microphone]`; empty in a free field.
    var body: [SIMD2<Double>]
  }

  let field: ArrayField
  let sounds: [Sound]
  /// The standard deviation of each microphone's position per axis, in millimetres.
  let tolerances: [Double]

  var microphones: Int { field.positions.count }

  /// The speed of sound in millimetres per microsecond.
  static let speed = Air.speedOfSound / 1000
  /// The prior standard deviations of delays (microseconds) and gains (decibels), large enough not to affect the
  /// result.
  static let usualDelay = 50.0
  static let usualGain = 6.0
  /// The standard deviation of stated distances, relative to the distance.
  private static let distanceSpread = 0.4

  init(
    _ board: Board, field: ArrayField, sounds: [RoughSound], arrivals: [Arrival], channels: [Int]
  ) {
    self.field = field
    // The standard deviation of a uniform distribution within the tolerance.
    tolerances = board.microphones.map { max(1e-3, $0.tolerance * 1000) / 3.0.squareRoot() }
    self.sounds = zip(sounds, arrivals).map { sound, arrival in
      let spread = sound.spread * .pi / 180
      let nearness = sound.distance.isFinite ? 1 / sound.distance : 0
      return Sound(
        delays: channels.map { arrival.delays[$0] * 1e6 },
        levels: channels.map { arrival.levels[$0] },
        delayWeights: channels.map { 1e-12 / (arrival.delayErrors[$0] * arrival.delayErrors[$0]) },
        levelWeights: channels.map { 1 / (arrival.levelErrors[$0] * arrival.levelErrors[$0]) },
        direction: sound.direction, concentration: 1 / (spread * spread), nearness: nearness,
        nearnessSpread: nearness * Self.distanceSpread,
        body: field.body?.arrivals(slope: arrival.slopeWeights, level: arrival.levelWeights) ?? [])
    }
  }

  /// Predicts the arrival of a sound at every microphone, as pairs of microseconds and decibels.
  func predict(
    _ sound: Int, from direction: Vector3, nearness: Double, into result: inout [SIMD2<Double>]
  ) {
    for n in 0..<microphones {
      let free = field.freeArrival(n, from: direction, nearness: nearness)
      result[n] = SIMD2(free.delay * 1e6, free.level)
    }
    let body = sounds[sound].body
    guard !body.isEmpty else { return }
    let (indices, weights) = BodyField.neighbours(of: direction)
    for corner in 0..<4 {
      let start = indices[corner] * microphones
      for n in 0..<microphones {
        let added = body[start + n]
        result[n] += SIMD2(added.x * 1e6, added.y) * weights[corner]
      }
    }
  }

  /// The places of the microphones in metres as plane waves that pass the body see them.
  ///
  /// They are found by least squares over all directions.
  static func places(_ field: ArrayField, arrival: Arrival) -> [Vector3] {
    guard let body = field.body else { return field.positions }
    let added = body.arrivals(slope: arrival.slopeWeights, level: arrival.levelWeights)
    return field.positions.indices.map { n in
      var (sum, total) = (Vector3.zero, 0.0)
      for (q, direction) in BodyField.grid.enumerated() {
        let area = (1 - direction.z * direction.z).squareRoot()
        sum += direction * (area * added[q * field.positions.count + n].x)
        total += area
      }
      // The mean of u u^T over all directions is one third of the identity matrix.
      return field.positions[n] - sum * (3 * Air.speedOfSound / total)
    }
  }
}
