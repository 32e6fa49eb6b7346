import Acoustics
import Glibc

/// White noise with a given reading on a sound level meter.
enum SelfNoise {
  /// The root mean square of white noise from 0 to half the sample rate with an A-weighted level of `level` dBFS.
  ///
  /// 0 dBFS is a full-scale sine wave, with a mean square of 1/2. At 48 kHz, white noise of 0 dBFS(A) is 2.7 dB
  /// stronger without the weighting.
  static func rootMeanSquare(level: Double, rate: Int) -> Double {
    let steps = 4800
    let nyquist = Double(rate) / 2
    // The mean of the weighting, by the midpoint rule.
    let mean =
      (0..<steps).reduce(0.0) { sum, step in
        sum + AWeighting.power((Double(step) + 0.5) / Double(steps) * nyquist)
      } / Double(steps)
    return (pow(10, level / 10) / (2 * mean)).squareRoot()
  }
}
