import Glibc

/// The levels of a channel in octave bands.
package struct OctaveLevels: Sendable, Equatable {
  /// One octave band.
  package struct Band: Sendable, Equatable {
    /// The centre frequency of the band in hertz.
    package var centre: Double
    /// The level of the band in dBFS, where a full-scale sine wave has 0 dBFS.
    package var level: Double
  }

  /// The octave bands below half the sample rate, the lowest first.
  package let bands: [Band]

  /// The octave bands of a channel.
  ///
  /// - Source: IEC 61260-1: octave bands of base 2 around 1 kHz, from 31.25 Hz up.
  package init(_ spectra: SoundSpectra, channel: Int) {
    let highest = spectra.step * Double(spectra.densities[channel].count - 1)
    bands = (-5...5).compactMap { octave in
      let centre = 1000 * pow(2, Double(octave))
      guard centre * 2.0.squareRoot() <= highest else { return nil }
      let power = spectra.power(
        channel, from: centre / 2.0.squareRoot(), to: centre * 2.0.squareRoot())
      return Band(centre: centre, level: 10 * log10(2 * max(1e-30, power)))
    }
  }
}
