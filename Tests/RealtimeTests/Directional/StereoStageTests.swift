import CAllocationProbe
import CRealtimeGuard
import Realtime
import TestSupport
import Testing

/// The stage with tables that mean nothing; with those of real designs it is tested where there are designs.
@Suite("The stage behind the filters")
struct StereoStageTests {
  /// The work of a stage.
  enum Kind: CaseIterable {
    case directional
    case wind
    case both
  }

  static func configuration(
    _ kind: Kind = .directional, microphones: Int, window: Int = 512, isAround: Bool = true,
    seed: UInt64 = 1
  ) -> TakeRendererConfiguration {
    var configuration = TakeRendererConfiguration(
      channels: microphones, format: .integer, channelMap: Array(0..<microphones),
      taps: randomTaps(inputs: microphones, outputs: 2, taps: 96, seed: 3), delay: 48,
      rate: 48_000, lowCutHertz: nil, limiter: false)
    configuration.partition = window / 2
    let directional = randomTables(
      window: window, microphones: microphones, delay: 48, isAround: isAround, seed: seed)
    let wind = randomWindTables(window: window, microphones: microphones, delay: 48, seed: seed)
    configuration.stage = StereoTables(
      directional: kind == .wind ? nil : directional, wind: kind == .directional ? nil : wind)
    return configuration
  }

  @Test(
    "as many frames come out as went in, and all are finite", arguments: [1, 2, 3, 5, 8, 31, 32],
    [64, 512, 2048])
  func sizes(microphones: Int, window: Int) {
    let kind: Kind = microphones % 3 == 1 ? .wind : (microphones % 3 == 0 ? .both : .directional)
    let configuration = Self.configuration(
      kind, microphones: microphones, window: window, isAround: microphones % 2 == 0)
    let frames = (kind == .directional ? 3 : 12) * window + 17
    let words = noiseWords(frames: frames, channels: microphones, level: 0.9, seed: 5)
    let output = TakeRendererTests.render(configuration, words: words)
    #expect(output.count == 2 * frames)
    #expect(output.allSatisfy { $0.isFinite })
    var alone = configuration
    alone.stage = nil
    // With many microphones chance gives no direction a large share; wind is met after a time.
    if microphones < 16, kind != .wind {
      #expect(output != TakeRendererTests.render(alone, words: words))
    }
  }

  @Test(
    "gives the same bits however the input is cut, and after a reset", arguments: 1...6,
    Kind.allCases)
  func cuts(seed: Int, kind: Kind) {
    let configuration = Self.configuration(kind, microphones: 4, window: 128, seed: UInt64(seed))
    let frames = 3000
    let words = noiseWords(frames: frames, channels: 4, level: 0.7, seed: UInt64(seed))
    var seeded = SeededGenerator(seed: UInt64(seed))
    let cuts = (0..<9).map { _ in Int.random(in: 0...frames, using: &seeded) }.sorted()
    let whole = TakeRendererTests.render(configuration, words: words)
    var renderer = TakeRenderer(configuration)
    for _ in 0..<2 {
      let parts = TakeRendererTests.render(&renderer, channels: 4, words: words, cuts: cuts)
      #expect(parts == whole)
      renderer.reset()
    }
  }

  @Test("a gap is silence of its length", arguments: Kind.allCases)
  func gap(kind: Kind) {
    let configuration = Self.configuration(kind, microphones: 3, window: 128)
    var words = noiseWords(frames: 3000, channels: 3, level: 0.7, seed: 2)
    var renderer = TakeRenderer(configuration)
    let withGap = TakeRendererTests.render(
      &renderer, channels: 3, words: words, cuts: [777, 1900], silent: [1])
    for n in (777 * 3)..<(1900 * 3) { words[n] = 0 }
    #expect(withGap == TakeRendererTests.render(configuration, words: words))
  }

  @Test("a prefix of the sound gives a prefix of the take", arguments: Kind.allCases)
  func prefix(kind: Kind) {
    let configuration = Self.configuration(kind, microphones: 4, window: 128)
    let words = noiseWords(frames: 4000, channels: 4, level: 0.7, seed: 8)
    let whole = TakeRendererTests.render(configuration, words: words)
    let part = TakeRendererTests.render(configuration, words: Array(words.prefix(4 * 2500)))
    // Frames near the end hear what follows: a window, and the filters.
    let same = 2 * (2500 - 128 - 96)
    #expect(part.prefix(same) == whole.prefix(same))
  }

