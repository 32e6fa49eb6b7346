import CAllocationProbe
import Realtime
import TestSupport
import Testing

@Suite(.enabled(if: allocation_probe_available() != 0, "needs the allocation probe"))
struct WholePathAllocationTests {
  private static let channels = 8
  private static let period = 256

  /// A render loop over a take that starts at the first frame.
  private func loop(
    _ ring: FrameRing, _ segments: TakeSegments, _ stereo: SampleRing, _ events: EventLog
  ) throws -> TakeRenderLoop {
    var configuration = TakeRendererConfiguration(
      channels: Self.channels, format: .integer, channelMap: [7, 1, 2, 3, 0, 5, 6],
      taps: randomTaps(inputs: 7, outputs: 2, taps: 512, seed: 1), delay: 256, rate: 48_000,
      lowCutHertz: 50, limiter: true)
    configuration.safetyGain = TakeRendererConfiguration.standardSafetyGain
    let renderer = TakeRenderer(configuration)
    return TakeRenderLoop(
      reader: TakeReader(try ring.makeReader(), segments: segments), renderer: renderer,
      writer: stereo.makeWriter(), meters: MeterBank(channels: 2).makeWriter(rate: 48_000),
      events: events.makeWriter())
  }

  @Test(
    "1000 periods from the wire to the stereo ring, with clips, an overrun and a full ring",
    arguments: [WireFormat.s32, .s24, .s24Packed, .s16, .float])
  func thousandPeriods(format: WireFormat) throws {
    let (channels, period) = (Self.channels, Self.period)
    let ring = FrameRing(channels: channels, capacity: 8 * period)
    let stereo = SampleRing(channels: 4, capacity: 32 * period)
    let (clips, limiting) = (EventLog(), EventLog())
    let segments = TakeSegments(start: 0)
    segments.extend(to: .max)
    let meters = MeterBank(channels: channels)
    var inlet = CaptureInlet(
      writer: ring.makeWriter(), meters: meters.makeWriter(rate: 48_000, clipLevel: 0.45),
      channels: channels, format: format,
      clips: ClipDetector(log: clips, channels: channels, rate: 48_000, clipLevel: 0.45))
    var loop = try loop(ring, segments, stereo, limiting)
    var reader = stereo.makeReader()
    var seeded = SeededGenerator(seed: 9)
    let wire: [UInt8] = (0..<(period * channels)).flatMap { _ -> [UInt8] in
      let sample = seeded.noise() * 0.5
      let word =
        format == .float ? Int32(bitPattern: sample.bitPattern) : Int32(sample * 0x1p31)
      let shifted = format == .s24 ? word >> 8 : word
      let skipped = format == .s24Packed ? 1 : format == .s16 ? 2 : 0
      return withUnsafeBytes(of: shifted.littleEndian) { Array($0.dropFirst(skipped)) }
    }
    var (rendered, loudest) = (0, Float(0))
    wire.withUnsafeBytes { bytes in
      guard let source = bytes.baseAddress else { return }
      let calls = AllocationTests.calls {
        for n in 0..<1000 {
          inlet.ingest(source, frames: period)
          if n == 300 { inlet.noteGap(frames: 1000, cause: .overrun, isEstimated: false) }
          // For a while nothing is read: the ring fills up, and what does not fit is a gap.
          if (500..<520).contains(n) { continue }
          while loop.step() == .progress {
            let (samples, frames) = reader.next(limit: .max)
            for i in 0..<(4 * frames) { loudest = max(loudest, abs(samples[i])) }
            reader.advance(frames)
            rendered += frames
          }
        }
      }
      #expect(calls == 0)
    }
    // All but what filters and limiter still hold, in the time line with its gaps.
    #expect(rendered > 1000 * period - 4096)
    #expect(ring.timelineEnd == 1000 * period + 1000)
    #expect(ring.gapTotals.count == 2)
    #expect(loudest > 0.1)
    #expect(meters.reading(channel: 0).peak > 0.4)
    #expect(!clips.events(since: 0).events.isEmpty)
    #expect(!limiting.events(since: 0).events.isEmpty)
    withExtendedLifetime((ring, stereo, segments)) {}
  }
}
