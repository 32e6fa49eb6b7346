import Realtime
import TestSupport
import Testing

/// Four microphones in one place: sound is the same in all of them, wind is another in each.
@Suite("Wind")
struct WindReductionTests {
  private static let window = 512
  private static let frames = 48_000

  /// Parts are half the sum and half of three differences; of the sum no sound is in any difference.
  static func tables(floor: Float = 0.177_827_94) -> WindTables {
    let bins = 16
    var tables = WindTables(
      rate: 48_000, window: window, microphones: 4, delay: 48, bins: bins, watched: 1..<5)
    tables.floor = floor
    let signs: [[Float]] = [[1, -1, 1, -1], [1, 1, -1, -1], [1, -1, -1, 1], [1, 1, 1, 1]]
    for bin in 0..<bins {
      for part in 0..<4 {
        for n in 0..<4 { tables.parts[(bin * 4 + part) * 4 + n] = SIMD2(signs[part][n] / 2, 0) }
        tables.limits[bin * 4 + part] = part == 3 ? 1.03 : 0.03
        tables.weights[bin * 4 + part] = part == 3 ? 0 : 1 / (3 * (1 - 4 * 0.03))
        tables.corrections[bin * 4 + part] = SIMD2(1, 0)
      }
      (tables.noiseGains[bin], tables.levels[bin]) = (10, 1)
      tables.shares[bin] = bin < 10 ? 1 : Float(16 - bin) / 6
    }
    return tables
  }

  /// Filters that give the sum of all to both ears, and add three times the difference of two.
  static func configuration(_ wind: WindTables?) -> TakeRendererConfiguration {
    var coefficients = [Float](repeating: 0, count: 2 * 4 * 96)
    let gains: [[Float]] = [[3.25, -2.75, 0.25, 0.25], [0.25, 0.25, 3.25, -2.75]]
    for ear in 0..<2 {
      for n in 0..<4 { coefficients[(ear * 4 + n) * 96 + 48] = gains[ear][n] }
    }
    var configuration = TakeRendererConfiguration(
      channels: 4, format: .integer, channelMap: Array(0..<4),
      taps: FilterTaps(inputs: 4, outputs: 2, taps: 96, coefficients: coefficients), delay: 48,
      rate: 48_000, lowCutHertz: nil, limiter: false)
    configuration.partition = window / 2
    configuration.stage = StereoTables(directional: nil, wind: wind)
    return configuration
  }

  /// Deep noise, by default below 500 Hz, of its own at every microphone or the same, as raw samples.
  static func sound(
    level: Float, isShared: Bool, gains: [Float] = [1, 1, 1, 1], frames: Int = frames,
    smoothing: Float = 0.05, seed: UInt64 = 1
  ) -> [Int32] {
    var seeded = SeededGenerator(seed: seed)
    var (state, other) = (SIMD4<Float>.zero, SIMD4<Float>.zero)
    var words: [Int32] = []
    for _ in 0..<frames {
      var fresh = SIMD4<Float>(repeating: seeded.noise())
      if !isShared { for n in 1..<4 { fresh[n] = seeded.noise() } }
      state += (fresh - state) * smoothing
      other += (state - other) * smoothing
      for n in 0..<4 {
        let sample: Float = other[n] * 4 * level * gains[n]
        words.append(Int32(max(-0.99, min(0.99, sample)) * 0x1p30) * 2)
      }
    }
    return words
  }

  private static func power(_ output: [Float], from frame: Int = 12_000) -> Double {
    output.dropFirst(2 * frame).reduce(0.0) { $0 + Double($1) * Double($1) }
  }

  @Test(
    "without wind the output is that of the filters bit for bit",
    arguments: [
      sound(level: 0.5, isShared: true),
      // A microphone that is 1 dB louder than the others.
      sound(level: 0.5, isShared: true, gains: [1.122, 1, 1, 1]),
      // Weak ones, and a mouth near one of them.
      sound(level: 0.5, isShared: true, gains: [0.4, 1, 1, 1]),
      sound(level: 0.5, isShared: true, gains: [1, 0.2, 1, 0.4]),
      sound(level: 0.3, isShared: true, gains: [3, 1, 0.6, 0.5]),
      // One that is dead, and one that was touched.
      sound(level: 0.5, isShared: true, gains: [1, 0, 1, 1]),
      sound(level: 0.5, isShared: false, gains: [0.03, 1, 0.03, 0.03]),
      // What microphones make themselves.
      sound(level: 0.000_2, isShared: false),
      [Int32](repeating: 0, count: 4 * 4800),
    ])
  func calm(words: [Int32]) {
    let output = TakeRendererTests.render(Self.configuration(Self.tables()), words: words)
    #expect(output == TakeRendererTests.render(Self.configuration(nil), words: words))
  }

