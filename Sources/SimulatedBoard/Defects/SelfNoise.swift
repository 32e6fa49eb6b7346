import Acoustics
import Glibc

/// White noise of a given A-weighted level.
enum SelfNoise {
  /// The root mean square of white noise, from 0 Hz to half the sample rate, that has an A-weighted level of `level`
  /// dBFS.
  ///
  /// 0 dBFS is the level of a full-scale sine wave, whose mean square is 1/2. At 48 kHz, white noise with an A-weighted
  /// level of 0 dBFS(A) has an unweighted level of 2.7 dBFS.
  static func rootMeanSquare(level: Double, rate: Int) -> Double {
    let steps = 4800
    let nyquist = Double(rate) / 2
    // The mean of the weighting over frequency, by the midpoint rule.
    let mean =
      (0..<steps).reduce(0.0) { sum, step in
        sum + AWeighting.power((Double(step) + 0.5) / Double(steps) * nyquist)
      } / Double(steps)
    return (pow(10, level / 10) / (2 * mean)).squareRoot()
  }
}
