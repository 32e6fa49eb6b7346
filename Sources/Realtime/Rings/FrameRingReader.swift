import Synchronization

/// A reader's next piece of the time line.
public enum RingChunk {
  /// No frames: either the writer has not reached this position yet, or the end of the request is reached.
  case nothing
  /// Frames in the ring, contiguous in memory, which stay valid until ``FrameRingReader/advance(_:)``.
  case frames(UnsafePointer<Int32>, count: Int)
  /// Missing frames, to be treated as silence of this length.
  case silence(count: Int, Gap)
}

/// One reading end of a ``FrameRing``, for a take, a raw file or a monitor.
///
/// - Thread: one thread at a time; create the reader on any thread, then hand it over.
public struct FrameRingReader: ~Copyable {
  private let ring: FrameRing
  private let state: UnsafeMutablePointer<RingState>
  private let raw: UnsafeMutablePointer<Int32>
  private let gaps: UnsafeMutablePointer<Gap>
  private let channels: Int
  private let capacity: Int
  private let slot: Int
  private var index = 0
  private var gapIndex = 0
  private var gapTaken = 0
  /// The number of frames of the time line before the next frame to be read.
  public private(set) var timeline = 0

  /// The number of frames on the time line so far, including unread frames.
  #if compiler(>=6.2)
    @_noAllocation @_noLocks
  #endif
  func liveEnd() -> Int { state.pointee.timeline.load(ordering: .acquiring) }

  init(ring: FrameRing, slot: Int) {
    self.ring = ring
    state = ring.state
    raw = ring.raw
    gaps = ring.gaps
    channels = ring.channels
    capacity = ring.capacity
    self.slot = slot
  }

  deinit {
    state.pointee.setHold(slot, RingState.free)
    ring.giveBack(slot: slot)
  }

  /// Moves to a position on the time line, and holds this position.
  ///
  /// If the position is no longer available, the reader moves to the oldest available position.
  ///
  /// Returns the position to which the reader has moved. A reader that already holds a position may only move forward.
  ///
  /// - Thread: the reader's own thread, or control before the reader is handed over.
  #if compiler(>=6.2)
    @_noAllocation @_noLocks
  #endif
  public mutating func begin(at wanted: Int) -> Int {
    var wanted = wanted
    var target = locate(wanted)
    // The frames that this reader has held all along are never overwritten, even if the writer of a full ring has
    // announced that it would overwrite them.
    let held = state.pointee.holds[slot].load(ordering: .relaxed)
    while true {
      state.pointee.setHold(slot, target.index)
      let reserved = state.pointee.reserved.load(ordering: .sequentiallyConsistent)
      if held > target.index, reserved - capacity > target.index {
        // The writer is overwriting the wanted frames: start after them, and one frame later than necessary so that the
        // loop ends.
        wanted = timeline(ofRing: reserved - capacity) + 1
      }
      // The first search had no hold, so only a second search with the same result is reliable.
      let again = locate(wanted)
      if again == target { break }
      target = again
    }
    index = target.index
    gapIndex = target.gapIndex
    gapTaken = target.gapTaken
    timeline = target.timeline
    return timeline
  }

  /// Releases the position; ``begin(at:)`` takes a new one.
  #if compiler(>=6.2)
    @_noAllocation @_noLocks
  #endif
  public mutating func end() {
    state.pointee.setHold(slot, RingState.free)
  }

  /// Returns the next piece of the time line, at most up to a position.
  #if compiler(>=6.2)
    @_noAllocation @_noLocks
  #endif
  public func next(until end: Int, limit: Int = .max) -> RingChunk {
    let room = min(end - timeline, limit)
    guard room > 0 else { return .nothing }
    let written = state.pointee.written.load(ordering: .acquiring)
    let logged = state.pointee.gapCount.load(ordering: .acquiring)
    var available = written - index
    if gapIndex < logged {
      let gap = gaps[gapIndex % RingState.gapCapacity]
      if gap.ringIndex == index {
        return .silence(count: min(room, gap.frames - gapTaken), gap)
      }
      available = min(available, gap.ringIndex - index)
    }
    let offset = index % capacity
    let count = min(min(available, room), capacity - offset)
    guard count > 0 else { return .nothing }
    return .frames(UnsafePointer(raw + offset * channels), count: count)
  }

