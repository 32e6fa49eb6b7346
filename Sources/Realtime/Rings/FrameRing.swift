import Synchronization

/// The memory written by the capture thread and read by takes: interleaved frames of 32-bit samples, with history.
///
/// The ring holds the last ``capacity`` frames. Reading the past is nothing but starting at an earlier position: that
/// is the pre-roll. Missing frames are not stored: they are in a log, and readers see them as silence of their length,
/// so the time line never shifts.
///
/// One ``FrameRingWriter`` and up to ``readerSlots`` ``FrameRingReader``s work on it without locks. A reader holds its
/// unread frames: the writer drops new frames (as a gap) rather than overwriting held ones.
///
/// - Thread: this object belongs to the side that sets up the threads; it must outlive both ends. It is Sendable
///   because everything that two threads touch is atomic (``RingState``) or ordered by it (the samples and the log).
public final class FrameRing: @unchecked Sendable {
  /// Samples per frame, 32 bits each.
  public let channels: Int
  /// Frames of history.
  public let capacity: Int
  /// The largest number of readers holding a position at once.
  public static let readerSlots = 8

  let state: UnsafeMutablePointer<RingState>
  let raw: UnsafeMutablePointer<Int32>
  let gaps: UnsafeMutablePointer<Gap>
  private let slots: Atomic<Int>
  private let memory: Memory

  /// Allocates the ring and touches all of its memory.
  ///
  /// - Precondition: 1 to 32 channels and at least one frame.
  public init(channels: Int, capacity: Int) {
    precondition((1...32).contains(channels) && capacity > 0)
    self.channels = channels
    self.capacity = capacity
    var memory = Memory()
    raw = memory.make(channels * capacity, of: 0)
    gaps = memory.make(
      RingState.gapCapacity,
      of: Gap(ringIndex: 0, timeline: 0, frames: 0, cause: .overrun, isEstimated: false))
    let holds = memory.counters(Self.readerSlots, of: RingState.free)
    state = memory.keep(RingState(holds: holds, slots: Self.readerSlots))
    slots = Atomic(0)
    self.memory = memory
  }

  /// The writing end, for the capture thread.
  ///
  /// One at a time: a further one continues where the previous one ended.
  public func makeWriter() -> FrameRingWriter {
    FrameRingWriter(ring: self)
  }

  /// A reading end for one thread; destroying it frees its slot.
  ///
  /// - Throws: ``FrameRingError/allReadersTaken`` when ``readerSlots`` readers are alive.
  public func makeReader() throws(FrameRingError) -> FrameRingReader {
    for slot in 0..<Self.readerSlots {
      let bit = 1 << slot
      if slots.bitwiseOr(bit, ordering: .sequentiallyConsistent).oldValue & bit == 0 {
        return FrameRingReader(ring: self, slot: slot)
      }
    }
    throw .allReadersTaken
  }

  func giveBack(slot: Int) {
    slots.bitwiseAnd(~(1 << slot), ordering: .sequentiallyConsistent)
  }

  /// Frames of the time line so far: stored ones and gaps.
  ///
  /// - Thread: any.
  public var timelineEnd: Int { state.pointee.timelineEnd }

  /// Frames delivered or lost by the device so far, including those that did not fit and are not on the time line yet.
  ///
  /// It keeps counting while readers hold everything up: then the time line stands still, and new frames are dropped
  /// and counted.
  ///
  /// - Thread: any.
  public var arrivedEnd: Int { state.pointee.arrived.load(ordering: .acquiring) }

  /// Frames stored so far, without gaps.
  ///
  /// - Thread: any.
  public var storedFrames: Int { state.pointee.written.load(ordering: .acquiring) }

  /// The largest number of unread frames of any reader; 0 without readers.
  ///
  /// - Thread: any.
  public var backlog: Int {
    let written = state.pointee.written.load(ordering: .acquiring)
    return max(0, written - min(written, state.pointee.oldestHold()))
  }

  /// The gaps in a part of the time line, as far as the log still has them (the last 1024).
  ///
  /// - Thread: any but the realtime ones.
  public func gaps(from start: Int, to end: Int) -> [Gap] {
    let logged = state.pointee.gapCount.load(ordering: .acquiring)
    var found: [Gap] = []
    for index in max(0, logged - RingState.gapCapacity)..<logged {
      let gap = gaps[index % RingState.gapCapacity]
      // Leave out an entry that was overwritten during the read.
      let now = state.pointee.gapCount.load(ordering: .acquiring)
      if now - index >= RingState.gapCapacity { continue }
      if gap.timeline < end && gap.timeline + gap.frames > start { found.append(gap) }
    }
    return found
  }

  /// The number of gaps, and their total number of frames.
  ///
  /// - Thread: any.
  public var gapTotals: (count: Int, frames: Int) {
    (
      state.pointee.gapCount.load(ordering: .acquiring),
      state.pointee.gapFrames.load(ordering: .acquiring)
    )
  }
}

/// The error of a ring without a free reader.
public enum FrameRingError: Error, Equatable {
  /// Readers hold all slots of the ring.
  case allReadersTaken
}

/// The state shared by both ends of a ``FrameRing``: each value is written by one thread and read by any.
struct RingState: ~Copyable {
  /// The number of gaps in the log; while more are unread, new frames join the pending gap.
  static var gapCapacity: Int { @_noAllocation @_noLocks get { 1024 } }
  /// The value of an unused hold.
  static var free: Int { @_noAllocation @_noLocks get { .max } }

  /// Frames stored so far.
  ///
  /// Written by the writer, after the samples.
  let written = Atomic<Int>(0)
  /// Frames about to be stored: announced before the writer looks at the holds.
  let reserved = Atomic<Int>(0)
  /// Gaps logged so far.
  ///
  /// Written by the writer, after the log entry.
  let gapCount = Atomic<Int>(0)
  /// Frames in all logged gaps.
  ///
  /// Written by the writer.
  let gapFrames = Atomic<Int>(0)
  /// Stored and missing frames so far.
  ///
  /// Written by the writer, last of all.
  let timeline = Atomic<Int>(0)
  /// Stored and missing frames so far, including the unpublished gap.
  ///
  /// Written by the writer.
  let arrived = Atomic<Int>(0)
  /// The oldest frame that each reader still needs.
  ///
  /// Each is written by its reader.
  let holds: UnsafeMutablePointer<Atomic<Int>>
  private let slots: Int

  init(holds: UnsafeMutablePointer<Atomic<Int>>, slots: Int) {
    (self.holds, self.slots) = (holds, slots)
  }

  var timelineEnd: Int { timeline.load(ordering: .acquiring) }

  /// The oldest frame that a reader needs.
  #if compiler(>=6.2)
    @_noAllocation @_noLocks
  #endif
  func oldestHold() -> Int {
    var oldest = RingState.free
    for slot in 0..<slots {
      oldest = min(oldest, holds[slot].load(ordering: .sequentiallyConsistent))
    }
    return oldest
  }

  /// Publishes the oldest frame that a reader needs.
  #if compiler(>=6.2)
    @_noAllocation @_noLocks
  #endif
  func setHold(_ slot: Int, _ index: Int) {
    holds[slot].store(index, ordering: .sequentiallyConsistent)
  }
}
