import Synchronization

/// The memory that the capture thread writes and that takes read: interleaved frames of 32-bit samples, with history.
///
/// The ring holds the last ``capacity`` frames. Reading the past is nothing but starting at an earlier position: that
/// is the pre-roll. Missing frames are not stored: they stand in a log, and readers see them as silence of their
/// length, so the time line never shifts.
///
/// One ``FrameRingWriter`` and up to ``readerSlots`` ``FrameRingReader``s work on it without locks. A reader holds the
/// frames that it has not read yet: the writer drops new frames (as a gap) rather than overwrite held ones.
///
/// - Thread: this object belongs to the side that sets up the threads; it must outlive both ends. It is Sendable
///   because all that two threads touch is atomic (``RingState``) or ordered by it (the samples and the log).
public final class FrameRing: @unchecked Sendable {
  /// Samples per frame, 32 bits each.
  public let channels: Int
  /// Frames of history.
  public let capacity: Int
  /// The most readers that can hold a position at once.
  public static let readerSlots = 8

  let state: UnsafeMutablePointer<RingState>
  let raw: UnsafeMutablePointer<Int32>
  let gaps: UnsafeMutablePointer<Gap>
  private let slots: Atomic<Int>

  /// Allocates the ring and touches all of its memory.
  ///
  /// - Precondition: 1 to 32 channels and at least one frame.
  public init(channels: Int, capacity: Int) {
    precondition((1...32).contains(channels) && capacity > 0)
    self.channels = channels
    self.capacity = capacity
    raw = .allocate(capacity: channels * capacity)
    raw.initialize(repeating: 0, count: channels * capacity)
    gaps = .allocate(capacity: RingState.gapCapacity)
    gaps.initialize(
      repeating: Gap(ringIndex: 0, timeline: 0, frames: 0, cause: .overrun, isEstimated: false),
      count: RingState.gapCapacity)
    state = .allocate(capacity: 1)
    state.initialize(to: RingState(slots: Self.readerSlots))
    slots = Atomic(0)
  }

  deinit {
    raw.deallocate()
    gaps.deallocate()
    state.deinitialize(count: 1)
    state.deallocate()
  }

  /// The writing end, for the capture thread.
  ///
  /// One at a time: a further one goes on where the one before it ended.
  public func makeWriter() -> FrameRingWriter {
    FrameRingWriter(ring: self)
  }

  /// A reading end for one thread; its slot is given back when it is destroyed.
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

  /// Frames that the device gave or lost so far, also those that did not fit and are not on the time line yet.
  ///
  /// It goes on while readers hold everything up: then the time line stands still, and new frames are dropped and
  /// counted.
  ///
  /// - Thread: any.
  public var arrivedEnd: Int { state.pointee.arrived.load(ordering: .acquiring) }

  /// Frames that were stored so far, without gaps.
  ///
  /// - Thread: any.
  public var storedFrames: Int { state.pointee.written.load(ordering: .acquiring) }

  /// The most frames that a reader has yet to read; 0 without readers.
  ///
  /// - Thread: any.
  public var backlog: Int {
    let written = state.pointee.written.load(ordering: .acquiring)
    return max(0, written - min(written, state.pointee.oldestHold()))
  }

  /// The gaps that lie in a part of the time line, as far as the log still has them (the last 1024).
  ///
  /// - Thread: any but the realtime ones.
  public func gaps(from start: Int, to end: Int) -> [Gap] {
    let logged = state.pointee.gapCount.load(ordering: .acquiring)
    var found: [Gap] = []
    for index in max(0, logged - RingState.gapCapacity)..<logged {
      let gap = gaps[index % RingState.gapCapacity]
      // An entry that was overwritten while it was read is not taken.
      let now = state.pointee.gapCount.load(ordering: .acquiring)
      if now - index >= RingState.gapCapacity { continue }
      if gap.timeline < end && gap.timeline + gap.frames > start { found.append(gap) }
    }
    return found
  }

  /// The number of gaps, and the number of frames that they lost together.
  ///
  /// - Thread: any.
  public var gapTotals: (count: Int, frames: Int) {
    (
      state.pointee.gapCount.load(ordering: .acquiring),
      state.pointee.gapFrames.load(ordering: .acquiring)
    )
  }
}

/// The error of a ring that has no further reader to give.
public enum FrameRingError: Error, Equatable {
  /// All slots of the ring are taken by readers.
  case allReadersTaken
}

/// The state that the two ends of a ``FrameRing`` share: each value written by one thread, read by any.
struct RingState: ~Copyable {
  /// Gaps that the log holds; when more are unread, new frames join the pending gap.
  static var gapCapacity: Int { @_noAllocation @_noLocks get { 1024 } }
  /// The value of a hold that holds nothing.
  static var free: Int { @_noAllocation @_noLocks get { .max } }

  /// Frames stored so far.
  ///
  /// Written by the writer, after the samples.
  let written = Atomic<Int>(0)
  /// Frames that the writer is about to have stored: announced before it looks at the holds.
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
  /// Stored and missing frames so far, with the gap that is not published yet.
  ///
  /// Written by the writer.
  let arrived = Atomic<Int>(0)
  /// The oldest frame that each reader still needs.
  ///
  /// Each written by its reader.
  let holds: UnsafeMutablePointer<Atomic<Int>>
  private let slots: Int

  init(slots: Int) {
    self.slots = slots
    holds = .allocate(capacity: slots)
    for slot in 0..<slots { (holds + slot).initialize(to: Atomic(Int.max)) }
  }

  deinit {
    holds.deinitialize(count: slots)
    holds.deallocate()
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