  /// Moves past frames or silence that ``next(until:limit:)`` returned.
  #if compiler(>=6.2)
    @_noAllocation @_noLocks
  #endif
  public mutating func advance(_ frames: Int) {
    timeline += frames
    let logged = state.pointee.gapCount.load(ordering: .acquiring)
    if gapIndex < logged {
      let gap = gaps[gapIndex % RingState.gapCapacity]
      if gap.ringIndex == index {
        gapTaken += frames
        if gapTaken >= gap.frames {
          gapIndex += 1
          gapTaken = 0
        }
        return
      }
    }
    index += frames
    state.pointee.setHold(slot, index)
  }

  /// The share of the ring that the writer can still fill before this reader's position holds the writer up.
  #if compiler(>=6.2)
    @_noAllocation @_noLocks
  #endif
  func room() -> Float {
    let written = state.pointee.written.load(ordering: .relaxed)
    return Float(capacity - (written - index)) / Float(capacity)
  }

  private struct Place: Equatable {
    var index: Int
    var gapIndex: Int
    var gapTaken: Int
    var timeline: Int
  }

  /// Finds where a position on the time line lies in the ring and in the log, or the oldest known position if the
  /// wanted one is no longer known.
  #if compiler(>=6.2)
    @_noAllocation @_noLocks
  #endif
  private func locate(_ wanted: Int) -> Place {
    let written = state.pointee.written.load(ordering: .acquiring)
    let logged = state.pointee.gapCount.load(ordering: .acquiring)
    let end = state.pointee.timeline.load(ordering: .acquiring)
    // Walk back from the newest gap to the last gap at or before the wanted position.
    var position = min(max(wanted, 0), end)
    let oldest = max(0, written - capacity)
    var gap = logged - 1
    // The writer may be filling the slot of the oldest entry, so do not read this entry.
    let oldestGap = max(0, logged - RingState.gapCapacity + 1)
    while gap >= oldestGap {
      let entry = gaps[gap % RingState.gapCapacity]
      if entry.ringIndex <= oldest || entry.timeline <= position {
        if position < entry.timeline + entry.frames && entry.ringIndex >= oldest {
          let taken = max(0, position - entry.timeline)
          return Place(
            index: entry.ringIndex, gapIndex: gap, gapTaken: taken,
            timeline: entry.timeline + taken)
        }
        let afterGap = entry.timeline + entry.frames
        let index = max(entry.ringIndex + (position - afterGap), oldest)
        position = afterGap + (index - entry.ringIndex)
        return Place(index: index, gapIndex: gap + 1, gapTaken: 0, timeline: position)
      }
      gap -= 1
    }
    // If the log still holds every gap, only frames precede the position; otherwise start at the oldest known gap.
    if oldestGap == 0 {
      let index = max(position, oldest)
      return Place(index: index, gapIndex: 0, gapTaken: 0, timeline: index)
    }
    let entry = gaps[oldestGap % RingState.gapCapacity]
    return Place(
      index: entry.ringIndex, gapIndex: oldestGap, gapTaken: 0, timeline: entry.timeline)
  }

  /// The position on the time line of a stored frame.
  #if compiler(>=6.2)
    @_noAllocation @_noLocks
  #endif
  private func timeline(ofRing ringIndex: Int) -> Int {
    let logged = state.pointee.gapCount.load(ordering: .acquiring)
    var gap = logged - 1
    while gap >= max(0, logged - RingState.gapCapacity + 1) {
      let entry = gaps[gap % RingState.gapCapacity]
      if entry.ringIndex <= ringIndex {
        return entry.timeline + entry.frames + (ringIndex - entry.ringIndex)
      }
      gap -= 1
    }
    return ringIndex
  }
}
