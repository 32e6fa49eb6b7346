import Realtime
import Testing

@Suite("Where the limiter begins to work")
struct LimiterOnsetTests {
  private static let rate = 8000

  /// Quiet frames with peaks, through a limiter: the onsets that it tells after every frame, once each.
  private static func onsets(peaks: [Int], frames: Int) -> [Int] {
    var limiter = Limiter(channels: 1, rate: Double(rate))
    var (seen, found) = (0, [Int]())
    for frame in 0..<frames {
      var sample: Float = peaks.contains(frame) ? 1.5 : 0.1
      limiter.process(&sample, frames: 1)
      guard limiter.onsets != seen else { continue }
      seen = limiter.onsets
      found.append(limiter.lastOnset)
    }
    return found
  }

  @Test("an onset is the first frame that is turned down: the look-ahead before the peak")
  func exact() {
    let latency = Limiter(channels: 1, rate: Double(Self.rate)).latency
    #expect(Self.onsets(peaks: [3000], frames: 5000) == [3000 - latency])
  }

  @Test("limiting again within a second is the same onset, later it is a new one")
  func quiet() throws {
    // The gain comes back to exactly 1 some time after a peak; the second counts from there.
    var limiter = Limiter(channels: 1, rate: Double(Self.rate))
    var input = [Float](repeating: 0.1, count: 40_000)
    input[1000] = 1.5
    limiter.process(&input, frames: 40_000)
    let last = limiter.lastLimitedFrame
    let latency = limiter.latency
    #expect(last > 1000 && last < 30_000)
    let same = Self.onsets(peaks: [1000, last + Self.rate - 1 + latency], frames: 60_000)
    #expect(same == [1000 - latency])
    let again = Self.onsets(peaks: [1000, last + Self.rate + latency], frames: 60_000)
    #expect(again == [1000 - latency, last + Self.rate])
  }

  @Test("a reset forgets them")
  func reset() {
    var limiter = Limiter(channels: 1, rate: Double(Self.rate))
    var input = [Float](repeating: 1.5, count: 100)
    limiter.process(&input, frames: 100)
    #expect(limiter.onsets == 1)
    limiter.reset()
    #expect(limiter.onsets == 0 && limiter.lastOnset == -1)
  }

  @Test("the render loop notes them in frames of the take")
  func take() throws {
    let configuration = TakeRendererTests.configuration(lowCutHertz: nil)
    var open = configuration
    open.limiter = false
    // Quiet, then loud from frame 70000 on.
    let (frames, loud) = (80_000, 70_000)
    var words = noiseWords(frames: frames, channels: 5, level: 0.01, seed: 14)
    let more = noiseWords(frames: frames, channels: 5, level: 0.9, seed: 15)
    for n in (5 * loud)..<(5 * frames) { words[n] = more[n] }
    let ring = FrameRing(channels: 5, capacity: frames)
    var inlet = CaptureInlet(
      writer: ring.makeWriter(), meters: MeterBank(channels: 5).makeWriter(rate: 48_000),
      channels: 5, format: .s32)
    words.withUnsafeBytes { bytes in
      if let base = bytes.baseAddress { inlet.ingest(base, frames: frames) }
    }
    let start = 1000
    let segments = TakeSegments(start: start)
    segments.finish(at: frames)
    let stereo = SampleRing(channels: 2, capacity: frames + 4096)
    let log = EventLog()
    var loop = TakeRenderLoop(
      reader: TakeReader(try ring.makeReader(), segments: segments),
      renderer: TakeRenderer(configuration), writer: stereo.makeWriter(),
      meters: MeterBank(channels: 2).makeWriter(rate: 48_000), events: log.makeWriter())
    while loop.step() == .progress {}
    // The first frame of the take that differs from the take without a limiter.
    let taken = Array(words[(5 * start)...])
    let limited = TakeRendererTests.render(configuration, words: taken)
    let whole = TakeRendererTests.render(open, words: taken)
    let first = try #require(limited.indices.first { limited[$0] != whole[$0] }) / 2
    #expect(first > loud - start - 400)
    #expect(log.events(since: 0).events == [FrameEvent(frame: first)])
  }
}
