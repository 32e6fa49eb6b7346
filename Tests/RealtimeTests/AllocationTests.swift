import CAllocationProbe
import Realtime
import Testing

@Suite(
  "No allocation", .enabled(if: allocation_probe_available() != 0, "needs the allocation probe"))
struct AllocationTests {
  /// Allocator calls of this thread during some work.
  static func calls(during work: () -> Void) -> UInt {
    let before = allocation_probe_count()
    work()
    return allocation_probe_count() - before
  }

  @Test("the probe sees an allocation")
  func probe() {
    let calls = AllocationTests.calls {
      let pointer = UnsafeMutablePointer<Int>.allocate(capacity: 1000)
      pointer.initialize(repeating: 1, count: 1000)
      withExtendedLifetime(pointer) { pointer.deallocate() }
    }
    #expect(calls >= 2)
  }

  @Test("1000 periods through meters and renderer, limiting, with a gap and the end")
  func thousandPeriods() {
    let (channels, period) = (8, 256)
    var renderer = TakeRenderer(
      TakeRendererConfiguration(
        channels: channels, format: .integer, channelMap: [7, 1, 2, 3, 0, 5, 6],
        taps: randomTaps(inputs: 7, outputs: 2, taps: 512, seed: 1), delay: 256, rate: 48_000,
        lowCutHertz: 50, limiter: true))
    let input = MeterBank(channels: channels)
    let output = MeterBank(channels: 2)
    var inputWriter = input.makeWriter(rate: 48_000)
    var outputWriter = output.makeWriter(rate: 48_000)
    let words = noiseWords(frames: period, channels: channels, level: 0.9, seed: 2)
    let room = renderer.maximumOutput(frames: period) * 2
    let rendered = UnsafeMutablePointer<Float>.allocate(capacity: room)
    defer { rendered.deallocate() }
    words.withUnsafeBufferPointer { words in
      guard let base = words.baseAddress else { return }
      let calls = AllocationTests.calls {
        for n in 0..<1000 {
          inputWriter.measure(raw: base, frames: period, format: .integer)
          let frames =
            n == 500
            ? renderer.renderSilence(frames: period, into: rendered)
            : renderer.render(base, frames: period, into: rendered)
          outputWriter.measure(samples: rendered, frames: frames)
        }
        while renderer.finish(into: rendered) > 0 {}
        renderer.reset()
      }
      #expect(calls == 0)
    }
    #expect(input.reading(channel: 0).peak > 0.5 && output.reading(channel: 1).peak > 0)
  }
}
