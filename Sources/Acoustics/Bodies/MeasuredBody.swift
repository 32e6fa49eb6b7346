import Boards
import Glibc

/// The measured responses of all microphones on a body, for sound from any direction.
///
/// A comparison with plane waves at the positions of the microphones finds the delay common to all responses, which is
/// then removed. The absolute level of the responses depends on the measurement's loudspeaker and is meaningless. The
/// low frequencies therefore set the level: there, a body the size of a hand hardly disturbs the wave, and the mean
/// over all measurements equals the level in a free field. Differences between microphones stay. Between measured
/// directions, this type interpolates the ratio of each response to the undisturbed plane wave at its microphone: this
/// ratio has almost no delay left, so a mean of neighbours causes no comb filtering.
public struct MeasuredBody: Sendable, Equatable {
  /// The source of the responses, as shown in messages.
  public let name: String
  /// The positions of the microphones in metres, in the device frame.
  public let microphones: [Vector3]
  /// The delay in seconds that all responses have in common.
  public let bulkDelay: Double
  /// The level, before normalisation, of the responses above the low frequencies.
  public let level: Double
  /// The distance between frequencies in hertz.
  public let step: Double
  /// The number of frequencies above 0.
  public let frequencies: Int

  private let directions: MeasuredDirections
  /// The responses divided by plane waves, `[direction][microphone][frequency]`; the first frequency is ``step``.
  private let quotients: [Complex]

  /// The time in seconds for which a body the size of a hand rings after the wave has passed it.
  private static let tail = 1.6e-3
  /// The share of the measurement's sample rate above which responses stay constant, unless ``highestFrequency`` is
  /// lower.
  private static let highestShare = 0.43
  private static let highestFrequency = 20000.0
  /// The frequency in hertz up to which a body the size of a hand changes the mean level by at most a few tenths of a
  /// decibel.
  private static let bodyAbove = 400.0

  /// Creates a body from impulse responses; receiver n is the microphone at position n.
  ///
  /// - Parameter microphones: the positions of the microphones in metres, in the device frame.
  /// - Precondition: there are as many receivers as microphones, and at least one of each.
  public init(_ set: ImpulseResponseSet, microphones: [Vector3]) {
    precondition(set.receivers == microphones.count && !microphones.isEmpty)
    precondition(!set.directions.isEmpty && set.taps > 0)
    let vectors = set.directions.map(Self.device(sofa:))
    let delay = CommonDelay.of(set, directions: vectors, microphones: microphones)
    let farthest = microphones.map(\.length).max() ?? 0
    let window = ResponseWindow(
      rate: set.rate, reach: farthest / Air.speedOfSound + Self.tail, delay: delay)
    let highest = min(Self.highestFrequency, Self.highestShare * Double(set.rate))
    let (step, frequencies) = (window.step, max(1, Int(highest / window.step)))
    var quotients: [Complex] = []
    quotients.reserveCapacity(vectors.count * microphones.count * frequencies)
    for (q, direction) in vectors.enumerated() {
      for (n, place) in microphones.enumerated() {
        let spectrum = window.spectrum(set.response(direction: q, receiver: n))
        for k in 1...frequencies {
          let wave = PlaneWave.pressure(at: place, from: direction, frequency: Double(k) * step)
          quotients.append(spectrum[k] * wave.conjugate)
        }
      }
    }
    name = set.name
    self.microphones = microphones
    bulkDelay = delay
    self.step = step
    self.frequencies = frequencies
    directions = MeasuredDirections(vectors: vectors)
    level = Self.normalise(&quotients, frequencies: frequencies, step: step)
    self.quotients = quotients
  }

  /// Scales each low frequency to a mean power of 1, and all higher frequencies by the factor of the highest low
  /// frequency.
  ///
  /// Each low frequency has a separate factor, because loudspeakers roll off at low frequencies.
  /// - Returns: the level of the highest low frequency before scaling.
  private static func normalise(
    _ quotients: inout [Complex], frequencies: Int, step: Double
  ) -> Double {
    let rows = quotients.count / frequencies
    var level = 1.0
    for k in 0..<frequencies {
      if k == 0 || Double(k + 1) * step <= bodyAbove {
        let power = (0..<rows).reduce(0) { $0 + quotients[$1 * frequencies + k].power }
        if power > 0 { level = (power / Double(rows)).squareRoot() }
      }
      for row in 0..<rows {
        quotients[row * frequencies + k] = quotients[row * frequencies + k] * (1 / level)
      }
    }
    return level
  }

  /// Converts a direction in a SOFA file to the device frame.
  ///
  /// The device stands upright in place of the listener, with its front facing forward. SOFA's X (forward) is therefore
  /// +z, out of the front face; Y (left) is +x, towards the right edge; and Z (up) is +y, towards the top edge.
  public static func device(sofa direction: Vector3) -> Vector3 {
    Vector3(direction.y, direction.z, direction.x)
  }

  /// The responses to waves from some directions in the device frame, relative to the wave at the origin.
  public func table(towards wanted: [Vector3]) -> ResponseTable {
    let chunks = DirectionGrid.chunks(wanted.count)
    let count = microphones.count
    let paths = microphones.flatMap { place in
      DirectionGrid.lanes(wanted.map { dot(place, $0) })
    }
    // Loudspeakers cannot play 0 Hz, so the body is assumed to have no effect at this frequency.
    var responses = [ComplexLanes](
      repeating: ComplexLanes(.one, .zero), count: (frequencies + 1) * count * chunks)
    for (q, direction) in wanted.enumerated() {
      let neighbours = directions.neighbours(of: direction)
      for n in 0..<count {
        let path = paths[n * chunks + q / 4][q % 4]
        for k in 1...frequencies {
          let wave = PlaneWave.pressure(path: path, frequency: Double(k) * step)
          responses[(k * count + n) * chunks + q / 4][q % 4] =
            quotient(neighbours, microphone: n, frequency: k) * wave
        }
      }
    }
    return ResponseTable(
      responses, step: step, microphones: count, chunks: chunks, paths: paths)
  }

  /// The weighted mean of neighbours: the mean of their magnitudes, with the phase of their complex mean.
  private func quotient(
    _ neighbours: [(index: Int, weight: Double)], microphone: Int, frequency: Int
  ) -> Complex {
    var mean = Complex.zero
    var magnitude = 0.0
    for (index, weight) in neighbours {
      let value =
        quotients[(index * microphones.count + microphone) * frequencies + frequency - 1]
      mean += value * weight
      magnitude += value.magnitude * weight
    }
    return mean.power > 0 ? mean * (magnitude / mean.magnitude) : .zero
  }
}
