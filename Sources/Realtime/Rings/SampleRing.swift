import Synchronization

/// Rendered frames on their way from the render thread to the writer thread: interleaved Floats, first in, first out.
///
/// - Thread: this object belongs to the side that sets up the threads; it must outlive both ends. The class is Sendable
///   because everything that two threads touch is atomic or ordered by atomics.
public final class SampleRing: @unchecked Sendable {
  /// The number of samples per frame.
  public let channels: Int
  /// The number of frames that fit into the ring.
  public let capacity: Int
  let samples: UnsafeMutablePointer<Float>
  let state: UnsafeMutablePointer<SampleRingState>
  private let memory: Memory

  /// Allocates the ring and touches all of its memory.
  ///
  /// - Precondition: there is at least one channel, and room for at least one frame.
  public init(channels: Int, capacity: Int) {
    precondition(channels > 0 && capacity > 0)
    self.channels = channels
    self.capacity = capacity
    var memory = Memory()
    samples = memory.make(channels * capacity, of: 0)
    state = memory.keep(SampleRingState())
    self.memory = memory
  }

  /// The number of frames waiting to be read.
  ///
  /// - Thread: any that is not realtime.
  public var waiting: Int {
    let read = state.pointee.read.load(ordering: .acquiring)
    return state.pointee.written.load(ordering: .acquiring) - read
  }

  /// Refuses further frames: the writer then writes no more frames, and behaves as if there were always room for more.
  ///
  /// - Thread: any.
  public func refuse() { state.pointee.isRefused.store(true, ordering: .releasing) }

  /// Ends the frames in place of a writer that will not run.
  public func end() { state.pointee.isFinished.store(true, ordering: .releasing) }

  /// True once the writer has announced that no more frames will follow.
  ///
  /// - Thread: any.
  public var isFinished: Bool { state.pointee.isFinished.load(ordering: .acquiring) }

  /// Creates the writing end.
  ///
  /// Call this function once.
  public func makeWriter() -> SampleRingWriter { SampleRingWriter(ring: self) }

  /// Creates the reading end.
  ///
  /// Call this function once, or again when the previous reader is no longer in use; the new reader continues where the
  /// previous one stopped.
  public func makeReader() -> SampleRingReader { SampleRingReader(ring: self) }
}

/// The state shared by both ends of a ``SampleRing``.
struct SampleRingState: ~Copyable {
  /// The number of frames written so far.
  ///
  /// The writer updates it after the samples.
  let written = Atomic<Int>(0)
  /// The number of frames read so far.
  ///
  /// The reader updates it after it has used the frames.
  let read = Atomic<Int>(0)
  /// True if the writer will write no more frames.
  let isFinished = Atomic<Bool>(false)
  /// True if the reader wants no further frames.
  let isRefused = Atomic<Bool>(false)
}

/// The render thread's end of a ``SampleRing``.
///
/// - Thread: render.
public struct SampleRingWriter: ~Copyable {
  private let state: UnsafeMutablePointer<SampleRingState>
  private let samples: UnsafeMutablePointer<Float>
  private let channels: Int
  private let capacity: Int
  private var written = 0

  init(ring: SampleRing) {
    state = ring.state
    samples = ring.samples
    channels = ring.channels
    capacity = ring.capacity
  }

  /// The number of frames that fit at present.
  #if compiler(>=6.2)
    @_noAllocation @_noLocks
  #endif
  public func room() -> Int {
    if state.pointee.isRefused.load(ordering: .acquiring) { return capacity }
    return capacity - (written - state.pointee.read.load(ordering: .acquiring))
  }

  /// Appends frames; if further frames are refused, drops them and ends.
  ///
  /// - Precondition: the last ``room()`` was at least `frames`.
  #if compiler(>=6.2)
    @_noAllocation @_noLocks
  #endif
  public mutating func append(_ source: UnsafePointer<Float>, frames: Int) {
    guard !state.pointee.isRefused.load(ordering: .acquiring) else { return finish() }
    var place = (written % capacity) * channels
    let end = capacity * channels
    for i in 0..<(frames * channels) {
      samples[place] = source[i]
      place += 1
      if place == end { place = 0 }
    }
    written += frames
    state.pointee.written.store(written, ordering: .releasing)
  }

  /// Ends the frames: no more will follow.
  #if compiler(>=6.2)
    @_noAllocation @_noLocks
  #endif
  public mutating func finish() {
    state.pointee.isFinished.store(true, ordering: .releasing)
  }
}

/// The writer thread's end of a ``SampleRing``.
///
/// - Thread: writer.
public struct SampleRingReader: ~Copyable {
  private let state: UnsafeMutablePointer<SampleRingState>
  private let samples: UnsafeMutablePointer<Float>
  private let channels: Int
  private let capacity: Int
  private var read: Int

  init(ring: SampleRing) {
    state = ring.state
    samples = ring.samples
    channels = ring.channels
    capacity = ring.capacity
    read = ring.state.pointee.read.load(ordering: .acquiring)
  }

  /// The largest number of frames that the ring holds.
  public var room: Int {
    @_noAllocation @_noLocks get { capacity }
  }

  /// The number of frames waiting to be read.
  #if compiler(>=6.2)
    @_noAllocation @_noLocks
  #endif
  public func waiting() -> Int {
    state.pointee.written.load(ordering: .acquiring) - read
  }

  /// Returns contiguous frames that are waiting to be read, at most `limit`; they stay valid until ``advance(_:)``.
  public func next(limit: Int) -> (UnsafePointer<Float>, frames: Int) {
    let waiting = state.pointee.written.load(ordering: .acquiring) - read
    let place = read % capacity
    let frames = min(min(waiting, limit), capacity - place)
    return (UnsafePointer(samples + place * channels), frames)
  }

  /// Frees the memory of frames that have been read.
  public mutating func advance(_ frames: Int) {
    read += frames
    state.pointee.read.store(read, ordering: .releasing)
  }

  /// Refuses further frames, as ``SampleRing/refuse()`` does.
  public func refuse() { state.pointee.isRefused.store(true, ordering: .releasing) }

  /// True if all frames have been written and read.
  public var isAtEnd: Bool {
    // The writer stores `isFinished` after the last frames, so `isFinished` must be loaded before the number of frames.
    state.pointee.isFinished.load(ordering: .acquiring)
      && state.pointee.written.load(ordering: .acquiring) == read
  }
}
