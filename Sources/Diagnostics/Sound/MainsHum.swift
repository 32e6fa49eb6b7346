import Glibc

/// Mains hum in a channel: spectral lines at multiples of 50 or 60 Hz that stand out from their surroundings.
///
/// - Source: mains frequencies are within 1 % of 50 or 60 Hz (EN 50160); rectifiers produce the even multiples.
package struct MainsHum: Sendable, Equatable {
  /// The mains frequency: 50 or 60 Hz.
  package let frequency: Double
  /// The level of all lines together in decibels, where a full-scale sine wave has 0 dB.
  package let level: Double
  /// The level of the strongest line above its surroundings in decibels.
  package let prominence: Double
  /// The frequency of the strongest line in hertz.
  package let strongest: Double

  /// The multiples of the mains frequency that are measured.
  private static let multiples = 1...8
  /// The minimum level of a line above its surroundings in decibels; noise reaches it in only one of
  /// several thousand bins.
  static let leastProminence = 12.0
  /// The minimum number of lines, because a single tone may be music.
  static let leastLines = 2

  /// True if hum may occur at a frequency in hertz; comparisons between channels leave out such frequencies, because
  /// hum may be in one channel only.
  static func isNear(_ frequency: Double) -> Bool {
    [50.0, 60.0].contains { mains in
      abs(frequency - mains * (frequency / mains).rounded()) <= nearness
    }
  }

  /// The range around a multiple in hertz: the two bins over which a Hann window spreads a line.
  private static let nearness = 6.0

  /// The hum in a channel; `nil` if there is none.
  package init?(_ spectra: SoundSpectra, channel: Int) {
    let found = [50.0, 60.0].compactMap { Self(spectra, channel, mains: $0) }
    guard let strongest = found.max(by: { $0.level < $1.level }) else { return nil }
    self = strongest
  }

  /// The level, in decibels, of the weakest hum that is sure to be detected in a channel.
  ///
  /// Such hum consists of two lines, both at the detection threshold of the multiple that is hardest to detect.
  static func leastVisible(_ spectra: SoundSpectra, channel: Int) -> Double {
    let density = spectra.densities[channel]
    let thresholds = [50.0, 60.0].flatMap { mains in
      visibleMultiples.compactMap { multiple -> Double? in
        background(density, bin: Int((Double(multiple) * mains / spectra.step).rounded()))
          .map { $0 * pow(10, leastProminence / 10) }
      }
    }
    let lines = Double(leastLines) * (thresholds.max() ?? 0)
    // A Hann window has a noise bandwidth of 1.5 bins.
    return 10 * log10(max(1e-30, 2 * 1.5 * spectra.step * lines))
  }

  /// The multiples that nearly always contain most of the hum's power.
  private static let visibleMultiples = 1...4

  /// The spectral density around a bin; `nil` at either end of the spectrum.
  private static func background(_ density: [Double], bin: Int) -> Double? {
    guard bin + reach < density.count, bin > reach else { return nil }
    let around = ((bin - reach)...(bin + reach)).filter { abs($0 - bin) > 2 }
      .map { density[$0] }.sorted()
    return around[around.count / 2]
  }

  private init?(_ spectra: SoundSpectra, _ channel: Int, mains: Double) {
    var (power, lines) = (0.0, [(frequency: Double, excess: Double, power: Double)]())
    let density = spectra.densities[channel]
    for multiple in Self.multiples {
      let frequency = Double(multiple) * mains
      let bin = Int((frequency / spectra.step).rounded())
      guard let background = Self.background(density, bin: bin) else { continue }
      // A Hann window spreads a line over three bins.
      let line = ((bin - 1)...(bin + 1)).reduce(0) { $0 + density[$1] - background }
      let excess = 10 * log10(max(1e-30, density[bin]) / max(1e-30, background))
      guard excess > Self.leastProminence, line > 0 else { continue }
      power += line * spectra.step
      lines.append((frequency, excess, line))
    }
    guard lines.count >= Self.leastLines, let best = lines.max(by: { $0.power < $1.power })
    else { return nil }
    frequency = mains
    level = 10 * log10(2 * power)
    prominence = best.excess
    strongest = best.frequency
  }

  /// The number of bins on each side that count as surroundings: 20 Hz, which excludes the next multiple.
  private static let reach = 7
}
