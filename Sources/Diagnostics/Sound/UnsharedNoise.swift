import Acoustics
import Boards
import Glibc

/// The noise that a microphone shares with no other: its self-noise, as far as this can be measured in a room with
/// sound.
///
/// At wavelengths longer than the board, the signals of the other microphones predict the signal of a given one. The
/// rest consists of the microphone's own noise, converter noise, wind, and a part of the sound, because microphones in
/// different places hear the sound slightly differently. The upper bound of that part is known. In a quiet room, the
/// rest therefore gives the self-noise; in a loud room, it shows that the self-noise cannot be measured.
///
/// - Source: partial spectra by conditioning, J. S. Bendat and A. G. Piersol, Random Data, 4th edition, section 7.3.
struct UnsharedNoise {
  /// The level of the noise that one microphone shares with no other.
  struct Level: Equatable {
    /// The upper bound of the microphone's self-noise in dBFS(A), if the self-noise is white.
    var own: Double
    /// The level difference, in decibels, between the unshared noise and the largest amount of sound
    /// that it may contain.
    var overSound: Double
  }

  /// The range of frequencies, in hertz, in which noise is measured.
  private static let lowest = 100.0
  private static let highest = 600.0
  /// The number of predictors of a microphone: two for the directions of sound, and one for everything else.
  private static let references = 3

  private let spectra: SoundSpectra
  private let microphones: [Microphone]
  private let bins: [Int]
  /// For every microphone, in order, the parts of its power bin by bin, and the distance in metres to the nearest of
  /// its predictors.
  private var parts: [(bins: [Part], nearest: Double)] = []
  /// The spectral density of the quietest microphone's self-noise.
  private var floor = 0.0

  /// Splits the spectra of the microphones into shared and unshared parts.
  ///
  /// - Precondition: there are at least two microphones.
  init(_ spectra: SoundSpectra, microphones: [Microphone]) {
    self.spectra = spectra
    self.microphones = microphones
    bins = spectra.bins(from: Self.lowest, to: Self.highest).filter {
      $0 < spectra.crossBins && !MainsHum.isNear(Double($0) * spectra.step)
    }
    guard !bins.isEmpty else { return }
    parts = microphones.indices.map { place in
      let predictors = predictors(of: place)
      let nearest = predictors.map { distance(place, $0) }.min() ?? 0
      return (bins.map { part(place, predictors, $0) }, nearest)
    }
    floor = parts.map { Self.middle($0.bins.map { $0.rest / (1 + $0.weights) }) }.min() ?? 0
  }

  /// The level of a microphone's unshared noise; `nil` if there are no bins to examine.
  ///
  /// - Parameter rate: frames per second.
  func level(_ place: Int, rate: Int) -> Level? {
    guard place < parts.count else { return nil }
    let (parts, nearest) = parts[place]
    // Each predictor uses up one block of the average, so the rest is too small by that fraction.
    let blocks = Double(spectra.blocks)
    let used = Double(min(Self.references, microphones.count - 1))
    let correction = blocks / max(1, blocks - used)
    // Each predictor adds its own noise, which is at least that of the quietest microphone.
    let own = correction * Self.middle(parts.map { max(0, $0.rest - $0.weights * floor) })
    let over = zip(bins, parts).map { bin, part in
      let phase = 2 * .pi * Double(bin) * spectra.step * nearest / Air.speedOfSound
      return part.rest / max(1e-300, part.shared * Self.left(phase))
    }
    return Level(
      own: 10 * log10(2 * max(1e-30, own * Self.weightedWidth(rate: rate))),
      overSound: 10 * log10(max(1e-30, Self.middle(over))))
  }

  /// The largest unpredictable part of the sound at a second microphone, at a distance `phase` in radians.
  ///
  /// It occurs with two equal waves from both ends of the line through the two microphones; their squared
  /// coherence is then cos^2.
  private static func left(_ phase: Double) -> Double {
    let limited = min(phase, 1.4)
    return tan(limited) * tan(limited)
  }

  private static func middle(_ values: [Double]) -> Double { values.sorted()[values.count / 2] }

  private func distance(_ a: Int, _ b: Int) -> Double {
    (microphones[a].position - microphones[b].position).length
  }

  /// The microphones that have the most in common with the given one.
  private func predictors(of place: Int) -> [Int] {
    microphones.indices.filter { $0 != place }.map { other in
      let common = spectra.coherence(
        microphones[place].channel, microphones[other].channel, bins: bins)
      return (other, common.magnitude)
    }.sorted { $0.1 > $1.1 }.prefix(Self.references).map(\.0)
  }

  /// The power of a microphone at a bin, split into two parts.
  private struct Part {
    /// The power that the other microphones do not predict.
    var rest: Double
    /// The power that the other microphones predict.
    var shared: Double
    /// The sum of the squared weights of the other microphones' self-noise in the rest.
    var weights: Double
  }

  /// The parts of a microphone's power at a bin, found by eliminating its predictors one after another.
  private func part(_ place: Int, _ predictors: [Int], _ bin: Int) -> Part {
    let channels = (predictors + [place]).map { microphones[$0].channel }
    let last = predictors.count
    var matrix = channels.map { a in
      channels.map { b in
        a == b ? Complex(spectra.densities[a][bin]) : spectra.cross(a, b, bin: bin)
      }
    }
    let whole = matrix[last][last].re
    for step in 0..<last where matrix[step][step].re > 1e-300 {
      for row in (step + 1)...last {
        let factor = matrix[row][step] * (1 / matrix[step][step].re)
        for column in step...last {
          matrix[row][column] = matrix[row][column] - factor * matrix[step][column]
        }
      }
    }
    let rest = max(0, matrix[last][last].re)
    return Part(
      rest: rest, shared: max(0, whole - rest), weights: Self.weights(matrix, last))
  }

  /// The sum of the squared weights, by back substitution in the remaining triangle.
  private static func weights(_ matrix: [[Complex]], _ last: Int) -> Double {
    var weights = [Complex](repeating: .zero, count: last)
    for row in (0..<last).reversed() where matrix[row][row].re > 1e-300 {
      var sum = matrix[row][last]
      for column in (row + 1)..<max(row + 1, last) {
        sum = sum - matrix[row][column] * weights[column]
      }
      weights[row] = sum * (1 / matrix[row][row].re)
    }
    return weights.reduce(0) { $0 + $1.power }
  }

  /// The width in hertz of a flat spectrum that has as much power as A-weighted white noise up to half the sample rate.
  private static func weightedWidth(rate: Int) -> Double {
    let step = 10.0
    return (1..<max(2, rate / 20)).reduce(0.0) {
      $0 + AWeighting.power(Double($1) * step) * step
    }
  }
}
