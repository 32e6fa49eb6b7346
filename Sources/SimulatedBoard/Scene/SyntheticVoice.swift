import Glibc

/// A synthetic voice: five meaningless syllables, for use without recordings.
///
/// Glottal pulses pass through the resonances of a vowel, and a burst of noise begins each syllable, so the sound has
/// everything that ears need for localisation: onsets, pauses, and power from 100 Hz to 8 kHz.
///
/// - Source: D. H. Klatt, "Software for a cascade/parallel formant synthesizer", J. Acoust. Soc. Am. 67 (1980):
///   resonators and bandwidths; G. E. Peterson and H. L. Barney, "Control methods used in a study of the vowels",
///   J. Acoust. Soc. Am. 24 (1952), table II: formants of vowels.
enum SyntheticVoice {
  /// The allowed pitches of the voice in hertz.
  static let pitches = 60.0...400.0

  /// The formants of a man's vowels in hertz, as in heed, head, hod, hawed and who'd.
  private static let vowels: [[Double]] = [
    [270, 2290, 3010], [530, 1840, 2480], [730, 1090, 2440], [570, 840, 2410], [300, 870, 2240],
  ]
  /// The formants above those in ``vowels``, and the bandwidths of all formants, in hertz.
  private static let (higher, bandwidths) = ([3500.0, 4500], [60.0, 90, 150, 200, 300])
  /// The durations in seconds of a syllable, of its burst, and of the pause after it.
  private static let (syllable, burst, pause) = (0.24, 0.03, 0.06)
  /// The pitch at and above which a woman's formants are used, and the ratio of her formants to a
  /// man's.
  private static let (highPitch, highRatio) = (165.0, 1.17)

  /// The total duration of the syllables in seconds.
  static var seconds: Double { Double(vowels.count) * (syllable + pause) }

  /// The samples of all syllables.
  ///
  /// - Parameter rate: frames per second.
  static func samples(pitch: Double, rate: Double, random: inout SeededRandom) -> [Float] {
    vowels.flatMap { vowel -> [Float] in
      let ratio = pitch > highPitch ? highRatio : 1
      var resonators = zip(vowel + higher, bandwidths).map {
        Resonator(frequency: $0 * ratio, bandwidth: $1, rate: rate)
      }
      let count = Int(syllable * rate)
      var (phase, flow) = (0.0, 0.0)
      var samples: [Float] = []
      for n in 0..<count {
        let seconds = Double(n) / rate
        // Within a syllable, the pitch in hertz falls by 20 %; vowels contain breath noise with a gain
        // of 0.1.
        phase += pitch * (1 - 0.2 * seconds / syllable) / rate
        let noise = random.gaussian()
        let isPulse = phase >= 1
        if isPulse { phase -= 1 }
        // The pulse's spectrum falls by 6 dB per octave, the combined effect of glottis and lips.
        flow = 0.9 * flow + (isPulse ? (rate / pitch).squareRoot() : 0)
        var value = seconds < burst ? noise : flow + 0.1 * noise
        for index in resonators.indices { value = resonators[index].next(value) }
        let edge = min(seconds / 0.01, (syllable - seconds) / 0.05, 1)
        samples.append(Float(value * max(0, edge)))
      }
      return samples + [Float](repeating: 0, count: Int(pause * rate))
    }
  }

  /// A second-order resonator with a gain of 1 at 0 Hz.
  private struct Resonator {
    private let (a, b, c): (Double, Double, Double)
    private var (before, last) = (0.0, 0.0)

    init(frequency: Double, bandwidth: Double, rate: Double) {
      c = -exp(-2 * .pi * bandwidth / rate)
      b = 2 * exp(-.pi * bandwidth / rate) * cos(2 * .pi * frequency / rate)
      a = 1 - b - c
    }

    mutating func next(_ input: Double) -> Double {
      let value = a * input + b * last + c * before
      (before, last) = (last, value)
      return value
    }
  }
}
