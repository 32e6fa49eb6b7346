import Synchronization

/// The left and right channels of a ``LiveRenderLoop`` on their way to listening programs: a ring that never waits; it
/// drops the frames that do not fit, and counts them.
///
/// - Thread: this object belongs to the side that sets up the threads; it must outlive the loop. One thread at a time
///   renders into the tap, and one thread at a time drains it. The class is Sendable because everything that two
///   threads touch is atomic or ordered by atomics.
public final class LiveTap: @unchecked Sendable {
  /// The number of samples per frame: left and right.
  public static let channels = 2

  let state: UnsafeMutablePointer<LiveTapState>
  private let memory: Memory

  /// Allocates a ring for this many frames and touches all of its memory.
  ///
  /// - Precondition: there is room for at least one frame.
  public init(capacity: Int) {
    precondition(capacity > 0)
    var memory = Memory()
    let samples = memory.make(Self.channels * capacity, of: Float(0))
    state = memory.keep(LiveTapState(samples: samples, capacity: capacity))
    self.memory = memory
  }

  /// The number of frames per second of the rendered sound; 0 until it is set.
  ///
  /// - Thread: any; the control thread sets it before a loop renders into the tap.
  public var rate: Int {
    get { state.pointee.rate.load(ordering: .acquiring) }
    set { state.pointee.rate.store(newValue, ordering: .releasing) }
  }

  /// The number of frames dropped so far because they did not fit.
  public var dropped: Int { state.pointee.dropped.load(ordering: .acquiring) }

  /// Takes out the waiting frames, up to a maximum: left and right samples alternate.
  ///
  /// - Thread: the listening thread.
  public func drain(limit: Int) -> [Float] {
    let read = state.pointee.read.load(ordering: .relaxed)
    let waiting = state.pointee.written.load(ordering: .acquiring) - read
    let frames = min(waiting, limit)
    var all: [Float] = []
    all.reserveCapacity(Self.channels * frames)
    for frame in read..<(read + frames) {
      let place = frame % state.pointee.capacity * Self.channels
      all.append(state.pointee.samples[place])
      all.append(state.pointee.samples[place + 1])
    }
    state.pointee.read.store(read + frames, ordering: .releasing)
    return all
  }

  /// Discards the waiting frames, so that a listener starts with the current sound.
  ///
  /// - Thread: the listening thread.
  public func discard() {
    state.pointee.read.store(
      state.pointee.written.load(ordering: .acquiring), ordering: .releasing)
  }
}

/// The state shared by both ends of a ``LiveTap``.
struct LiveTapState: ~Copyable {
  let samples: UnsafeMutablePointer<Float>
  let capacity: Int
  /// The number of frames written so far.
  let written = Atomic<Int>(0)
  /// The number of frames taken out so far.
  let read = Atomic<Int>(0)
  /// The number of frames that did not fit.
  let dropped = Atomic<Int>(0)
  /// The number of frames per second.
  let rate = Atomic<Int>(0)

  init(samples: UnsafeMutablePointer<Float>, capacity: Int) {
    (self.samples, self.capacity) = (samples, capacity)
  }

  /// The number of waiting frames.
  ///
  /// - Thread: the listening thread.
  #if compiler(>=6.2)
    @_noAllocation @_noLocks
  #endif
  func waiting() -> Int {
    written.load(ordering: .acquiring) - read.load(ordering: .relaxed)
  }

  /// Takes out the waiting frames, up to a maximum, and returns their number.
  ///
  /// - Thread: the listening thread.
  #if compiler(>=6.2)
    @_noAllocation @_noLocks
  #endif
  func read(into target: UnsafeMutablePointer<Float>, limit: Int) -> Int {
    let start = read.load(ordering: .relaxed)
    let frames = min(written.load(ordering: .acquiring) - start, limit)
    var place = 2 * (start % capacity)
    for n in 0..<(2 * max(0, frames)) {
      target[n] = samples[place]
      place += 1
      if place == 2 * capacity { place = 0 }
    }
    read.store(start + frames, ordering: .releasing)
    return frames
  }

  /// Appends frames; if they do not all fit, drops and counts them.
  ///
  /// - Thread: render.
  #if compiler(>=6.2)
    @_noAllocation @_noLocks
  #endif
  func append(_ source: UnsafePointer<Float>, frames: Int) {
    let start = written.load(ordering: .relaxed)
    guard capacity - (start - read.load(ordering: .acquiring)) >= frames else {
      dropped.store(dropped.load(ordering: .relaxed) + frames, ordering: .releasing)
      return
    }
    var place = 2 * (start % capacity)
    for n in 0..<(2 * frames) {
      samples[place] = source[n]
      place += 1
      if place == 2 * capacity { place = 0 }
    }
    written.store(start + frames, ordering: .releasing)
  }
}
