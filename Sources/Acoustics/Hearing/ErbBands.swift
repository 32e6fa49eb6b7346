import Glibc

/// The frequency bands of the ear.
///
/// The bands are power weights of fourth-order gammatone filters, one equivalent rectangular bandwidth apart.
///
/// - Source: Glasberg and Moore, Hearing Research 47 (1990), for the bandwidth 24.7 (4.37 f/kHz + 1) Hz; the gammatone
///   filter's width of 1.019 such bandwidths is Patterson's.
public struct ErbBands: Sendable {
  /// The centres of the bands in hertz, from 80 Hz to at most 17.5 kHz.
  public let centres: [Double]
  /// The number of weights per band, one for each frequency.
  public let bins: Int
  /// The weights for powers, `[band][bin]`.
  public let weights: [Double]

  /// Creates the bands below 0.45 times the sample rate, for the frequencies of a transform.
  public init(rate: Int, fftLength: Int) {
    let step = Double(rate) / Double(fftLength)
    bins = fftLength / 2 + 1
    let highest = min(17500, 0.45 * Double(rate))
    var centres: [Double] = []
    var weights: [Double] = []
    var number = Self.number(of: 80)
    while Self.frequency(of: number) <= highest {
      let centre = Self.frequency(of: number)
      let width = 1.019 * Self.bandwidth(at: centre)
      centres.append(centre)
      for bin in 0..<bins {
        let distance = (Double(bin) * step - centre) / width
        let resonance = 1 / (1 + distance * distance)
        weights.append(bin == 0 ? 0 : resonance * resonance * resonance * resonance)
      }
      number += 1
    }
    self.centres = centres
    self.weights = weights
  }

  /// The equivalent rectangular bandwidth around a frequency, both in hertz.
  public static func bandwidth(at frequency: Double) -> Double {
    24.7 * (4.37 * frequency / 1000 + 1)
  }

  /// The number of a frequency on the ERB scale.
  public static func number(of frequency: Double) -> Double {
    21.4 * log10(4.37 * frequency / 1000 + 1)
  }

  /// The frequency in hertz of a number on the ERB scale.
  public static func frequency(of number: Double) -> Double {
    (pow(10, number / 21.4) - 1) * 1000 / 4.37
  }
}
