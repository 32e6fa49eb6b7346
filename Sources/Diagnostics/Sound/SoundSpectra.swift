import Acoustics
import Glibc

/// The power spectra of all channels, and the cross spectra of pairs of channels at low frequencies.
///
/// - Source: P. D. Welch, "The use of fast Fourier transform for the estimation of power spectra", 1967: the mean over
///   blocks that overlap by half, each with a Hann window.
package struct SoundSpectra: Sendable {
  /// The spacing of the bins in hertz.
  package let step: Double
  /// The mean square per hertz, indexed `[channel][bin]`; the sum over all bins times ``step`` is the mean square of
  /// the channel.
  package let densities: [[Double]]
  /// The number of blocks over which the spectra are averaged.
  package let blocks: Int
  /// The number of bins in ``cross``.
  let crossBins: Int
  /// The cross spectra of channels a and b for the bins up to ``highestCross``, indexed `[a * channels + b][bin]`, with
  /// a < b.
  private let cross: [[Complex]]
  private let channels: Int

  /// The duration of a block in seconds: bins are 3 Hz apart, which separates 50 and 60 Hz and their multiples.
  private static let blockSeconds = 1.0 / 3
  /// The highest frequency, in hertz, at which channels are compared: half a wavelength is longer than the largest
  /// hand-held array.
  static let highestCross = 1000.0

  /// The spectra of a recording.
  ///
  /// - Precondition: the recording has at least one block of a third of a second.
  package init(_ sound: CapturedSound) {
    let length = max(64, Int(Double(sound.rate) * Self.blockSeconds) / 2 * 2)
    precondition(sound.frames >= length, "spectra need a third of a second")
    let channels = sound.channels
    let step = Double(sound.rate) / Double(length)
    let transform = RealFourierTransform(length: length)
    let crossBins = min(transform.bins, Int(Self.highestCross / step) + 1)
    let window = (0..<length).map { 0.5 - 0.5 * cos(2 * .pi * (Double($0) + 0.5) / Double(length)) }
    let energy = window.reduce(0) { $0 + $1 * $1 }
    var powers = [[Double]](
      repeating: [Double](repeating: 0, count: transform.bins), count: channels)
    var cross = [[Complex]](
      repeating: [Complex](repeating: .zero, count: crossBins), count: channels * channels)
    let signals = (0..<channels).map { channel -> [Double] in
      let samples = sound.samples(of: channel)
      let mean = samples.reduce(0, +) / Double(samples.count)
      return samples.map { $0 - mean }
    }
    var blocks = 0
    for start in stride(from: 0, through: sound.frames - length, by: length / 2) {
      let spectra = signals.map { signal in
        transform.forward(zip(signal[start..<(start + length)], window).map { $0 * $1 })
      }
      for a in 0..<channels {
        for bin in 0..<transform.bins { powers[a][bin] += spectra[a][bin].power }
        for b in (a + 1)..<max(a + 1, channels) {
          for bin in 0..<crossBins {
            cross[a * channels + b][bin] += spectra[a][bin] * spectra[b][bin].conjugate
          }
        }
      }
      blocks += 1
    }
    // Both halves of the spectrum contribute to the power.
    let scale = 2 / (Double(blocks) * energy * Double(sound.rate))
    self.step = step
    self.blocks = blocks
    self.crossBins = crossBins
    self.channels = channels
    densities = powers.map { $0.map { $0 * scale } }
    self.cross = cross.map { $0.map { $0 * scale } }
  }

  /// The mean square of a channel between two frequencies in hertz.
  package func power(_ channel: Int, from low: Double, to high: Double) -> Double {
    power(channel, bins: Array(bins(from: low, to: high)))
  }

  /// The mean square of a channel in the given bins.
  func power(_ channel: Int, bins: [Int]) -> Double {
    bins.reduce(0) { $0 + densities[channel][$1] } * step
  }

  /// The A-weighted level of a channel in decibels, where a full-scale sine wave of 1 kHz has 0 dB.
  package func weightedLevel(_ channel: Int) -> Double {
    let power = densities[channel].indices.reduce(0.0) {
      $0 + densities[channel][$1] * AWeighting.power(Double($1) * step)
    }
    return 10 * log10(2 * power * step)
  }

  /// The bins between two frequencies in hertz, as far as the spectrum has them.
  func bins(from low: Double, to high: Double) -> Range<Int> {
    let last = densities.first.map { $0.count - 1 } ?? 0
    let first = min(last, max(1, Int((low / step).rounded(.up))))
    return first..<max(first, min(last, Int(high / step)) + 1)
  }

  /// The cross spectrum of two channels at a bin below ``crossBins``; it is real and positive if both are in phase.
  func cross(_ a: Int, _ b: Int, bin: Int) -> Complex {
    a < b ? cross[a * channels + b][bin] : cross[b * channels + a][bin].conjugate
  }

  /// The coherence of two channels over the given bins below ``crossBins``.
  ///
  /// Its magnitude is 1 if one channel is a multiple of the other, and its angle is the phase between them.
  func coherence(_ a: Int, _ b: Int, bins: [Int]) -> Complex {
    var (sum, powerA, powerB) = (Complex.zero, 1e-300, 1e-300)
    for bin in bins {
      sum += cross(a, b, bin: bin)
      powerA += densities[a][bin]
      powerB += densities[b][bin]
    }
    return sum * (1 / (powerA * powerB).squareRoot())
  }
}
