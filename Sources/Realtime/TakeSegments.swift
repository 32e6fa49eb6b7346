import Synchronization

/// Which parts of the time line belong to a take: one, or several when it was paused.
///
/// The control thread opens and closes segments; the threads that read the take follow them.
///
/// - Thread: all methods here: control.
public final class TakeSegments: @unchecked Sendable {
  /// How many segments a take can have.
  public static let capacity = 256

  let state: UnsafeMutablePointer<TakeSegmentState>
  private let bounds: UnsafeMutablePointer<Atomic<Int>>

  /// A take that starts at this place of the time line and has no end yet.
  public init(start: Int) {
    bounds = .allocate(capacity: 2 * Self.capacity)
    for i in 0..<(2 * Self.capacity) {
      (bounds + i).initialize(to: Atomic(Int.max))
    }
    state = .allocate(capacity: 1)
    state.initialize(to: TakeSegmentState(bounds: bounds))
    bounds[0].store(start, ordering: .relaxed)
    state.pointee.count.store(1, ordering: .releasing)
  }

  deinit {
    state.deinitialize(count: 1)
    state.deallocate()
    bounds.deinitialize(count: 2 * Self.capacity)
    bounds.deallocate()
  }

  /// Ends the open segment at this place of the time line.
  ///
  /// More may follow.
  public func pause(at end: Int) {
    let last = state.pointee.count.load(ordering: .relaxed) - 1
    bounds[2 * last + 1].store(end, ordering: .releasing)
  }

  /// Opens a segment; false when the take has as many as it can have.
  public func resume(at start: Int) -> Bool {
    let count = state.pointee.count.load(ordering: .relaxed)
    guard count < Self.capacity else { return false }
    bounds[2 * count].store(start, ordering: .relaxed)
    state.pointee.count.store(count + 1, ordering: .releasing)
    return true
  }

  /// Ends the take at this place of the time line, or where it was paused.
  public func finish(at end: Int) {
    let last = state.pointee.count.load(ordering: .relaxed) - 1
    if bounds[2 * last + 1].load(ordering: .relaxed) == .max {
      bounds[2 * last + 1].store(end, ordering: .releasing)
    }
    state.pointee.isFinal.store(true, ordering: .releasing)
  }

  /// Start and end of every segment; the end of an open one is `Int.max`.
  public var segments: [(start: Int, end: Int)] {
    (0..<state.pointee.count.load(ordering: .acquiring)).map {
      (
        bounds[2 * $0].load(ordering: .acquiring),
        bounds[2 * $0 + 1].load(ordering: .acquiring)
      )
    }
  }
}

/// What the threads of a take see of its segments.
struct TakeSegmentState: ~Copyable {
  /// Segments opened so far.
  let count = Atomic<Int>(0)
  /// Whether no segment will follow.
  let isFinal = Atomic<Bool>(false)
  /// Start and end of every segment.
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
