import Realtime
import TestSupport
import Testing

@Suite("The take renderer")
struct TakeRendererTests {
  static func configuration(
    inputs: Int = 4, outputs: Int = 2, taps: Int = 300, partition: Int = 64,
    lowCutHertz: Double? = 50, limiter: Bool = true
  ) -> TakeRendererConfiguration {
    var configuration = TakeRendererConfiguration(
      channels: inputs + 1, format: .integer, channelMap: Array((0..<inputs).reversed()),
      taps: randomTaps(inputs: inputs, outputs: outputs, taps: taps, seed: 3), delay: taps / 2,
      rate: 48_000, lowCutHertz: lowCutHertz, limiter: limiter)
    configuration.partition = partition
    return configuration
  }

  /// Renders a take whose calls end at the given frames; calls in `silent` are gaps.
  static func render(
    _ renderer: inout TakeRenderer, channels: Int, words: [Int32], cuts: [Int],
    silent: Set<Int> = []
  ) -> [Float] {
    var result: [Float] = []
    var start = 0
    for (index, end) in (cuts + [words.count / channels]).enumerated() {
      let room = renderer.maximumOutput(frames: end - start) * renderer.outputs
      var output = [Float](repeating: .nan, count: room)
      let part = Array(words[(start * channels)..<(end * channels)])
      let frames =
        silent.contains(index)
        ? renderer.renderSilence(frames: end - start, into: &output)
        : renderer.render(part, frames: end - start, into: &output)
      result += output[0..<(frames * renderer.outputs)]
      start = end
    }
    return result + rest(&renderer)
  }

  private static func rest(_ renderer: inout TakeRenderer) -> [Float] {
    var result: [Float] = []
    let room = renderer.maximumOutput(frames: 0) * renderer.outputs
    while true {
      var output = [Float](repeating: .nan, count: room)
      let frames = renderer.finish(into: &output)
      if frames == 0 { return result }
      result += output[0..<(frames * renderer.outputs)]
    }
  }

  static func render(
    _ configuration: TakeRendererConfiguration, words: [Int32], cuts: [Int] = []
  ) -> [Float] {
    var renderer = TakeRenderer(configuration)
    return render(&renderer, channels: configuration.channels, words: words, cuts: cuts)
  }

  @Test("gives the same bits however the input is cut", arguments: 1...20)
  func cuts(seed: Int) {
    let configuration = TakeRendererTests.configuration(outputs: 1 + seed % 2)
    // Loud enough that the limiter works most of the time.
    let words = noiseWords(frames: 3000, channels: 5, level: 0.9, seed: 4)
    let whole = TakeRendererTests.render(configuration, words: words)
    var seeded = SeededGenerator(seed: UInt64(seed))
    let count = Int.random(in: 0...200, using: &seeded)
    let cuts = (0..<count).map { _ in Int.random(in: 0...3000, using: &seeded) }.sorted()
    let parts = TakeRendererTests.render(configuration, words: words, cuts: cuts)
    #expect(parts == whole)
  }

  @Test(
    "gives as many frames as it got",
    arguments: [0, 1, 63, 64, 65, 149, 150, 151, 500, 512], [true, false])
  func length(frames: Int, limiter: Bool) {
    let configuration = TakeRendererTests.configuration(limiter: limiter)
    let words = noiseWords(frames: frames, channels: 5, level: 0.5, seed: 5)
    let output = TakeRendererTests.render(configuration, words: words)
    #expect(output.count == 2 * frames)
    #expect(output.allSatisfy { $0.isFinite })
  }

  @Test(
    "puts an impulse of every input at its own frame of the output",
    arguments: [1, 2, 63, 64, 700, 998, 999], [32, 256])
  func alignment(frame: Int, partition: Int) {
    for (lowCut, limiter) in [(nil, false), (nil, true), (50.0, true)] {
      var configuration = TakeRendererConfiguration(
        channels: 6, format: .integer, channelMap: [5, 0, 3],
        taps: delayTaps(inputs: 3, outputs: 2, delay: 128, taps: 256), delay: 128, rate: 48_000,
        lowCutHertz: lowCut, limiter: limiter)
      configuration.partition = partition
      var words = [Int32](repeating: 0, count: 6 * 1000)
      for channel in [0, 3, 5] { words[6 * frame + channel] = 1 << 29 }
      let output = TakeRendererTests.render(configuration, words: words)
      let peak = (0..<1000).max { abs(output[2 * $0]) < abs(output[2 * $1]) }
      #expect(peak == frame)
      #expect(abs(output[2 * frame] - 0.75) < 0.01)
      #expect(abs(output[2 * frame] - output[2 * frame + 1]) < 1e-6)
    }
  }

  @Test("equals direct convolution, word for word, through any channel map")
  func values() {
    let configuration = TakeRendererTests.configuration(
      inputs: 7, lowCutHertz: nil, limiter: false)
    let words = noiseWords(frames: 1000, channels: 8, level: 0.05, seed: 6)
    let output = TakeRendererTests.render(configuration, words: words)
    var samples = (0..<1000).flatMap { n in
      configuration.channelMap.map { Float(words[8 * n + $0]) * 0x1p-31 }
    }
    // The first frame is all that was before it, the last one all that comes.
    samples += (0..<150).flatMap { _ in samples[(7 * 999)...] }
    let past = (0..<configuration.taps.taps).flatMap { _ in samples[..<7] }
    let expected = directConvolution(configuration.taps, past + samples)
    let start = 300 + 2 * configuration.taps.taps
    #expect(relativeError(output, Array(expected[start...])) <= 3e-7)
  }