  /// A pair of microphones in one place, and filters that give each ear mostly one of them.
  private static func pair(_ isReduced: Bool) -> TakeRendererConfiguration {
    var tables = WindTables(
      rate: 16_000, window: 256, microphones: 2, delay: 48, bins: 12, watched: 2..<7)
    tables.floor = 0.178
    for place in 0..<24 {
      let part = place % 2
      tables.parts[2 * place] = SIMD2(0.7071, 0)
      tables.parts[2 * place + 1] = SIMD2(part == 0 ? -0.7071 : 0.7071, 0)
      tables.limits[place] = part == 1 ? 1.03 : 0.03
      tables.weights[place] = part == 1 ? 0 : 1 / (1 - 2 * 0.03)
      tables.corrections[place] = SIMD2(1, 0)
    }
    for bin in 0..<12 {
      (tables.noiseGains[bin], tables.levels[bin], tables.shares[bin]) = (2, 1, 1)
    }
    var coefficients = [Float](repeating: 0, count: 2 * 2 * 96)
    for (n, gain) in [Float(1), 0.2, 0.2, 1].enumerated() { coefficients[n * 96 + 48] = gain }
    var configuration = TakeRendererConfiguration(
      channels: 2, format: .integer, channelMap: [0, 1],
      taps: FilterTaps(inputs: 2, outputs: 2, taps: 96, coefficients: coefficients), delay: 48,
      rate: 16_000, lowCutHertz: nil, limiter: false)
    configuration.partition = 128
    configuration.stage = StereoTables(directional: nil, wind: isReduced ? tables : nil)
    return configuration
  }

  @Test(
    "a microphone of a pair that dies during a sound, or drops out, is no wind",
    arguments: [20_000..<frames, 20_000..<22_000])
  func dies(dead: Range<Int>) {
    let sound = Self.sound(level: 0.5, isShared: true)
    var words: [Int32] = []
    for frame in 0..<Self.frames {
      words.append(sound[4 * frame])
      words.append(dead.contains(frame) ? 0 : sound[4 * frame + 1])
    }
    let output = TakeRendererTests.render(Self.pair(true), words: words)
    let isSame = output == TakeRendererTests.render(Self.pair(false), words: words)
    #expect(isSame)
  }

  @Test("in wind, the output never becomes that of a microphone that has died")
  func diesInWind() {
    var wind = Self.sound(level: 0.25, isShared: false)
    for frame in 24_000..<Self.frames { wind[4 * frame + 2] = 0 }
    let off = TakeRendererTests.render(Self.configuration(nil), words: wind)
    let on = TakeRendererTests.render(Self.configuration(Self.tables()), words: wind)
    #expect(Self.power(on, from: 25_000) > Self.power(off, from: 25_000) / 2)
  }

  /// Sound that is the same in all microphones, with an offset of its own in each; zeros in some frames.
  private static func offset(without gaps: [Range<Int>]) -> [Int32] {
    let offsets: [Int32] = [1 << 26, -1 << 25, 1 << 27, -1 << 26]
    var words = sound(level: 0.02, isShared: true)
    for n in words.indices {
      words[n] = gaps.contains { $0.contains(n / 4) } ? 0 : words[n] + offsets[n % 4]
    }
    return words
  }

  @Test(
    "an offset of the microphones is no wind, also after a gap and after zeros at the start",
    arguments: [
      [], [20_000..<20_528], [20_100..<24_900], [0..<4800], [0..<100],
      [9_000..<9_001, 20_000..<43_000],
    ])
  func offsets(gaps: [Range<Int>]) {
    let words = Self.offset(without: gaps)
    let output = TakeRendererTests.render(Self.configuration(Self.tables()), words: words)
    #expect(output == TakeRendererTests.render(Self.configuration(nil), words: words))
  }

