import Synchronization

/// The capture thread's end of a ``FrameRing``.
///
/// - Thread: capture, from the first call onwards.
public struct FrameRingWriter: ~Copyable {
  private let state: UnsafeMutablePointer<RingState>
  private let raw: UnsafeMutablePointer<Int32>
  private let gaps: UnsafeMutablePointer<Gap>
  private let channels: Int
  private let capacity: Int
  private var written: Int
  private var timeline: Int
  private var gapCount: Int
  private var pending: Gap

  init(ring: FrameRing) {
    state = ring.state
    raw = ring.raw
    gaps = ring.gaps
    channels = ring.channels
    capacity = ring.capacity
    written = ring.storedFrames
    timeline = ring.timelineEnd
    gapCount = ring.gapTotals.count
    pending = Gap(ringIndex: 0, timeline: 0, frames: 0, cause: .overrun, isEstimated: false)
  }

  deinit {
    // No frames follow the last loss: publish it now, so that the time line covers all the time that has passed.
    if pending.frames > 0, !isLogFull(state.pointee.oldestHold()) { logGap() }
  }

  /// The position on the time line of the next frame to be stored, after any loss that comes before it.
  var nextPlace: Int { @_noAllocation @_noLocks get { timeline + pending.frames } }

  /// Notes that frames were lost at the current position.
  ///
  /// The gap is published together with the next stored frames; losses with no frames between them form one gap.
  #if compiler(>=6.2)
    @_noAllocation @_noLocks
  #endif
  public mutating func noteGap(frames: Int, cause: GapCause, isEstimated: Bool) {
    guard frames > 0 else { return }
    if pending.frames == 0 {
      pending = Gap(
        ringIndex: written, timeline: timeline, frames: frames, cause: cause,
        isEstimated: isEstimated)
    } else {
      pending.frames += frames
      pending.isEstimated = pending.isEstimated || isEstimated
    }
    state.pointee.arrived.store(timeline + pending.frames, ordering: .releasing)
  }

  /// Reserves memory for frames that ``commit(_:)`` will publish: at most `frames`, and at most up to the end of the
  /// ring's memory.
  ///
  /// Returns the memory and the number of frames that fit. The number is 0 if readers still need the frames that would
  /// be overwritten, or if the gap log is full; then the caller drops its frames with
  /// ``noteGap(frames:cause:isEstimated:)``.
  #if compiler(>=6.2)
    @_noAllocation @_noLocks
  #endif
  public mutating func reserve(_ frames: Int) -> (UnsafeMutablePointer<Int32>, Int) {
    let offset = written % capacity
    let count = min(frames, capacity - offset)
    // Announce first, then look at the holds: either a reader that starts at this instant sees the announcement, or the
    // writer sees the reader's hold.
    state.pointee.reserved.store(written + count, ordering: .sequentiallyConsistent)
    let hold = state.pointee.oldestHold()
    if isLogFull(hold) || (hold != RingState.free && written + count - capacity > hold) {
      return (raw + offset * channels, 0)
    }
    return (raw + offset * channels, count)
  }

  /// Publishes frames that were written to the memory from ``reserve(_:)``, and a pending gap before them.
  #if compiler(>=6.2)
    @_noAllocation @_noLocks
  #endif
  public mutating func commit(_ frames: Int) {
    if pending.frames > 0 { publishGap() }
    written += frames
    timeline += frames
    state.pointee.written.store(written, ordering: .releasing)
    state.pointee.timeline.store(timeline, ordering: .releasing)
    state.pointee.arrived.store(timeline, ordering: .releasing)
  }

  /// True if the pending gap does not fit into the log, because a reader still needs the oldest entry.
  #if compiler(>=6.2)
    @_noAllocation @_noLocks
  #endif
  private func isLogFull(_ hold: Int) -> Bool {
    pending.frames > 0 && gapCount >= RingState.gapCapacity
      && gaps[gapCount % RingState.gapCapacity].ringIndex >= hold
  }

  #if compiler(>=6.2)
    @_noAllocation @_noLocks
  #endif
  private mutating func publishGap() {
    logGap()
    gapCount += 1
    timeline += pending.frames
    pending.frames = 0
  }

  /// Publishes the pending gap to the readers.
  #if compiler(>=6.2)
    @_noAllocation @_noLocks
  #endif
  private func logGap() {
    gaps[gapCount % RingState.gapCapacity] = pending
    state.pointee.gapFrames.store(
      state.pointee.gapFrames.load(ordering: .relaxed) + pending.frames, ordering: .releasing)
    state.pointee.gapCount.store(gapCount + 1, ordering: .releasing)
    state.pointee.timeline.store(timeline + pending.frames, ordering: .releasing)
  }
}
