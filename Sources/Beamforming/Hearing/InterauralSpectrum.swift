import Acoustics
import Glibc

/// The mean powers and cross power of two channels, frequency by frequency.
///
/// - Source: P. D. Welch, IEEE Trans. Audio Electroacoust. 15 (1967): half-overlapping Hann windows.
struct InterauralSpectrum {
  /// The power of the left channel.
  private(set) var left: [Double]
  /// The power of the right channel.
  private(set) var right: [Double]
  /// The cross spectrum, left times the conjugate of right, whose phase is positive if left is earlier.
  private(set) var cross: [Complex]
  /// The distance between frequencies in hertz.
  let step: Double

  /// Computes the spectrum of two channels of the same length; signals shorter than a window are padded with zeros.
  init(left leftSignal: [Float], right rightSignal: [Float], rate: Int, fftLength: Int) {
    let transform = RealFourierTransform(length: fftLength)
    let window = (0..<fftLength).map {
      0.5 - 0.5 * cos(2 * Double.pi * (Double($0) + 0.5) / Double(fftLength))
    }
    left = [Double](repeating: 0, count: transform.bins)
    right = left
    cross = [Complex](repeating: .zero, count: transform.bins)
    step = Double(rate) / Double(fftLength)
    for start in stride(from: -fftLength / 2, to: leftSignal.count, by: fftLength / 2) {
      let l = transform.forward(Self.frame(leftSignal, from: start, window: window))
      let r = transform.forward(Self.frame(rightSignal, from: start, window: window))
      for bin in 0..<transform.bins {
        left[bin] += l[bin].power
        right[bin] += r[bin].power
        cross[bin] += l[bin] * r[bin].conjugate
      }
    }
  }

  /// One windowed piece of a signal; the signal counts as zero before its start and after its end.
  private static func frame(_ signal: [Float], from start: Int, window: [Double]) -> [Double] {
    window.indices.map { n in
      signal.indices.contains(start + n) ? window[n] * Double(signal[start + n]) : 0
    }
  }

  /// The time in seconds by which left leads right.
  var timeDifference: Double {
    InterauralCues.delay(step: step, count: cross.count) { cross[$0] }
  }
}
