import Realtime
import Testing

@Suite("Clips of microphones")
struct ClipDetectorTests {
  private static let rate = 8000
  private static let full = Int32.max

  /// The log's entries after quiet frames with full-scale samples at (frame, channel), delivered in periods.
  private static func events(
    clipped: [(frame: Int, channel: Int)], frames: Int, period: Int = 256, channels: Int = 6,
    gap: (before: Int, frames: Int)? = nil
  ) -> [FrameEvent] {
    // A ring that is no multiple of the period, so that periods are cut at its end.
    let ring = FrameRing(channels: channels, capacity: 1000)
    let log = EventLog()
    var inlet = CaptureInlet(
      writer: ring.makeWriter(), meters: MeterBank(channels: channels).makeWriter(rate: 8000),
      channels: channels, format: .s32,
      clips: ClipDetector(log: log, channels: channels, rate: Double(rate)))
    var words = [Int32](repeating: 1 << 20, count: frames * channels)
    for (frame, channel) in clipped { words[frame * channels + channel] = full.littleEndian }
    words.withUnsafeBytes { bytes in
      guard let base = bytes.baseAddress else { return }
      var start = 0
      while start < frames {
        if let gap, gap.before == start {
          inlet.noteGap(frames: gap.frames, cause: .overrun, isEstimated: false)
        }
        let count = min(period, frames - start)
        inlet.ingest(base + start * channels * 4, frames: count)
        start += count
      }
    }
    return log.events(since: 0).events
  }

  @Test(
    "a clip is one event at its frame and channel",
    arguments: [0, 1, 255, 256, 999, 1000, 4321, 15_999], [0, 3, 5])
  func single(frame: Int, channel: Int) {
    #expect(
      Self.events(clipped: [(frame, channel)], frames: 16_000)
        == [FrameEvent(frame: frame, channel: channel)])
  }

  @Test("a burst is one event, also when it lasts for seconds")
  func burst() {
    let burst = (1000..<30_000).filter { $0 % 7000 < 3000 }.map { ($0, 2) }
    #expect(
      Self.events(clipped: burst, frames: 40_000) == [FrameEvent(frame: 1000, channel: 2)])
  }

  @Test("after a second without a clip the next one is a new event, one frame earlier it is not")
  func quiet() {
    func frames(apart: Int) -> [Int] {
      Self.events(clipped: [(100, 1), (100 + apart, 1)], frames: 20_000).map(\.frame)
    }
    #expect(frames(apart: Self.rate) == [100, 100 + Self.rate])
    #expect(frames(apart: Self.rate - 1) == [100])
  }

  @Test("every channel has its own events")
  func channels() {
    let events = Self.events(clipped: [(500, 0), (500, 4), (700, 3)], frames: 2000)
    #expect(
      events == [
        FrameEvent(frame: 500, channel: 0), FrameEvent(frame: 500, channel: 4),
        FrameEvent(frame: 700, channel: 3),
      ])
  }

  @Test("frames are those of the time line, behind a gap too")
  func behindGap() {
    let events = Self.events(
      clipped: [(100, 0), (9000, 0)], frames: 10_240, gap: (before: 2560, frames: 777))
    #expect(events.map(\.frame) == [100, 9777])
  }
}

@Suite("The log of events")
struct EventLogTests {
  /// A log to which clips of a channel were written, a second apart.
  private static func log(events: Int) -> EventLog {
    let log = EventLog()
    let ring = FrameRing(channels: 1, capacity: 4096)
    var inlet = CaptureInlet(
      writer: ring.makeWriter(), meters: MeterBank(channels: 1).makeWriter(rate: 10), channels: 1,
      format: .s32, clips: ClipDetector(log: log, channels: 1, rate: 10))
    var words = [Int32](repeating: 0, count: 10)
    words[0] = Int32.max.littleEndian
    words.withUnsafeBytes { bytes in
      guard let base = bytes.baseAddress else { return }
      for _ in 0..<events { inlet.ingest(base, frames: 10) }
    }
    return log
  }

  @Test("a burst that lasts is an event every ten seconds")
  func lasting() {
    let log = EventLog()
    let ring = FrameRing(channels: 1, capacity: 4096)
    var inlet = CaptureInlet(
      writer: ring.makeWriter(), meters: MeterBank(channels: 1).makeWriter(rate: 10), channels: 1,
      format: .s32, clips: ClipDetector(log: log, channels: 1, rate: 10))
    let words = [Int32](repeating: Int32.max.littleEndian, count: 10)
    words.withUnsafeBytes { bytes in
      guard let base = bytes.baseAddress else { return }
      for _ in 0..<25 { inlet.ingest(base, frames: 10) }
    }
    #expect(log.events(since: 0).events.map(\.frame) == [0, 100, 200])
  }

  @Test("a reader gets every event once")
  func since() {
    let log = Self.log(events: 5)
    let first = log.events(since: 0)
    #expect(first.events.map(\.frame) == [0, 10, 20, 30, 40])
    #expect(log.events(since: first.next).events.isEmpty)
    #expect(log.events(since: 3).events.map(\.frame) == [30, 40])
  }

  @Test("the newest events stay when there are more than it holds")
  func full() {
    let log = Self.log(events: EventLog.capacity + 100)
    let frames = log.events(since: 0).events.map(\.frame)
    #expect(frames.last == 10 * (EventLog.capacity + 99))
    #expect(frames.count >= EventLog.capacity - 1)
    #expect(zip(frames, frames.dropFirst()).allSatisfy { $1 - $0 == 10 })
  }
}
