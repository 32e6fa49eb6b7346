import Boards
import Realtime
import TakeFiles
import Testing

@testable import Recorder

/// The gaps and markers that a take knows of while it is made.
@Suite("The journal of a take") struct TakeJournalTests {
  /// A ring of one channel whose device loses `lost` frames after every `stored` ones.
  private struct Device: ~Copyable {
    let ring = FrameRing(channels: 1, capacity: 4096)
    var writer: FrameRingWriter
    let segments = TakeSegments(start: 0)
    let journal: TakeJournal

    init() {
      writer = ring.makeWriter()
      let microphone = Microphone(name: "MIC1", channel: 0, position: Vector3(0, 0, 0))
      let board = Board(
        id: "test", name: "Test", source: "made for tests",
        capture: Capture(device: "none", channels: 1), microphones: [microphone], dataSources: [])
      journal = TakeJournal(board: board, ring: ring, clips: EventLog(), segments: segments)
    }

    mutating func deliver(_ stored: Int, losing lost: Int) {
      writer.noteGap(frames: lost, cause: .overrun, isEstimated: false)
      let (words, room) = writer.reserve(stored)
      words.update(repeating: 0, count: room)
      writer.commit(room)
    }
  }

  @Test("of 20,000 gaps a look for the head of a file gives the first ones, and all totals")
  func many() {
    var device = Device()
    for number in 1...20_000 {
      device.deliver(16, losing: 3)
      device.segments.extend(to: device.ring.timelineEnd)
      guard number % 500 == 0 else { continue }
      let events = device.journal.events(from: 0, to: .max, limit: 256)
      #expect(events.gapTotals == GapTotals(count: number, frames: 3 * number))
      #expect(events.gaps.count == 256 && events.omitted == number - 256)
    }
    let end = device.ring.timelineEnd
    device.segments.finish(at: end)
    let all = device.journal.events(from: 0, to: .max)
    #expect(all.gaps.count == 20_000 && all.omitted == 0)
    #expect(all.gaps.map(\.frame) == (0..<20_000).map { 19 * $0 })
    #expect(device.journal.gaps().totals == GapTotals(count: 20_000, frames: 60_000))
  }

  @Test("gaps that the log dropped before the first look are counted with their frames")
  func missed() {
    var device = Device()
    device.deliver(16, losing: 3)
    _ = device.journal.events(from: 0, to: .max)
    for _ in 0..<3000 { device.deliver(16, losing: 5) }
    device.segments.finish(at: device.ring.timelineEnd)
    #expect(device.journal.gaps().totals == GapTotals(count: 3001, frames: 15_003))
    let events = device.journal.events(from: 0, to: .max)
    #expect(events.gapTotals == GapTotals(count: 3001, frames: 15_003))
    #expect(events.omitted == 3001 - events.gaps.count)
  }

  @Test("a gap over the edge of a part counts in both with its frames there")
  func edge() {
    var device = Device()
    for _ in 0..<10 { device.deliver(90, losing: 10) }
    device.segments.finish(at: device.ring.timelineEnd)
    let first = device.journal.events(from: 0, to: 504)
    let second = device.journal.events(from: 504, to: .max)
    #expect(first.gapTotals == GapTotals(count: 6, frames: 54))
    #expect(second.gapTotals == GapTotals(count: 5, frames: 46))
    #expect(second.gaps.first?.frame == 500)
  }

  @Test("gaps and markers after the last safe frame of a take are not of the take")
  func cutOff() {
    var device = Device()
    // Gaps at 0, 100, 200 and so on, of 10 frames.
    for _ in 0..<3 { device.deliver(90, losing: 10) }
    device.segments.finish(at: device.ring.timelineEnd)
    for (end, gaps, frames) in [(0, 0, 0), (100, 1, 10), (205, 3, 25), (300, 3, 30)] {
      let (onTimeline, totals) = device.journal.gaps(before: end)
      #expect(totals == GapTotals(count: gaps, frames: frames) && onTimeline.count == gaps)
      #expect(device.journal.markers(before: end).count == gaps)
    }
  }

  @Test("what is lost in a pause is no gap of the take, and what is lost over its edges is cut")
  func pause() {
    var device = Device()
    // Gaps at 0, 100, 200 and so on, of 10 frames.
    for _ in 0..<3 { device.deliver(90, losing: 10) }
    device.segments.pause(at: 205)
    _ = device.journal.events(from: 0, to: .max)
    for _ in 0..<3 { device.deliver(90, losing: 10) }
    device.segments.keep(from: 505)
    #expect(device.journal.gaps().totals == GapTotals(count: 3, frames: 25))
    #expect(device.segments.resume(at: 505))
    for _ in 0..<2 { device.deliver(90, losing: 10) }
    device.segments.finish(at: device.ring.timelineEnd)
    let events = device.journal.events(from: 0, to: .max)
    #expect(events.gapTotals == GapTotals(count: 6, frames: 50))
    #expect(events.gaps.map(\.frame) == [0, 100, 200, 205, 300, 400])
    #expect(events.gaps.map(\.frames) == [10, 10, 5, 5, 10, 10])
    #expect(events.markers.map(\.kind) == [.resume])
  }
}