  @Test(
    "a constant offset of each microphone is no click at the start or the end",
    arguments: [32, 256])
  func offsets(partition: Int) {
    var configuration = TakeRendererTests.configuration(inputs: 7, lowCutHertz: 50)
    configuration.partition = partition
    let offsets: [Int32] = [1 << 24, -1 << 25, 1 << 26, -1 << 27, 1 << 24, -1 << 25, 1 << 26, 5]
    let words = (0..<3000).flatMap { _ in offsets }
    let output = TakeRendererTests.render(configuration, words: words)
    // Of up to 0.06 full scale, less than -120 dB.
    #expect(output.allSatisfy { abs($0) < 1e-6 }, "\(output.map { abs($0) }.max() ?? 0)")
    // A gap is silence, and so is the past of a take that begins in one.
    var renderer = TakeRenderer(configuration)
    let late = TakeRendererTests.render(
      &renderer, channels: 8, words: words, cuts: [100], silent: [0])
    #expect(late.contains { abs($0) > 1e-3 })
  }

  @Test("renders a gap as it renders words of silence")
  func gap() {
    let configuration = TakeRendererTests.configuration()
    var words = noiseWords(frames: 2000, channels: 5, level: 0.3, seed: 7)
    for n in (5 * 700)..<(5 * 1100) { words[n] = 0 }
    let expected = TakeRendererTests.render(configuration, words: words)
    var renderer = TakeRenderer(configuration)
    let actual = TakeRendererTests.render(
      &renderer, channels: 5, words: words, cuts: [700, 1100], silent: [1])
    #expect(actual == expected)
  }

  @Test("after a reset gives the same take again")
  func reset() {
    let configuration = TakeRendererTests.configuration()
    let words = noiseWords(frames: 900, channels: 5, level: 0.9, seed: 8)
    var renderer = TakeRenderer(configuration)
    let first = TakeRendererTests.render(&renderer, channels: 5, words: words, cuts: [])
    #expect(renderer.limitedFrames > 0 && renderer.minimumGain < 1)
    renderer.reset()
    #expect(renderer.limitedFrames == 0 && renderer.framesIn == 0 && renderer.framesOut == 0)
    let second = TakeRendererTests.render(&renderer, channels: 5, words: words, cuts: [77])
    #expect(first == second)
  }

  @Test("counts what is beyond full scale without the limiter, and nothing with it")
  func clipping() {
    let words = noiseWords(frames: 2000, channels: 5, level: 0.9, seed: 9)
    for limiter in [true, false] {
      let configuration = TakeRendererTests.configuration(limiter: limiter)
      var renderer = TakeRenderer(configuration)
      let output = TakeRendererTests.render(&renderer, channels: 5, words: words, cuts: [])
      let beyond = output.filter { abs($0) > 1 }.count
      #expect(renderer.clippedSamples == beyond)
      #expect(limiter ? beyond == 0 : beyond > 0)
    }
  }

  @Test("takes Float words as they are and turns what is no sample into counted silence")
  func floatWords() {
    var configuration = TakeRendererTests.configuration(inputs: 2, limiter: false)
    let integers = noiseWords(frames: 500, channels: 3, level: 0.1, seed: 10)
    var floats = integers.map { Int32(bitPattern: (Float($0) * 0x1p-31).bitPattern) }
    let expected = TakeRendererTests.render(configuration, words: integers)
    configuration.format = .float
    #expect(TakeRendererTests.render(configuration, words: floats) == expected)

    let invalid: [Float] = [.nan, .infinity, -.infinity, 0x1p32, -.greatestFiniteMagnitude]
    for (n, value) in invalid.enumerated() {
      floats[3 * (10 * n + 7) + n % 2] = Int32(bitPattern: value.bitPattern)
    }
    // Below what can be heard: silence, but nothing to count.
    floats[3] = Int32(bitPattern: Float.leastNonzeroMagnitude.bitPattern)
    var renderer = TakeRenderer(configuration)
    let output = TakeRendererTests.render(&renderer, channels: 3, words: floats, cuts: [])
    #expect(renderer.invalidSamples == invalid.count)
    #expect(output.allSatisfy { $0.isFinite && abs($0) < 10 })
  }

  @Test("lets no denormal number out when the sound decays, and ends in exact silence")
  func denormals() {
    var configuration = TakeRendererTests.configuration(inputs: 2)
    configuration.format = .float
    // 0.9 to the power of n passes through all denormal numbers between n = 830 and n = 990.
    var level: Float = 1
    var words = [Int32](repeating: 0, count: 3 * 600_000)
    for n in 0..<2000 {
      for channel in 0..<3 { words[3 * n + channel] = Int32(bitPattern: level.bitPattern) }
      level *= 0.9
    }
    let output = TakeRendererTests.render(configuration, words: words)
    #expect(output[0..<2000].contains { $0 != 0 })
    #expect(output.allSatisfy { !$0.isSubnormal })
    #expect(output[(2 * 500_000)...].allSatisfy { $0 == 0 })
  }
}
