import Acoustics
import Boards
import Glibc

/// The noise that a microphone shares with no other: its self-noise, as far as it can be measured in a room with sound.
///
/// Where wavelengths are longer than the board, the signals of the other microphones predict one. The rest is its own
/// noise, converter noise and wind, and a part of the sound, because microphones in different places hear it slightly
/// differently. The largest possible part is known, so a quiet room gives the self-noise, and in a loud room the result
/// shows that it cannot be measured.
///
/// - Source: partial spectra by conditioning, J. S. Bendat and A. G. Piersol, Random Data, 4th edition, section 7.3.
struct UnsharedNoise {
  /// The unshared level of one microphone.
  struct Level: Equatable {
    /// The upper bound of its self-noise in dBFS(A), if that is white.
    var own: Double
    /// Decibels by which it exceeds the sound that may remain.
    var overSound: Double
  }

  /// The range of frequencies in hertz.
  private static let lowest = 100.0
  private static let highest = 600.0
  /// The number of microphones that predict one: two for directions of sound, one for the rest.
  private static let references = 3

  private let spectra: SoundSpectra
  private let microphones: [Microphone]
  private let bins: [Int]
  /// The parts of every microphone, in their order, bin by bin; and the distance in metres of its nearest predictor.
  private var parts: [(bins: [Part], nearest: Double)] = []
  /// The density of the quietest microphone's self-noise.
  private var floor = 0.0

  /// Splits the spectra of the microphones into shared and unshared parts.
  ///
  /// - Precondition: there are two microphones or more.
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

  /// The unshared level of a microphone; `nil` if there are no bins to examine.
  ///
  /// - Parameter rate: frames per second.
  func level(_ place: Int, rate: Int) -> Level? {
    guard place < parts.count else { return nil }
    let (parts, nearest) = parts[place]
    // Each predictor uses up one block of the average, which is missing from the rest.
    let blocks = Double(spectra.blocks)
    let used = Double(min(Self.references, microphones.count - 1))
    let correction = blocks / max(1, blocks - used)
    // Each predictor adds its own noise, at least that of the quietest microphone.
    let own = correction * Self.middle(parts.map { max(0, $0.rest - $0.weights * floor) })
    let over = zip(bins, parts).map { bin, part in
      let phase = 2 * .pi * Double(bin) * spectra.step * nearest / Air.speedOfSound
      return part.rest / max(1e-300, part.shared * Self.left(phase))
    }
    return Level(
      own: 10 * log10(2 * max(1e-30, own * Self.weightedWidth(rate: rate))),
      overSound: 10 * log10(max(1e-30, Self.middle(over))))
  }

  /// The largest part of the sound that one microphone at this distance in radians does not predict: two equal waves
  /// from both ends of the line through the two, whose coherence squared is cos^2.
  private static func left(_ phase: Double) -> Double {
    let limited = min(phase, 1.4)
    return tan(limited) * tan(limited)
  }

  private static func middle(_ values: [Double]) -> Double { values.sorted()[values.count / 2] }

  private func distance(_ a: Int, _ b: Int) -> Double {
    (microphones[a].position - microphones[b].position).length
  }

  /// The microphones with most in common with the given one.
  private func predictors(of place: Int) -> [Int] {
    microphones.indices.filter { $0 != place }.map { other in
      let common = spectra.coherence(
        microphones[place].channel, microphones[other].channel, bins: bins)
      return (other, common.magnitude)
    }.sorted { $0.1 > $1.1 }.prefix(Self.references).map(\.0)
  }

  /// A density in two parts.
  private struct Part {
    /// The power that the others do not predict.
    var rest: Double
    /// The power that they predict.
    var shared: Double
    /// The power of the weights with which their self-noise enters the rest.
    var weights: Double
  }

  /// The parts of a microphone at a bin, by elimination of its predictors, one after the other.
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

  /// The power of the weights, by back substitution in the remaining triangle.
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

  /// The width in hertz of a flat spectrum with as much power as white noise up to half the rate has after A-weighting.
  private static func weightedWidth(rate: Int) -> Double {
    let step = 10.0
    return (1..<max(2, rate / 20)).reduce(0.0) {
      $0 + AWeighting.power(Double($1) * step) * step
    }
  }
}
