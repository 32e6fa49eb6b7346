import Acoustics
import Boards
import Glibc

/// The measurements and the priors for a map of channels: times in microseconds, places of microphones in millimetres,
/// levels in decibels.
struct CalibrationModel {
  /// One sound at the microphones.
  struct Sound {
    /// The delays in microseconds and the levels in decibels, by microphone.
    var delays: [Double]
    var levels: [Double]
    /// The inverse variances of both.
    var delayWeights: [Double]
    var levelWeights: [Double]
    /// The stated direction towards it.
    var direction: Vector3
    /// One over the square of its uncertainty in radians.
    var concentration: Double
    /// One over its distance in metres, and the standard deviation of the inverse.
    var nearness: Double
    var nearnessSpread: Double
    /// The delays and levels that the body adds, `[direction][microphone]`; empty in free field.
    var body: [SIMD2<Double>]
  }

  let field: ArrayField
  let sounds: [Sound]
  /// The standard deviation of positions per axis, in millimetres.
  let tolerances: [Double]

  var microphones: Int { field.positions.count }

  /// Millimetres per microsecond.
  static let speed = Air.speedOfSound / 1000
  /// The prior standard deviations of delays in microseconds and gains in decibels, wide enough not to matter.
  static let usualDelay = 50.0
  static let usualGain = 6.0
  /// The relative standard deviation of stated distances.
  private static let distanceSpread = 0.4

  init(
    _ board: Board, field: ArrayField, sounds: [RoughSound], arrivals: [Arrival], channels: [Int]
  ) {
    self.field = field
    // The standard deviation of an even distribution within the tolerance.
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

  /// Predicts the arrival of a sound at every microphone: microseconds and decibels.
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

  /// The places of the microphones as seen by plane waves passing the body, by least squares over all directions, in
  /// metres.
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
      // The mean of u u^T over all directions is a third of the identity.
      return field.positions[n] - sum * (3 * Air.speedOfSound / total)
    }
  }
}
