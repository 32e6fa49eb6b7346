import Acoustics
import Diagnostics
import Glibc

/// The signals, the frequency band and the reference channel with which the sounds of a recording are analysed.
struct CalibrationListening {
  /// The samples of every channel, with the offset removed.
  let signals: [[Double]]
  /// The sample rate in frames per second.
  let rate: Double
  let transform: RealFourierTransform
  /// The bins of the frequency band.
  let bins: Range<Int>
  /// The frequencies of ``bins``, in hertz.
  let frequencies: [Double]
  /// The highest frequency at which levels are compared, in hertz.
  let highestForLevels: Double
  /// The channel with which all other channels are compared.
  private(set) var reference = 0
  /// For each channel, true if it hears the same sounds as the reference.
  private(set) var isHeard: [Bool]
  /// The frames of every sound; they start at its onset if only the onset is analysed.
  let frames: [Range<Int>]
  /// The part of every sound that is analysed.
  let stretch: SoundStretch

  /// The lowest frequency of the band in hertz: above it, rooms are quiet and claps have power.
  static let lowest = 150.0

  init(
    _ sound: CapturedSound, sounds: [RoughSound], field: ArrayField, stretch: SoundStretch
  ) {
    let rate = Double(sound.rate)
    let transform = RealFourierTransform(
      length: stretch.padding * stretch.length(rate: sound.rate))
    let step = rate / Double(transform.length)
    let top = min(field.highestForDelays, Self.usableShare * rate)
    let bins = Int((Self.lowest / step).rounded(.up))..<max(2, Int(top / step) + 1)
    let signals = (0..<sound.channels).map { channel in
      let samples = sound.samples(of: channel)
      let mean = samples.reduce(0, +) / Double(max(1, samples.count))
      return samples.map { $0 - mean }
    }
    self.signals = signals
    self.stretch = stretch
    self.rate = rate
    self.transform = transform
    self.bins = bins
    frequencies = bins.map { Double($0) * step }
    highestForLevels = field.highestForLevels
    isHeard = [Bool](repeating: true, count: sound.channels)
    let frames = sounds.map {
      Int($0.start * rate)..<max(Int($0.start * rate) + 1, Int($0.end * rate))
    }
    self.frames =
      stretch == .whole ? frames : frames.map { SoundOnset.frames($0, in: signals, rate: rate) }
    chooseReference()
  }

  /// Chooses as the reference the channel most coherent with all others, and finds the channels that are coherent with
  /// it.
  private mutating func chooseReference() {
    let channels = signals.indices
    var common = channels.map { _ in channels.map { _ in 0.0 } }
    let looked = stride(from: 0, to: frames.count, by: max(1, frames.count / Self.looks))
    for sound in looked {
      let blocks = coarseBlocks(sound)
      for a in channels {
        for b in channels {
          common[a][b] += CrossSpectrum(blocks.spectra[b], blocks.spectra[a], stretch).coherence
        }
      }
    }
    let count = Double(max(1, Array(looked).count))
    let totals = channels.map { a in channels.reduce(0) { $0 + common[a][$1] } }
    reference = channels.max { totals[$0] < totals[$1] } ?? 0
    isHeard = channels.map { common[reference][$0] / count > Self.leastCoherence }
  }

  private func coarseBlocks(_ sound: Int) -> SoundBlocks {
    SoundBlocks(
      signals, frames: frames[sound], shifts: signals.map { _ in 0 }, band: bins,
      transform: transform, stretch: stretch, most: 3)
  }

  /// The delay of a sound in each channel to within half a period, and the correlation of its low frequencies with
  /// those of the reference.
  ///
  /// The sign of the correlation shows the polarity.
  ///
  /// - Parameters:
  ///   - reach: the largest time in seconds by which a channel may be late or early.
  ///   - highest: the frequency in hertz up to which no path turns a phase by more than 60 degrees.
  func coarse(
    _ sound: Int, reach: Double, highest: Double
  ) -> (delays: [Double], uprightness: [Double], weights: [Double]) {
    let blocks = coarseBlocks(sound)
    var result: (delays: [Double], uprightness: [Double], weights: [Double]) = ([], [], [])
    for channel in signals.indices {
      let spectrum = CrossSpectrum(
        blocks.spectra[channel], blocks.spectra[reference], stretch)
      result.delays.append(channel == reference ? 0 : peak(of: spectrum, reach: reach))
      var (upright, weight) = (0.0, 0.0)
      for (bin, frequency) in frequencies.enumerated() where frequency <= highest {
        let share = spectrum.shares[bin]
        upright += share * spectrum.cross[bin].re / max(1e-300, spectrum.cross[bin].magnitude)
        weight += share
      }
      result.uprightness.append(upright)
      result.weights.append(weight)
    }
    return result
  }

  /// The delay in seconds at which the whitened cross-correlation has its largest magnitude.
  private func peak(of spectrum: CrossSpectrum, reach: Double) -> Double {
    let phases = frequencies.indices.map { bin in
      spectrum.cross[bin]
        * (spectrum.shares[bin] / max(1e-300, spectrum.cross[bin].magnitude))
    }
    let step = 1 / (Self.stepsPerPeriod * (frequencies.last ?? 1))
    let count = Int((reach / step).rounded(.up))
    var turns = frequencies.map { Complex.turn(2 * .pi * $0 * -Double(count) * step) }
    let advance = frequencies.map { Complex.turn(2 * .pi * $0 * step) }
    var (best, largest) = (0.0, -1.0)
    for place in -count...count {
      var sum = Complex.zero
      for bin in phases.indices {
        sum += phases[bin] * turns[bin]
        turns[bin] = turns[bin] * advance[bin]
      }
      if sum.power > largest { (best, largest) = (Double(place) * step, sum.power) }
    }
    return best
  }

  /// The fraction of the sample rate up to which converters have a flat response.
  private static let usableShare = 0.4
  /// The number of sounds from which the reference is chosen.
  private static let looks = 6
  /// A channel whose coherence is below this does not hear the sounds.
  private static let leastCoherence = 0.6
  /// The number of search steps per period of the highest frequency.
  private static let stepsPerPeriod = 12.0
}
