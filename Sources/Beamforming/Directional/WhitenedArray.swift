import Acoustics
import Boards
import Glibc

/// The microphones of a case after whitening, which makes diffuse sound equally strong in all signals, one frequency at
/// a time.
///
/// For the diffuse field's cross powers G, with a mean own power of 1, T satisfies T^H T = (G + 0.05 I)^-1. A plane
/// wave v becomes T v, with the direction g in signal space. The share of g in T x is 1 for that wave alone.
struct WhitenedArray {
  /// T, `[signal][microphone]`.
  let whitening: [Complex]
  /// The unit vectors g of each direction, `[direction][signal]`.
  let waves: [[Complex]]
  /// g^H T of each direction, `[direction][microphone]`.
  let projections: [[Complex]]
  /// Factors that pick each direction's sound, (G + 0.1 I)^-1 v / (v^H (G + 0.1 I)^-1 v), conjugated,
  /// `[direction][microphone]`.
  let pickers: [[Complex]]
  /// The power of the diffuse field in each direction g.
  let diffuse: [Double]
  /// The power of the diffuse field in all signals together.
  let allDiffuse: Double

  /// The power of self-noise relative to diffuse sound, for whitening.
  private static let whiteningNoise = 0.05
  /// The same for picking a direction's sound.
  private static let pickingNoise = 0.1

  /// The view at one frequency.
  ///
  /// - Parameters:
  ///   - field: cross powers of the diffuse field, `[column][row]`, the mean of x[row] conj(x[column]).
  ///   - steering: the plane waves, `[direction][microphone]`.
  ///   - noise: the power of self-noise relative to diffuse sound, for whitening.
  init(field: [Complex], steering: [[Complex]], noise: Double = Self.whiteningNoise) {
    let order = Int(Double(field.count).squareRoot().rounded())
    let eigen = HermitianEigen(field, order: order)
    var whitening = [Complex](repeating: .zero, count: order * order)
    for signal in 0..<order {
      let gain = 1 / (eigen.values[signal] + noise).squareRoot()
      for n in 0..<order {
        whitening[signal * order + n] = eigen.vectors[signal * order + n].conjugate * gain
      }
    }
    self.whitening = whitening
    let waves = steering.map { Self.unit(Self.product(whitening, $0)) }
    self.waves = waves
    projections = waves.map { Self.conjugateProduct($0, whitening) }
    pickers = steering.map { Self.picker(eigen, order: order, wave: $0) }
    let powers = eigen.values.map { $0 / ($0 + noise) }
    // In these signals the diffuse field has no cross powers: T G T^H is diagonal.
    diffuse = waves.map { zip($0, powers).reduce(0) { $0 + $1.0.power * $1.1 } }
    allDiffuse = powers.reduce(0, +)
  }

  /// A row of (G + 0.1 I)^-1 v, conjugated, scaled to give 1 for the wave itself.
  private static func picker(_ eigen: HermitianEigen, order: Int, wave: [Complex]) -> [Complex] {
    var row = [Complex](repeating: .zero, count: order)
    for signal in 0..<order {
      var part = Complex.zero
      for n in 0..<order { part += eigen.vectors[signal * order + n].conjugate * wave[n] }
      part = part * (1 / (eigen.values[signal] + pickingNoise))
      for n in 0..<order { row[n] += eigen.vectors[signal * order + n] * part }
    }
    let power = zip(wave, row).reduce(0) { $0 + ($1.0.conjugate * $1.1).re }
    return row.map { $0.conjugate * (1 / max(power, 1e-30)) }
  }

  /// A square matrix `[row][column]` times a vector.
  private static func product(_ matrix: [Complex], _ vector: [Complex]) -> [Complex] {
    vector.indices.map { row in
      var sum = Complex.zero
      for (n, value) in vector.enumerated() { sum += matrix[row * vector.count + n] * value }
      return sum
    }
  }

  /// The conjugate of a vector times a square matrix `[row][column]`.
  private static func conjugateProduct(_ vector: [Complex], _ matrix: [Complex]) -> [Complex] {
    vector.indices.map { column in
      var sum = Complex.zero
      for (row, value) in vector.enumerated() {
        sum += value.conjugate * matrix[row * vector.count + column]
      }
      return sum
    }
  }

  private static func unit(_ vector: [Complex]) -> [Complex] {
    let power = vector.reduce(0) { $0 + $1.power }
    return vector.map { $0 * (1 / max(power, 1e-30).squareRoot()) }
  }
}
