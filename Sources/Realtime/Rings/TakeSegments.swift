import Synchronization

/// The parts of the time line that belong to a take: one, or several when it was paused.
///
/// The control thread opens and closes segments; the threads that read the take follow them.
///
/// - Thread: all methods here: control, but ``segments`` and ``finalEnd`` on any normal thread.
public final class TakeSegments: @unchecked Sendable {
  /// The most segments that a take can have.
  public static let capacity = 256

  let state: UnsafeMutablePointer<TakeSegmentState>
  private let bounds: UnsafeMutablePointer<Atomic<Int>>

  /// A take that starts at this place of the time line and has no end yet.
  public init(start: Int) {
    bounds = .allocate(capacity: 2 * Self.capacity)
    for i in 0..<(2 * Self.capacity) {
      (bounds + i).initialize(to: Atomic(0))
    }
    state = .allocate(capacity: 1)
    state.initialize(to: TakeSegmentState(bounds: bounds))
    open(at: start)
  }

  deinit {
    state.deinitialize(count: 1)
    state.deallocate()
    bounds.deinitialize(count: 2 * Self.capacity)
    bounds.deallocate()
  }

  private var count: Int { state.pointee.count.load(ordering: .acquiring) }
  private var isOpen: Bool { state.pointee.closed.load(ordering: .relaxed) < count }

  private func open(at start: Int) {
    let count = count
    bounds[2 * count].store(start, ordering: .relaxed)
    bounds[2 * count + 1].store(start, ordering: .relaxed)
    state.pointee.count.store(count + 1, ordering: .releasing)
  }

  /// Lets the take be read up to this place of the time line; the frames before it belong to the take for good.
  ///
  /// Readers never pass it. So a take that is ended later ends for all of them on the same frame.
  public func extend(to place: Int) {
    guard isOpen else { return }
    let end = 2 * (count - 1) + 1
    bounds[end].store(max(place, bounds[end].load(ordering: .relaxed)), ordering: .releasing)
  }

  /// The place up to which the take may be read.
  public var extent: Int { bounds[2 * (count - 1) + 1].load(ordering: .relaxed) }

  /// The place before which it is final which frames belong to the take.
  public var finalEnd: Int { max(extent, state.pointee.kept.load(ordering: .acquiring)) }

  /// Lets paused readers hold the ring from this place of the time line on: the take may go on there, and not earlier.
  public func keep(from place: Int) {
    let kept = state.pointee.kept.load(ordering: .relaxed)
    state.pointee.kept.store(max(place, kept), ordering: .releasing)
  }

  /// Ends the open segment at this place of the time line, or at one that readers may have reached already.
  ///
  /// More segments may follow. Until ``keep(from:)`` says otherwise, readers hold the ring from the end on.
  public func pause(at end: Int) {
    guard isOpen else { return }
    extend(to: end)
    keep(from: extent)
    state.pointee.closed.store(count, ordering: .releasing)
  }

  /// Opens a segment here, or at the first place that readers still hold; false when the take can have no more of them.
  public func resume(at start: Int) -> Bool {
    guard !isOpen, count < Self.capacity else { return false }
    open(at: max(start, state.pointee.kept.load(ordering: .relaxed)))
    return true
  }

  /// Ends the take at this place of the time line, or where it was paused.
  public func finish(at end: Int) {
    pause(at: end)
    state.pointee.isFinal.store(true, ordering: .releasing)
  }

  /// Start and end of every segment; the end of an open one is `Int.max`.
  public var segments: [(start: Int, end: Int)] {
    // The count comes first: all segments before the last one of them are closed by then.
    let count = count
    let closed = state.pointee.closed.load(ordering: .acquiring)
    return (0..<count).map { segment in
      let start = bounds[2 * segment].load(ordering: .acquiring)
      let end = bounds[2 * segment + 1].load(ordering: .acquiring)
      return (start, segment < closed ? end : .max)
    }
  }
}

/// The state of a take's segments that its threads see.
struct TakeSegmentState: ~Copyable {
  /// Segments opened so far.
  let count = Atomic<Int>(0)
  /// Segments that have their final end.
  let closed = Atomic<Int>(0)
  /// True when no segment will follow.
  let isFinal = Atomic<Bool>(false)
  /// The first place at which a paused take may go on.
  let kept = Atomic<Int>(0)
  /// The start of every segment, and the place up to which it may be read.
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
