import CAllocationProbe
import Realtime
import TestSupport
import Testing

/// W, Y and X of filters as the four channels of a take.
@Suite("A take in ambisonics") struct AmbisonicRenderingTests {
  private static func configuration(
    partition: Int = 64, lowCutHertz: Double? = 50, limiter: Bool = true
  ) -> TakeRendererConfiguration {
    TakeRendererTests.configuration(
      outputs: 3, partition: partition, lowCutHertz: lowCutHertz, limiter: limiter)
  }

  /// One channel of interleaved frames.
  private static func channel(_ index: Int, of samples: [Float], width: Int = 4) -> [Float] {
    stride(from: index, to: samples.count, by: width).map { samples[$0] }
  }

  /// The filters of some outputs alone.
  private static func part(
    _ configuration: TakeRendererConfiguration, _ outputs: Range<Int>
  ) -> TakeRendererConfiguration {
    var part = configuration
    let taps = configuration.taps
    let size = taps.inputs * taps.taps
    part.taps = FilterTaps(
      inputs: taps.inputs, outputs: outputs.count, taps: taps.taps,
      coefficients: Array(
        taps.coefficients[(outputs.lowerBound * size)..<(outputs.upperBound * size)]))
    return part
  }

  @Test(
    "W, Y and X are what two takes of their filters have, bit for bit, and Z is silence",
    arguments: [nil, 50.0], [64, 256])
  func channels(lowCut: Double?, partition: Int) {
    let configuration = Self.configuration(
      partition: partition, lowCutHertz: lowCut, limiter: false)
    #expect(configuration.taps.channels == 4)
    let words = noiseWords(frames: 3000, channels: 5, level: 0.3, seed: 7)
    let all = TakeRendererTests.render(configuration, words: words, cuts: [1, 700, 2049])
    let pair = TakeRendererTests.render(Self.part(configuration, 0..<2), words: words)
    let ahead = TakeRendererTests.render(Self.part(configuration, 2..<3), words: words)
    #expect(all.count == 4 * 3000 && ahead.contains { abs($0) > 0.01 })
    #expect(Self.channel(0, of: all) == Self.channel(0, of: pair, width: 2))
    #expect(Self.channel(1, of: all) == Self.channel(1, of: pair, width: 2))
    #expect(Self.channel(2, of: all).allSatisfy { $0.bitPattern == 0 })
    #expect(Self.channel(3, of: all) == ahead)
  }

  @Test("the limiter turns all channels down alike, late for nothing")
  func limiter() {
    let words = noiseWords(frames: 5000, channels: 5, level: 0.4, seed: 8)
    let free = TakeRendererTests.render(Self.configuration(limiter: false), words: words)
    let limited = TakeRendererTests.render(Self.configuration(), words: words, cuts: [9, 1234])
    #expect(free.count == limited.count && free.contains { abs($0) > 1.2 })
    #expect(limited.allSatisfy { abs($0) <= Limiter.defaultCeiling })
    for frame in 0..<5000 where abs(free[4 * frame]) > 0.05 {
      let gain = limited[4 * frame] / free[4 * frame]
      for channel in [1, 3] {
        let wanted = gain * free[4 * frame + channel]
        #expect(abs(limited[4 * frame + channel] - wanted) < 1e-5, "frame \(frame)")
      }
    }
  }

  @Test("the safety version has all four channels, 12 dB lower, and changes nothing in the take")
  func safety() {
    var configuration = Self.configuration(limiter: false)
    let words = noiseWords(frames: 3000, channels: 5, level: 0.5, seed: 9)
    let alone = TakeRendererTests.render(configuration, words: words)
    configuration.safetyGain = TakeRendererConfiguration.standardSafetyGain
    let both = TakeRendererTests.render(configuration, words: words, cuts: [100])
    #expect(both.count == 2 * alone.count)
    let quiet = (0..<4).allSatisfy { channel in
      Self.channel(4 + channel, of: both, width: 8)
        == Self.channel(channel, of: alone).map {
          $0 * TakeRendererConfiguration.standardSafetyGain
        }
    }
    #expect(quiet)
    #expect(
      (0..<4).allSatisfy { Self.channel($0, of: both, width: 8) == Self.channel($0, of: alone) })
  }

  @Test("a gap is silence of its length, and a reset forgets everything")
  func gapAndReset() {
    let configuration = Self.configuration()
    let words = noiseWords(frames: 3000, channels: 5, level: 0.8, seed: 10)
    var renderer = TakeRenderer(configuration)
    var zeroed = words
    for index in (5 * 1000)..<(5 * 2000) { zeroed[index] = 0 }
    let gap = TakeRendererTests.render(
      &renderer, channels: 5, words: words, cuts: [1000, 2000], silent: [1])
    renderer.reset()
    let again = TakeRendererTests.render(&renderer, channels: 5, words: zeroed, cuts: [17])
    #expect(gap == again && gap == TakeRendererTests.render(configuration, words: zeroed))
  }

  @Test(
    "no allocation while a take is rendered, limited, cut and ended",
    .enabled(if: allocation_probe_available() != 0, "needs the allocation probe"))
  func allocations() {
    var configuration = Self.configuration(partition: 256)
    configuration.safetyGain = TakeRendererConfiguration.standardSafetyGain
    var renderer = TakeRenderer(configuration)
    let words = noiseWords(frames: 256, channels: 5, level: 0.9, seed: 11)
    let rendered = UnsafeMutablePointer<Float>.allocate(
      capacity: renderer.maximumOutput(frames: 256) * renderer.outputs)
    defer { rendered.deallocate() }
    words.withUnsafeBufferPointer { words in
      guard let base = words.baseAddress else { return }
      let calls = AllocationTests.calls {
        for _ in 0..<300 { _ = renderer.render(base, frames: 256, into: rendered) }
        _ = renderer.renderSilence(frames: 256, into: rendered)
        while renderer.finish(into: rendered) > 0 {}
        renderer.reset()
      }
      #expect(calls == 0)
    }
  }
}
