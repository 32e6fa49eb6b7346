import Acoustics
import Beamforming
import Boards
import Glibc
import TestSupport

/// Sounds, and what two channels make of them.
enum EarSignals {
  static let rate = 48000
  /// The length of a transform that holds a sound and the tails of the filters.
  private static let length = 65536
  private static let frames = 48000

  enum Sound: String, CaseIterable, Sendable {
    case white, pink, speech, telephone
  }

  /// One second of a sound.
  static func samples(_ sound: Sound, seed: UInt64 = 7) -> [Double] {
    switch sound {
    case .white: noise(seed: seed)
    case .pink: shaped(noise(seed: seed)) { $0 < 30 ? 0 : 1 / $0.squareRoot() }
    case .speech: speech()
    case .telephone: shaped(speech()) { (300...3400).contains($0) ? 1 : 0 }
    }
  }

  static func noise(seed: UInt64) -> [Double] {
    var generator = SeededGenerator(seed: seed)
    return (0..<frames).map { _ in Double.random(in: -0.1...0.1, using: &generator) }
  }

  /// A voice: harmonics of a fundamental that moves, under three formants that move, in four syllables a second.
  private static func speech() -> [Double] {
    var phase = 0.0
    return (0..<frames).map { n in
      let t = Double(n) / Double(rate)
      let fundamental = 115 + 25 * sin(2 * Double.pi * 1.3 * t)
      phase += 2 * Double.pi * fundamental / Double(rate)
      let open = sin(2 * Double.pi * 0.9 * t)
      let formants = [500 + 200 * open, 1500 - 500 * open, 2600 + 100 * open]
      let syllable = max(0, sin(2 * Double.pi * 4 * t))
      return (1...38).reduce(0.0) { sum, number in
        let frequency = Double(number) * fundamental
        let resonance = formants.enumerated().reduce(0.02) { total, formant in
          let distance = (frequency - formant.element) / 120
          return total + pow(10, -0.4 * Double(formant.offset)) / (1 + distance * distance)
        }
        return sum + 0.05 * syllable * resonance / Double(number).squareRoot()
          * sin(Double(number) * phase)
      }
    }
  }

  private static func shaped(_ signal: [Double], by gain: (Double) -> Double) -> [Double] {
    let transform = RealFourierTransform(length: length)
    var spectrum = transform.forward(signal)
    for bin in spectrum.indices {
      spectrum[bin] = spectrum[bin] * gain(Double(bin) * Double(rate) / Double(length))
    }
    return Array(transform.inverse(spectrum).prefix(frames))
  }

  /// Two channels of a sound behind responses at multiples of a frequency step, `[channel][bin]`.
  static func filtered(_ sound: [Double], by responses: [[Complex]]) -> (
    left: [Float], right: [Float]
  ) {
    let transform = RealFourierTransform(length: length)
    let spectrum = transform.forward(sound)
    let channels = responses.map { response -> [Float] in
      let short = RealFourierTransform(length: 2 * (response.count - 1))
      let taps = short.inverse(response)
      // The responses may be earlier than the sound: half of their length is before it.
      let half = taps.count / 2
      let filter = transform.forward(Array(taps[half...] + taps[..<half]))
      let product = zip(spectrum, filter).map { $0 * $1 }
      return transform.inverse(product).map(Float.init)
    }
    return (channels[0], channels[1])
  }

  /// The signals at both ears of a head from a direction of the grid, `[ear][bin]`.
  static func ears(of head: HeadResponses, azimuth: Int) -> [[Complex]] {
    let index = (72 - azimuth / 5) % 72
    return (0..<2).map { ear in
      (0..<head.bins).map { head.lanes[head.index(ear: ear, bin: $0) + index / 4][index % 4] }
    }
  }

  /// The channels of a design for a direction, `[channel][bin]`.
  static func channels(
    of design: Design, by designer: FilterDesigner, direction: Direction
  ) -> [[Complex]] {
    let step = Double(rate) / 1024
    return designer.response(
      design, direction: direction, frequencies: (0...512).map { Double($0) * step })
  }
}