  @Test("after sound comes silence, exactly, and quickly", arguments: Kind.allCases)
  func silence(kind: Kind) {
    let configuration = Self.configuration(kind, microphones: 4)
    var words = noiseWords(frames: 96_000, channels: 4, level: 0.9, seed: 3)
    for n in (4 * 9600)..<words.count { words[n] = 0 }
    let output = TakeRendererTests.render(configuration, words: words)
    #expect(output.dropFirst(2 * (9600 + 96 + 1024)).allSatisfy { $0 == 0 })
  }

  @Test(
    "1000 periods allocate nothing and wait for nothing",
    .enabled(if: allocation_probe_available() != 0, "needs the allocation probe"),
    arguments: Kind.allCases)
  func allocations(kind: Kind) {
    var renderer = TakeRenderer(Self.configuration(kind, microphones: 6))
    let words = noiseWords(frames: 256, channels: 6, level: 0.9, seed: 2)
    let room = renderer.maximumOutput(frames: 256) * 2
    let rendered = UnsafeMutablePointer<Float>.allocate(capacity: room)
    defer { rendered.deallocate() }
    var frames = 0
    words.withUnsafeBufferPointer { words in
      guard let base = words.baseAddress else { return }
      let calls = AllocationTests.calls {
        realtime_guard_enter()
        for n in 0..<1000 {
          frames +=
            n == 500
            ? renderer.renderSilence(frames: 256, into: rendered)
            : renderer.render(base, frames: 256, into: rendered)
        }
        while true {
          let rest = renderer.finish(into: rendered)
          if rest == 0 { break }
          frames += rest
        }
        renderer.reset()
        realtime_guard_exit()
      }
      #expect(calls == 0)
    }
    #expect(frames == 256_000)
  }

  @Test(
    "a machine that is too slow goes on with filters alone, says where, and loses nothing",
    arguments: Kind.allCases)
  func tooSlow(kind: Kind) throws {
    let configuration = Self.configuration(kind, microphones: 4, window: 128)
    let (frames, capacity) = (16_384, 8192)
    let ring = FrameRing(channels: 4, capacity: capacity)
    let (stereo, log) = (SampleRing(channels: 2, capacity: 65_536), EventLog())
    let segments = TakeSegments(start: 0)
    segments.extend(to: .max)
    var inlet = CaptureInlet(
      writer: ring.makeWriter(), meters: MeterBank(channels: 4).makeWriter(rate: 48_000),
      channels: 4, format: .s32)
    var loop = TakeRenderLoop(
      reader: TakeReader(try ring.makeReader(), segments: segments),
      renderer: TakeRenderer(configuration), writer: stereo.makeWriter(),
      meters: MeterBank(channels: 2).makeWriter(rate: 48_000), events: log.makeWriter())
    var reader = stereo.makeReader()
    let words = noiseWords(frames: frames, channels: 4, level: 0.7, seed: 8)
    var output: [Float] = []
    // The second look comes when seven eighths of the ring are full.
    for (start, end) in [(0, 2048), (2048, 2048 + capacity * 15 / 16), (9728, frames)] {
      words.withUnsafeBytes { bytes in
        inlet.ingest(bytes.baseAddress! + 16 * start, frames: end - start)
      }
      while loop.step() == .progress {}
      let (samples, count) = reader.next(limit: .max)
      output += UnsafeBufferPointer(start: samples, count: 2 * count)
      reader.advance(count)
    }
    let events = log.events(since: 0).events
    let slow = events.filter { $0.channel == RenderEvent.linear.rawValue }
    #expect(slow.count == 1)
    let place = try #require(slow.first?.frame)
    #expect((1..<2048).contains(place) && ring.gapTotals.count == 0)
    var alone = configuration
    alone.stage = nil
    let directional = TakeRendererTests.render(configuration, words: words)
    let linear = TakeRendererTests.render(alone, words: words)
    #expect(output.count > 2 * (frames - 512) && linear != directional || kind == .wind)
    #expect(output.prefix(2 * place) == directional.prefix(2 * place))
    // The corrections of windows before that place fade out.
    let rest = 2 * (place + 3 * 64)..<output.count
    #expect(output[rest] == linear[rest])
  }
}
