import Glibc

/// Levels of a channel in octaves.
package struct OctaveLevels: Sendable, Equatable {
  /// One octave.
  package struct Band: Sendable, Equatable {
    /// Its centre frequency in hertz.
    package var centre: Double
    /// Its level in dBFS; a full-scale sine wave is 0.
    package var level: Double
  }

  /// The octaves below half the sample rate, the lowest first.
  package let bands: [Band]

  /// The octaves of a channel.
  ///
  /// - Source: IEC 61260-1: octaves of base 2 around 1 kHz, from 31.25 Hz on.
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
