import Synchronization

/// Rendered frames on their way from the render thread to the writer thread: interleaved Float, first in, first out.
///
/// - Thread: this object belongs to the side that sets up the threads; it must outlive both ends. It is Sendable
///   because everything that two threads touch is atomic or ordered by atomics.
public final class SampleRing: @unchecked Sendable {
  /// Samples per frame.
  public let channels: Int
  /// The number of frames that fit.
  public let capacity: Int
  let samples: UnsafeMutablePointer<Float>
  let state: UnsafeMutablePointer<SampleRingState>
  private let memory: Memory

  /// Allocates the ring and touches all of its memory.
  ///
  /// - Precondition: at least one channel and one frame.
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
  /// - Thread: any except the realtime ones.
  public var waiting: Int {
    let read = state.pointee.read.load(ordering: .acquiring)
    return state.pointee.written.load(ordering: .acquiring) - read
  }

  /// Refuses further frames: the writer ends them, and continues as if there were always room.
  ///
  /// - Thread: any.
  public func refuse() { state.pointee.isRefused.store(true, ordering: .releasing) }

  /// Ends the frames on behalf of a writer that will not run.
  public func end() { state.pointee.isFinished.store(true, ordering: .releasing) }

  /// True once the writer has ended the frames.
  ///
  /// - Thread: any.
  public var isFinished: Bool { state.pointee.isFinished.load(ordering: .acquiring) }

  /// The writing end.
  ///
  /// Call once.
  public func makeWriter() -> SampleRingWriter { SampleRingWriter(ring: self) }

  /// The reading end.
  ///
  /// Call once, or again when the previous reader is no longer in use: the new one continues where the old one was.
  public func makeReader() -> SampleRingReader { SampleRingReader(ring: self) }
}

/// The state shared by both ends of a ``SampleRing``.
struct SampleRingState: ~Copyable {
  /// Frames written so far.
  ///
  /// Written by the writer, after the samples.
  let written = Atomic<Int>(0)
  /// Frames read so far.
  ///
  /// Written by the reader, after it used them.
  let read = Atomic<Int>(0)
  /// True if the writer will write no more.
  let isFinished = Atomic<Bool>(false)
  /// True if further frames are not wanted.
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

  /// The number of frames that fit now.
  #if compiler(>=6.2)
    @_noAllocation @_noLocks
  #endif
  public func room() -> Int {
    if state.pointee.isRefused.load(ordering: .acquiring) { return capacity }
    return capacity - (written - state.pointee.read.load(ordering: .acquiring))
  }

  /// Appends frames; if they are refused, drops them and ends.
  ///
  /// - Precondition: ``room()`` was at least `frames`.
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

  /// Ends the frames: none will follow.
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

  /// The largest number of frames in the ring.
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

  /// Contiguous frames waiting to be read, at most `limit`; valid until ``advance(_:)``.
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

  /// True if all frames were written and read.
  public var isAtEnd: Bool {
    // `isFinished` is stored after the last frames: load it first.
    state.pointee.isFinished.load(ordering: .acquiring)
      && state.pointee.written.load(ordering: .acquiring) == read
  }
}
