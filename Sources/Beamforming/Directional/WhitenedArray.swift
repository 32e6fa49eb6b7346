import Acoustics
import Boards
import Glibc

/// The microphones of a case, whitened at one frequency.
///
/// Whitening makes diffuse sound equally strong in all signals.
///
/// For the cross powers G of a diffuse field, whose own powers have a mean of 1, the matrix T satisfies T^H T = (G +
/// 0.05 I)^-1. A plane wave v becomes T v, which has the direction g in the space of the signals. The share of g in T x
/// is 1 only if the sound x is that wave alone.
struct WhitenedArray {
  /// T, `[signal][microphone]`.
  let whitening: [Complex]
  /// The unit vector g of each direction, `[direction][signal]`.
  let waves: [[Complex]]
  /// The product g^H T for each direction, `[direction][microphone]`.
  let projections: [[Complex]]
  /// The factors that pick each direction's sound: the conjugate of (G + 0.1 I)^-1 v / (v^H (G + 0.1 I)^-1 v),
  /// `[direction][microphone]`.
  let pickers: [[Complex]]
  /// The power that a diffuse field has in each vector g.
  let diffuse: [Double]
  /// The power that a diffuse field has in all signals together.
  let allDiffuse: Double

  /// The power of self-noise, relative to diffuse sound, that whitening assumes.
  private static let whiteningNoise = 0.05
  /// The power of self-noise, relative to diffuse sound, that is assumed for picking a direction's sound.
  private static let pickingNoise = 0.1

  /// Whitens the microphones at one frequency.
  ///
  /// - Parameters:
  ///   - field: the cross powers of the diffuse field, `[column][row]`: the means of x[row] conj(x[column]).
  ///   - steering: the plane waves at the microphones, `[direction][microphone]`.
  ///   - noise: the power of self-noise, relative to diffuse sound, that whitening assumes.
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

  /// The conjugate of (G + 0.1 I)^-1 v as a row, scaled so that it gives 1 for the wave v itself.
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

  /// The product of a square matrix `[row][column]` and a vector.
  private static func product(_ matrix: [Complex], _ vector: [Complex]) -> [Complex] {
    vector.indices.map { row in
      var sum = Complex.zero
      for (n, value) in vector.enumerated() { sum += matrix[row * vector.count + n] * value }
      return sum
    }
  }

  /// The product of the conjugate of a vector and a square matrix `[row][column]`.
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
