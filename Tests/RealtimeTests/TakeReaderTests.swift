import Realtime
import Testing

/// A ring with frames whose word is their place on the time line.
private func ring(frames: Int) -> FrameRing {
  let ring = FrameRing(channels: 1, capacity: 4096)
  var inlet = CaptureInlet(
    writer: ring.makeWriter(), meters: MeterBank(channels: 1).makeWriter(rate: 48_000),
    channels: 1, format: .s32)
  let words = (0..<frames).map { Int32($0) }
  words.withUnsafeBytes { bytes in
    guard let base = bytes.baseAddress else { return }
    inlet.ingest(base, frames: frames)
  }
  return ring
}

/// Everything that the reader gives now, and whether the take is at its end.
private func drain(_ reader: inout TakeReader) -> (words: [Int32], isFinished: Bool) {
  var words: [Int32] = []
  while true {
    switch reader.next(limit: 100) {
    case .waiting: return (words, false)
    case .finished: return (words, true)
    case .silence(let count): reader.advance(count)
    case .frames(let pointer, let count):
      for i in 0..<count { words.append(pointer[i]) }
      reader.advance(count)
    }
  }
}

@Suite struct TakeReaderTests {
  @Test("a reader never passes what is known to belong to the take, however much is captured")
  func limit() throws {
    let ring = ring(frames: 2000)
    let segments = TakeSegments(start: 100)
    var reader = TakeReader(try ring.makeReader(), segments: segments)
    #expect(drain(&reader).words.isEmpty)
    segments.extend(to: 700)
    #expect(drain(&reader).words == Array(100..<700))
    // The press came here, although the ring is at 2000.
    segments.finish(at: 900)
    let rest = drain(&reader)
    #expect(rest.words == Array(700..<900))
    #expect(rest.isFinished)
    #expect(reader.position == 800)
  }

  @Test("two readers of different speed end on the same frame")
  func sameEnd() throws {
    let ring = ring(frames: 2000)
    let segments = TakeSegments(start: 0)
    var fast = TakeReader(try ring.makeReader(), segments: segments)
    var slow = TakeReader(try ring.makeReader(), segments: segments)
    segments.extend(to: 1500)
    _ = drain(&fast)
    // An end before what was promised is the end of what was promised.
    segments.finish(at: 1200)
    _ = drain(&fast)
    _ = drain(&slow)
    #expect(fast.position == 1500)
    #expect(slow.position == 1500)
  }

  @Test("what is captured during a pause is left out")
  func pause() throws {
    let ring = ring(frames: 2000)
    let segments = TakeSegments(start: 0)
    var reader = TakeReader(try ring.makeReader(), segments: segments)
    segments.pause(at: 300)
    #expect(segments.resume(at: 1000))
    segments.finish(at: 1100)
    let all = drain(&reader)
    #expect(all.words == Array(0..<300) + Array(1000..<1100))
    #expect(all.isFinished)
  }

  @Test("a take that is stopped while it is paused ends where it was paused")
  func stoppedInPause() throws {
    let ring = ring(frames: 2000)
    let segments = TakeSegments(start: 0)
    var reader = TakeReader(try ring.makeReader(), segments: segments)
    segments.pause(at: 300)
    #expect(drain(&reader).isFinished == false)
    segments.finish(at: 2000)
    #expect(drain(&reader).isFinished)
    #expect(reader.position == 300)
    #expect(segments.segments.map(\.end) == [300])
  }

  @Test("a paused take holds what it may be resumed with, and nothing older")
  func pausedHolds() throws {
    let ring = ring(frames: 2000)
    let segments = TakeSegments(start: 0)
    var reader = TakeReader(try ring.makeReader(), segments: segments)
    segments.extend(to: 300)
    _ = drain(&reader)
    #expect(ring.backlog == 1700)
    segments.pause(at: 300)
    segments.keep(from: 1500)
    _ = drain(&reader)
    #expect(ring.backlog == 500)
    // The press that goes on may lie some time back, but never before what is held.
    #expect(segments.resume(at: 1400))
    segments.finish(at: 1600)
    #expect(drain(&reader).words == Array(1500..<1600))
  }
}