  @Test("a burst of absurd numbers changes nothing that comes a second later")
  func burst() {
    var configuration = Self.configuration(Self.tables())
    configuration.format = .float
    let sound = Self.sound(level: 0.02, isShared: true, frames: 2 * Self.frames)
    var words = sound.map { Int32(bitPattern: (Float($0) * 0x1p-31).bitPattern) }
    let calm = TakeRendererTests.render(configuration, words: words)
    for n in (4 * 10_000)..<(4 * 14_800) {
      words[n] = Int32(bitPattern: (n % 8 < 4 ? Float(0x1p31) : -0x1p30).bitPattern)
    }
    let output = TakeRendererTests.render(configuration, words: words)
    let (late, wanted) = (
      Self.power(output, from: 14_800 + Self.frames), Self.power(calm, from: 14_800 + Self.frames)
    )
    #expect(late < 1.1 * wanted)
  }

  @Test("wind gets softer by more than 17 dB, and a sound in it stays")
  func reduces() {
    let wind = Self.sound(level: 0.25, isShared: false)
    let (off, on) = (Self.configuration(nil), Self.configuration(Self.tables()))
    let (loud, soft) = (
      TakeRendererTests.render(off, words: wind), TakeRendererTests.render(on, words: wind)
    )
    // -15 dB, 6 dB of the mean of four, 13 dB of the filters; what the mean time takes is less than that.
    #expect(Self.power(soft) < Self.power(loud) / 50)
    // Half a second of a loud sound: it is the same in all microphones.
    let voice = Self.sound(level: 1.5, isShared: true, seed: 7)
    let both = zip(wind, voice).map { $0 / 8 + $1 / 2 }
    let (bare, whole) = (
      TakeRendererTests.render(on, words: both),
      TakeRendererTests.render(off, words: voice.map { $0 / 2 })
    )
    let error = zip(bare, whole).map { $0 - $1 }
    #expect(Self.power(error) < Self.power(whole) / 10)
  }

  @Test(
    "tones that begin and end are no wind, though their ends are heard at all frequencies",
    arguments: [900.0, 1300, 1800, 3000, 9000])
  func beeps(hertz: Double) {
    var words: [Int32] = []
    for n in 0..<96_000 {
      for microphone in 0..<4 {
        // Differences in time that no place explains: all that guards is how loud the tone is.
        let turn = hertz * Double(n) / 48_000 + 0.3 * Double(microphone)
        let sine = Elementary.turn(Int(turn * 1_000_000), 1_000_000).sine
        words.append(n / 9600 % 2 == 0 ? Int32(sine * 0x1p29) * 2 : 0)
      }
    }
    let output = TakeRendererTests.render(Self.configuration(Self.tables()), words: words)
    // Compared outside of #expect, which would take minutes to describe so many differences.
    let isSame = output == TakeRendererTests.render(Self.configuration(nil), words: words)
    #expect(isSame)
  }

  @Test("the softening is as strong as the tables allow, and none where they allow none")
  func floor() {
    let wind = Self.sound(level: 1, isShared: false, smoothing: 0.01)
    let powers = [Float(0.1), 1].map { floor in
      Self.power(
        TakeRendererTests.render(Self.configuration(Self.tables(floor: floor)), words: wind))
    }
    #expect(powers[0] < powers[1] / 2)
  }

  @Test("the first frame of strong wind is told once, and again after half a minute")
  func onsets() {
    // Zeros would be silence before the sound begins.
    let calm = [Int32](repeating: 256, count: 4 * 24_000)
    let wind = Self.sound(level: 0.25, isShared: false, frames: 24_000)
    var renderer = TakeRenderer(Self.configuration(Self.tables()))
    var output = [Float](repeating: 0, count: 2 * renderer.maximumOutput(frames: 24_000))
    func pass(_ words: [Int32]) { _ = renderer.render(words, frames: 24_000, into: &output) }
    pass(calm)
    #expect(renderer.windOnsets == 0)
    pass(wind)
    #expect(renderer.windOnsets == 1)
    #expect((24_000..<28_000).contains(renderer.lastWindOnset))
    for _ in 0..<10 { pass(calm) }
    pass(wind)
    #expect(renderer.windOnsets == 1)
    for _ in 0..<66 { pass(calm) }
    pass(wind)
    #expect(renderer.windOnsets == 2)
    #expect(renderer.lastWindOnset > 79 * 24_000)
    renderer.reset()
    #expect(renderer.windOnsets == 0)
  }
}
