import CRealtimeGuard
import Realtime
import Testing

@Suite(
  "RealtimeSanitizer",
  .enabled(if: realtime_guard_available() != 0, "needs a build linked with RealtimeSanitizer"))
struct RealtimeSanitizerTests {
  @Test("1000 periods from the device to the stereo ring, with a gap and the end of the take")
  func wholePath() throws {
    let (channels, period) = (8, 256)
    let ring = FrameRing(channels: channels, capacity: 48_000)
    let meters = MeterBank(channels: channels)
    var inlet = CaptureInlet(
      writer: ring.makeWriter(), meters: meters.makeWriter(rate: 48_000), channels: channels,
      format: .s32)
    let segments = TakeSegments(start: 0)
    segments.extend(to: .max)
    let stereo = SampleRing(channels: 2, capacity: 16_384)
    var reader = stereo.makeReader()
    var loop = TakeRenderLoop(
      reader: TakeReader(try ring.makeReader(), segments: segments),
      renderer: TakeRenderer(
        TakeRendererConfiguration(
          channels: channels, format: .integer, channelMap: Array(0..<channels),
          taps: randomTaps(inputs: channels, outputs: 2, taps: 256, seed: 1), delay: 128,
          rate: 48_000, lowCutHertz: 50, limiter: true)),
      writer: stereo.makeWriter(), meters: MeterBank(channels: 2).makeWriter(rate: 48_000))
    let words = noiseWords(frames: period, channels: channels, level: 0.5, seed: 2)
    words.withUnsafeBytes { bytes in
      guard let base = bytes.baseAddress else { return }
      realtime_guard_enter()
      for n in 0..<1000 {
        if n == 500 { inlet.noteGap(frames: 777, cause: .overrun, isEstimated: false) }
        inlet.ingest(base, frames: period)
        while loop.step() == .progress {}
        // The writer thread is not realtime, but this makes room as it does.
        while true {
          let (_, frames) = reader.next(limit: 16_384)
          if frames == 0 { break }
          reader.advance(frames)
        }
      }
      realtime_guard_exit()
    }
    #expect(ring.timelineEnd == 1000 * period + 777)
  }

  #if compiler(>=6.2)
    @Test("a planted allocation is caught")
    func planted() async {
      await #expect(processExitsWith: .failure) {
        realtime_guard_enter()
        // From another module, so that no optimiser can do without the memory.
        let planted = FrameRing(channels: 1, capacity: 1000)
        realtime_guard_exit()
        withExtendedLifetime(planted) {}
      }
    }
  #endif
}
