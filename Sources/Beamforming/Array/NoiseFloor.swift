import Acoustics
import Glibc

/// Least squares at one frequency, with the smallest diagonal load that keeps the white noise gain above a floor.
///
/// For the normal matrix A = V^H S V and a right-hand side v, the weights are w = (A + lambda I)^-1 v with the smallest
/// lambda for which the mean white noise gain (w^H A w) / (w^H w) reaches the floor. The gain rises with lambda, so
/// lambda is found by bisection on the eigenvalues of A.
///
/// - Source: Rasumow et al., "Regularization approaches for synthesizing HRTF directivity patterns", TASLP 24 (2016),
///   for the mean white noise gain; Mabande, Schad, Kellermann, ICASSP 2009, and Doclo and Moonen, IEEE TSP 51 (2003),
///   for its relation to errors of the microphones.
public struct NoiseFloor: Sendable {
  private let order: Int
  private let eigenvalues: [Double]
  private let eigenvectors: [Complex]

  private static let lowest = 1e-12
  /// The share of the largest eigenvalue below which other eigenvalues are rounding errors, as for two microphones at
  /// the same position.
  private static let rankLimit = 1e-14
  private static let highest = 1e3
  private static let steps = 60

  /// Creates the solver for a normal matrix, `[column][row]`, which must be Hermitian.
  ///
  /// - Precondition: `normal` has order x order elements, all finite.
  public init(normal: [Complex], order: Int) {
    let eigen = HermitianEigen(normal, order: order)
    self.order = order
    eigenvalues = eigen.values
    eigenvectors = eigen.vectors
  }

  /// The result of ``solve(_:floor:)``.
  public struct Solution: Sendable, Equatable {
    /// One weight per microphone.
    public var weights: [Complex]
    /// The load on the diagonal.
    public var lambda: Double
    /// The mean white noise gain, a power ratio.
    public var whiteNoiseGain: Double
  }

  /// Returns the weights for a right-hand side V^H S b and a floor in decibels.
  ///
  /// If no load reaches the floor, which happens for some arrays near 0 dB, the gain gets as close to it as possible.
  public func solve(_ rightSide: [Complex], floor: Double) -> Solution {
    let limit = pow(10, floor / 10)
    return solve(rightSide) { powers, load in whiteNoiseGain(powers, load: load) >= limit }
  }

  /// Returns the weights for a right-hand side V^H S b whose output is noisier than one microphone by at most a number
  /// of decibels.
  ///
  /// If this limits the weights, the response keeps its shape and loses level.
  public func solve(_ rightSide: [Complex], noise: Double) -> Solution {
    let limit = pow(10, noise / 10)
    return solve(rightSide) { powers, load in noisePower(powers, load: load) <= limit }
  }

  private func solve(
    _ rightSide: [Complex], until isEnough: ([Double], Double) -> Bool
  ) -> Solution {
    let smallest = Self.rankLimit * (eigenvalues.last ?? 0)
    let projected = (0..<order).map { i -> Complex in
      guard eigenvalues[i] > smallest else { return .zero }
      var sum = Complex.zero
      for n in 0..<order { sum += eigenvectors[i * order + n].conjugate * rightSide[n] }
      return sum
    }
    let powers = projected.map(\.power)
    let lambda = Self.smallestLoad { isEnough(powers, $0) }
    var weights = [Complex](repeating: .zero, count: order)
    for i in 0..<order {
      let scaled = projected[i] * (1 / (eigenvalues[i] + lambda))
      for n in 0..<order { weights[n] += eigenvectors[i * order + n] * scaled }
    }
    return Solution(
      weights: weights, lambda: lambda, whiteNoiseGain: whiteNoiseGain(powers, load: lambda))
  }

  /// The smallest load that is enough, found by bisection on its logarithm.
  private static func smallestLoad(_ isEnough: (Double) -> Bool) -> Double {
    if isEnough(lowest) { return lowest }
    var low = log(lowest)
    var high = log(highest)
    for _ in 0..<steps {
      let middle = (low + high) / 2
      if isEnough(exp(middle)) { high = middle } else { low = middle }
    }
    return exp(high)
  }

  private func noisePower(_ powers: [Double], load: Double) -> Double {
    zip(powers, eigenvalues).reduce(0) { sum, pair in
      let gain = 1 / (pair.1 + load)
      return sum + pair.0 * gain * gain
    }
  }

  private func whiteNoiseGain(_ powers: [Double], load: Double) -> Double {
    var signal = 0.0
    var noise = 0.0
    for (power, value) in zip(powers, eigenvalues) {
      let gain = 1 / (value + load)
      let share = power * gain * gain
      signal += share * value
      noise += share
    }
    return noise > 0 ? signal / noise : .infinity
  }
}
