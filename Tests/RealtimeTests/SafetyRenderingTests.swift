import Realtime
import Testing

@Suite("The safety version of a take")
struct SafetyRenderingTests {
  private static let gain = TakeRendererConfiguration.standardSafetyGain

  private static func render(
    outputs: Int = 2, limiter: Bool, safetyGain: Float?, level: Float, cuts: [Int] = []
  ) -> (main: [Float], safety: [Float]) {
    var configuration = TakeRendererTests.configuration(outputs: outputs, limiter: limiter)
    configuration.safetyGain = safetyGain
    let words = noiseWords(frames: 5000, channels: 5, level: level, seed: 11)
    let all = TakeRendererTests.render(configuration, words: words, cuts: cuts)
    let width = safetyGain == nil ? outputs : 2 * outputs
    let main = all.indices.filter { $0 % width < outputs }.map { all[$0] }
    return (main, all.indices.filter { $0 % width >= outputs }.map { all[$0] })
  }

  @Test("its gain is -12 dB")
  func decibels() {
    // Ten to the power of -0.6, from its fifth power 10^-3.
    let gain = Double(Self.gain)
    #expect(abs(gain * gain * gain * gain * gain - 0.001) < 1e-9)
  }

  @Test(
    "the take is the same with it and without it, bit for bit", arguments: [1, 2], [true, false])
  func main(outputs: Int, limiter: Bool) {
    let alone = Self.render(outputs: outputs, limiter: limiter, safetyGain: nil, level: 0.9)
    let both = Self.render(
      outputs: outputs, limiter: limiter, safetyGain: Self.gain, level: 0.9, cuts: [1, 300, 2049])
    #expect(both.main == alone.main)
    #expect(alone.safety.isEmpty)
    #expect(both.safety.count == both.main.count)
  }

  @Test("where the take is limited it has the whole signal, 12 dB lower", arguments: [1, 2])
  func undistorted(outputs: Int) {
    // Beyond full scale for most of the time, but by less than 12 dB.
    let level: Float = 0.12
    let open = Self.render(outputs: outputs, limiter: false, safetyGain: nil, level: level).main
    let (main, safety) = Self.render(
      outputs: outputs, limiter: true, safetyGain: Self.gain, level: level)
    let peak = open.map { abs($0) }.max() ?? 0
    #expect(peak > 1.2 && peak * Self.gain < Limiter.defaultCeiling)
    #expect(main != open)
    #expect(zip(safety, open).allSatisfy { $0 == $1 * Self.gain })
  }

  @Test("it has a limiter of its own, and none when the take has none")
  func ownLimiter() {
    let limited = Self.render(limiter: true, safetyGain: 0.5, level: 0.9)
    #expect(limited.safety.allSatisfy { abs($0) <= Limiter.defaultCeiling })
    #expect(limited.safety.contains { abs($0) > 0.9 * Limiter.defaultCeiling })
    let open = Self.render(limiter: false, safetyGain: 0.5, level: 0.9)
    #expect(open.safety.contains { abs($0) > 1 })
  }

  @Test("the counters are those of the take, and a reset forgets the safety version too")
  func counters() {
    var configuration = TakeRendererTests.configuration()
    let words = noiseWords(frames: 3000, channels: 5, level: 0.9, seed: 12)
    var alone = TakeRenderer(configuration)
    _ = TakeRendererTests.render(&alone, channels: 5, words: words, cuts: [])
    configuration.safetyGain = Self.gain
    var both = TakeRenderer(configuration)
    let first = TakeRendererTests.render(&both, channels: 5, words: words, cuts: [])
    #expect(both.outputs == 4 && both.mainOutputs == 2)
    #expect(both.limitedFrames == alone.limitedFrames && both.limitedFrames > 0)
    #expect(both.lastLimiterOnset == alone.lastLimiterOnset)
    both.reset()
    #expect(TakeRendererTests.render(&both, channels: 5, words: words, cuts: [9]) == first)
  }

  @Test("meters of a take with it show the take")
  func meters() throws {
    let ring = FrameRing(channels: 5, capacity: 8192)
    var inlet = CaptureInlet(
      writer: ring.makeWriter(), meters: MeterBank(channels: 5).makeWriter(rate: 48_000),
      channels: 5, format: .s32)
    let words = noiseWords(frames: 4096, channels: 5, level: 0.02, seed: 13)
    words.withUnsafeBytes { bytes in
      if let base = bytes.baseAddress { inlet.ingest(base, frames: 4096) }
    }
    func reading(safetyGain: Float?) throws -> [MeterReading] {
      var configuration = TakeRendererTests.configuration()
      configuration.safetyGain = safetyGain
      let segments = TakeSegments(start: 0)
      segments.finish(at: 4096)
      let renderer = TakeRenderer(configuration)
      let stereo = SampleRing(channels: renderer.outputs, capacity: 8192)
      let meters = MeterBank(channels: 2)
      var loop = TakeRenderLoop(
        reader: TakeReader(try ring.makeReader(), segments: segments), renderer: renderer,
        writer: stereo.makeWriter(), meters: meters.makeWriter(rate: 48_000))
      while loop.step() == .progress {}
      return meters.snapshot()
    }
    let alone = try reading(safetyGain: nil)
    #expect(alone.allSatisfy { $0.peak > 0 })
    #expect(try reading(safetyGain: Self.gain) == alone)
  }
}
