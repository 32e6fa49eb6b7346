import Synchronization

/// The parts of the time line that belong to a take: one part, or several if the take was paused.
///
/// The control thread opens and closes segments; the threads that read the take follow them.
///
/// - Thread: call all methods on the control thread, except ``segments`` and ``finalEnd``, which any thread that is not
///   realtime may use.
public final class TakeSegments: @unchecked Sendable {
  /// The largest number of segments in a take.
  public static let capacity = 256

  let state: UnsafeMutablePointer<TakeSegmentState>
  private let bounds: UnsafeMutablePointer<Atomic<Int>>
  private let memory: Memory

  /// Creates a take that starts at this position on the time line and has no end yet.
  public init(start: Int) {
    var memory = Memory()
    bounds = memory.counters(2 * Self.capacity)
    state = memory.keep(TakeSegmentState(bounds: bounds))
    self.memory = memory
    open(at: start)
  }

  private var count: Int { state.pointee.count.load(ordering: .acquiring) }
  private var isOpen: Bool { state.pointee.closed.load(ordering: .relaxed) < count }

  private func open(at start: Int) {
    let count = count
    bounds[2 * count].store(start, ordering: .relaxed)
    bounds[2 * count + 1].store(start, ordering: .relaxed)
    state.pointee.count.store(count + 1, ordering: .releasing)
  }

  /// Allows reading the take up to this position on the time line; the frames before the position then belong to the
  /// take permanently.
  ///
  /// Readers never pass this position. So when the take ends later, it ends on the same frame for all of them.
  public func extend(to place: Int) {
    guard isOpen else { return }
    let end = 2 * (count - 1) + 1
    bounds[end].store(max(place, bounds[end].load(ordering: .relaxed)), ordering: .releasing)
  }

  /// The position up to which the take may be read.
  public var extent: Int { bounds[2 * (count - 1) + 1].load(ordering: .relaxed) }

  /// The position up to which the choice of the take's frames is final.
  public var finalEnd: Int { max(extent, state.pointee.kept.load(ordering: .acquiring)) }

  /// Makes paused readers hold the ring only from this position on the time line; the take can then be resumed there,
  /// but not earlier.
  public func keep(from place: Int) {
    let kept = state.pointee.kept.load(ordering: .relaxed)
    state.pointee.kept.store(max(place, kept), ordering: .releasing)
  }

  /// Ends the open segment at this position on the time line, or at a later one if readers may already have reached it.
  ///
  /// More segments may follow. Until ``keep(from:)`` sets a later position, readers hold the ring from the end of this
  /// segment.
  public func pause(at end: Int) {
    guard isOpen else { return }
    extend(to: end)
    keep(from: extent)
    state.pointee.closed.store(count, ordering: .releasing)
  }

  /// Opens a segment at this position on the time line, or at the first position that readers still hold; false if no
  /// further segment can be opened.
  public func resume(at start: Int) -> Bool {
    guard !isOpen, count < Self.capacity else { return false }
    open(at: max(start, state.pointee.kept.load(ordering: .relaxed)))
    return true
  }

  /// Ends the take at this position on the time line, or at its pause if it is paused.
  public func finish(at end: Int) {
    pause(at: end)
    state.pointee.isFinal.store(true, ordering: .releasing)
  }

  /// The start and the end of every segment; the end of an open segment is `Int.max`.
  public var segments: [(start: Int, end: Int)] {
    // Load the count first: all segments before the last one are then closed.
    let count = count
    let closed = state.pointee.closed.load(ordering: .acquiring)
    return (0..<count).map { segment in
      let start = bounds[2 * segment].load(ordering: .acquiring)
      let end = bounds[2 * segment + 1].load(ordering: .acquiring)
      return (start, segment < closed ? end : .max)
    }
  }
}

/// The state of a take's segments that all threads of the take share.
struct TakeSegmentState: ~Copyable {
  /// The number of segments opened so far.
  let count = Atomic<Int>(0)
  /// The number of segments whose end is final.
  let closed = Atomic<Int>(0)
  /// True if no further segment will follow.
  let isFinal = Atomic<Bool>(false)
  /// The first position at which a paused take may be resumed.
  let kept = Atomic<Int>(0)
  /// For every segment, its start and the position up to which it may be read.
  let bounds: UnsafeMutablePointer<Atomic<Int>>

  #if compiler(>=6.2)
    @_noAllocation @_noLocks
  #endif
  func start(_ segment: Int) -> Int {
    bounds[2 * segment].load(ordering: .acquiring)
  }

  #if compiler(>=6.2)
    @_noAllocation @_noLocks
  #endif
  func end(_ segment: Int) -> Int {
    bounds[2 * segment + 1].load(ordering: .acquiring)
  }
}
