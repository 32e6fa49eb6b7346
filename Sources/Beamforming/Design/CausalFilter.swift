import Acoustics
import Glibc

/// Converts spectra into causal filters, which are delayed, truncated, and faded at both ends.
struct CausalFilter {
  /// The number of taps per filter.
  let taps: Int
  /// The delay in frames.
  let delay: Int

  /// The ratio of the transform's length to the filter's length, large enough to keep circular wrap-around small.
  static let oversampling = 4
  /// The share of the taps that is faded at each end.
  private static let fadeShare = 0.15

  /// Returns the taps of a filter with this spectrum.
  func taps(of spectrum: [Complex], transform: RealFourierTransform) -> [Double] {
    let signal = transform.inverse(spectrum)
    return fades.enumerated().map { tap, fade in
      fade * signal[(tap - delay + signal.count) % signal.count]
    }
  }

  /// The factor for each tap: 1 in the middle, and raised cosines at both ends.
  var fades: [Double] {
    let fade = Int((Self.fadeShare * Double(taps)).rounded())
    return (0..<taps).map { tap in
      let fromEnd = min(tap, taps - 1 - tap)
      return fromEnd < fade ? 0.5 - 0.5 * cos(.pi * (Double(fromEnd) + 0.5) / Double(fade)) : 1
    }
  }

  /// Returns the spectrum of taps, with the delay removed.
  func spectrum<Taps: Collection>(of taps: Taps, transform: RealFourierTransform) -> [Complex]
  where Taps.Element == Double {
    let late = transform.forward(taps)
    return late.enumerated().map { bin, value in
      value * Self.turn(2 * .pi * Double(bin * delay) / Double(transform.length))
    }
  }

  /// The phasor e^{j phase}.
  static func turn(_ phase: Double) -> Complex { Complex(cos(phase), sin(phase)) }
}
