import Synchronization

/// The ring of interleaved 32-bit frames between the capture thread, which writes it, and the takes, which read it; the
/// ring includes the recent past.
///
/// The ring holds the last ``capacity`` frames. To read the past, a reader simply starts at an earlier position; that
/// is the pre-roll. Missing frames are not stored, but noted in a log; readers see them as silence of the same length,
/// so the time line never shifts.
///
/// One ``FrameRingWriter`` and up to ``readerSlots`` ``FrameRingReader``s use the ring without locks. A reader holds
/// the frames that it has not read yet: the writer drops new frames (as a gap) rather than overwrite held frames.
///
/// - Thread: this object belongs to the side that sets up the threads; it must outlive both ends. The class is Sendable
///   because everything that two threads touch is either atomic (``RingState``) or ordered by the atomic values (the
///   samples and the log).
public final class FrameRing: @unchecked Sendable {
  /// The number of samples per frame; each has 32 bits.
  public let channels: Int
  /// The number of frames that the ring holds.
  public let capacity: Int
  /// The largest number of readers that can hold a position at the same time.
  public static let readerSlots = 8

  let state: UnsafeMutablePointer<RingState>
  let raw: UnsafeMutablePointer<Int32>
  let gaps: UnsafeMutablePointer<Gap>
  private let slots: Atomic<Int>
  private let memory: Memory

  /// Allocates the ring and touches all of its memory.
  ///
  /// - Precondition: there are 1 to 32 channels, and room for at least one frame.
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

  /// Creates the writing end, for the capture thread.
  ///
  /// There may be only one writer at a time; a new writer continues where the previous one ended.
  public func makeWriter() -> FrameRingWriter {
    FrameRingWriter(ring: self)
  }

  /// Creates a reading end for one thread; when the reader is destroyed, its slot becomes free again.
  ///
  /// - Throws: ``FrameRingError/allReadersTaken`` if ``readerSlots`` readers already exist.
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

  /// The number of frames on the time line so far, both stored and missing.
  ///
  /// - Thread: any.
  public var timelineEnd: Int { state.pointee.timelineEnd }

  /// The number of frames that the device has delivered or lost so far, including frames that did not fit and are not
  /// on the time line yet.
  ///
  /// This number keeps rising while readers hold the writer up; meanwhile the time line stands still, and new frames
  /// are dropped and counted.
  ///
  /// - Thread: any.
  public var arrivedEnd: Int { state.pointee.arrived.load(ordering: .acquiring) }

  /// The number of frames stored so far, not counting missing frames.
  ///
  /// - Thread: any.
  public var storedFrames: Int { state.pointee.written.load(ordering: .acquiring) }

  /// The largest number of unread frames that any reader has; 0 if there are no readers.
  ///
  /// - Thread: any.
  public var backlog: Int {
    let written = state.pointee.written.load(ordering: .acquiring)
    return max(0, written - min(written, state.pointee.oldestHold()))
  }

  /// The gaps in a part of the time line, as far as the log still holds them; it holds the last 1024 gaps.
  ///
  /// - Thread: any that is not realtime.
  public func gaps(from start: Int, to end: Int) -> [Gap] {
    let logged = state.pointee.gapCount.load(ordering: .acquiring)
    var found: [Gap] = []
    for index in max(0, logged - RingState.gapCapacity)..<logged {
      let gap = gaps[index % RingState.gapCapacity]
      // Leave out an entry that may have been overwritten while it was read.
      let now = state.pointee.gapCount.load(ordering: .acquiring)
      if now - index >= RingState.gapCapacity { continue }
      if gap.timeline < end && gap.timeline + gap.frames > start { found.append(gap) }
    }
    return found
  }

  /// The number of gaps so far, and the number of frames in all of them together.
  ///
  /// - Thread: any.
  public var gapTotals: (count: Int, frames: Int) {
    (
      state.pointee.gapCount.load(ordering: .acquiring),
      state.pointee.gapFrames.load(ordering: .acquiring)
    )
  }
}

/// The error for a ring that cannot have another reader.
public enum FrameRingError: Error, Equatable {
  /// Other readers use all slots of the ring.
  case allReadersTaken
}

/// The state shared by both ends of a ``FrameRing``: one thread writes each value, and any thread reads it.
struct RingState: ~Copyable {
  /// The number of gaps that the log holds; while readers need all of them, newly lost frames join the pending gap.
  static var gapCapacity: Int { @_noAllocation @_noLocks get { 1024 } }
  /// The value of a hold that no reader uses.
  static var free: Int { @_noAllocation @_noLocks get { .max } }

  /// The number of frames stored so far.
  ///
  /// The writer updates it after the samples.
  let written = Atomic<Int>(0)
  /// The number of frames stored so far and about to be stored; the writer announces it before it looks at the holds.
  let reserved = Atomic<Int>(0)
  /// The number of gaps logged so far.
  ///
  /// The writer updates it after the log entry.
  let gapCount = Atomic<Int>(0)
  /// The number of frames in all logged gaps.
  ///
  /// The writer updates it.
  let gapFrames = Atomic<Int>(0)
  /// The number of stored and missing frames so far.
  ///
  /// The writer updates it after all the other values.
  let timeline = Atomic<Int>(0)
  /// The number of stored and missing frames so far, including the gap that is not published yet.
  ///
  /// The writer updates it.
  let arrived = Atomic<Int>(0)
  /// For each reader, the oldest frame that it still needs.
  ///
  /// Each value is written by its own reader.
  let holds: UnsafeMutablePointer<Atomic<Int>>
  private let slots: Int

  init(holds: UnsafeMutablePointer<Atomic<Int>>, slots: Int) {
    (self.holds, self.slots) = (holds, slots)
  }

  var timelineEnd: Int { timeline.load(ordering: .acquiring) }

  /// The oldest frame that any reader needs.
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
