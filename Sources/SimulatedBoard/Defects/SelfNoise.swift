import Acoustics
import Glibc

/// White noise that a sound level meter shows as a given level.
enum SelfNoise {
  /// The root mean square of white noise over 0 to half the sample rate whose A-weighted level is `level` dBFS.
  ///
  /// 0 dBFS is a full-scale sine wave, whose mean square is 1/2. At 48 kHz white noise of 0 dBFS(A) is 2.7 dB stronger
  /// without the weighting.
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
