/// Noise with the same power in every octave.
///
/// Six first-order low-pass filters approximate a slope of -3 dB per octave to within 0.05 dB, from 10 Hz to 18 kHz at
/// a sample rate of 44.1 kHz; the range scales with the rate.
///
/// - Source: P. Kellet's refined filter (musicdsp.org, "Pink noise filter").
struct PinkNoise: Sendable {
  private static let poles = SIMD8<Double>(
    0.99886, 0.99332, 0.96900, 0.86650, 0.55000, -0.7616, 0, 0)
  private static let gains = SIMD8<Double>(
    0.0555179, 0.0750759, 0.1538520, 0.3104856, 0.5329522, -0.0168980, 0.115926, 0)
  private static let direct = 0.5362

  private var state = SIMD8<Double>.zero
  private var delayed = 0.0
  private let scale: Double

  /// Creates a filter that turns white noise of variance 1 into pink noise of variance 1, and lets it settle on
  /// noise from `random`.
  init(settlingWith random: inout SeededRandom) {
    scale = Self.scale
    // These steps are ten time constants of the slowest low-pass filter.
    for _ in 0..<8192 { _ = next(random.gaussian()) }
  }

  /// The reciprocal of the square root of the energy in the impulse response.
  private static let scale: Double = {
    var filter = PinkNoise(scale: 1)
    var energy = 0.0
    for frame in 0..<32768 {
      let value = filter.next(frame == 0 ? 1 : 0)
      energy += value * value
    }
    return 1 / energy.squareRoot()
  }()

  private init(scale: Double) {
    self.scale = scale
  }

  /// The next sample from the next sample of white noise.
  mutating func next(_ white: Double) -> Double {
    // The seventh term is the white noise one frame later, without feedback.
    state = state * Self.poles + Self.gains * white
    let late = delayed
    delayed = state[6]
    return
      (state[0] + state[1] + state[2] + state[3] + state[4] + state[5] + late
      + Self.direct * white) * scale
  }
}
