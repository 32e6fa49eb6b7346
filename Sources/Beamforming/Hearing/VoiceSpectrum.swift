import Acoustics
import Glibc

/// Compares the spectrum of a sound in a take with the spectrum of the dry sound, before any microphone, per third
/// octave.
///
/// Both spectra consist of levels relative to their own mean from 0.2 to 2 kHz, so that the difference is the colour of
/// the filters. Third octaves in which the dry sound has almost no power are left out.
public struct VoiceSpectrum: Sendable, Equatable {
  /// The centres of the third octaves in hertz.
  public var thirds: [Double]
  /// The levels of the dry sound, in decibels.
  public var dry: [Double]
  /// The levels of the take, both channels together, in decibels.
  public var heard: [Double]

  /// The level, relative to its loudest third octave, below which the dry sound counts as absent, in decibels.
  private static let absent = -50.0
  /// The largest distance in hertz between the frequencies that are analysed: the third octave at 100 Hz is 23 Hz wide.
  private static let widestStep = 12.0

  /// Computes the spectra of a dry sound and of the two channels of a take that contain it.
  ///
  /// - Precondition: left and right have the same length.
  public init(dry: [Float], left: [Float], right: [Float], rate: Int) {
    var length = 64
    while Double(rate) / Double(length) > Self.widestStep { length *= 2 }
    let before = InterauralSpectrum(left: dry, right: dry, rate: rate, fftLength: length)
    let after = InterauralSpectrum(left: left, right: right, rate: rate, fftLength: length)
    let bands = NarrowBands.thirds(Colour.thirds(rate: rate), step: before.step).bands
    func levels(_ spectrum: InterauralSpectrum) -> [Double] {
      let powers = bands.map { band in
        band.sum(bins: spectrum.left.count) { spectrum.left[$0] + spectrum.right[$0] } + 1e-30
      }
      let middle = zip(bands, powers).filter { Colour.reference.contains($0.0.centre) }.map(\.1)
      let mean = middle.reduce(0, +) / Double(max(1, middle.count))
      return powers.map { 10 * log10($0 / mean) }
    }
    let (wanted, reached) = (levels(before), levels(after))
    let loudest = wanted.max() ?? 0
    let used = bands.indices.filter { wanted[$0] > loudest + Self.absent }
    thirds = used.map { bands[$0].centre }
    self.dry = used.map { wanted[$0] }
    heard = used.map { reached[$0] }
  }
}
