import Synchronization

/// Rendered frames on their way from the render thread to the writer thread: interleaved Float, first in, first out.
///
/// - Thread: this object belongs to the side that sets up the threads; it must outlive both ends. It is Sendable
///   because all that two threads touch is atomic or ordered by it.
public final class SampleRing: @unchecked Sendable {
  /// Samples per frame.
  public let channels: Int
  /// Frames that fit.
  public let capacity: Int
  let samples: UnsafeMutablePointer<Float>
  let state: UnsafeMutablePointer<SampleRingState>

  /// Allocates the ring and touches all of its memory.
  ///
  /// - Precondition: at least one channel and one frame.
  public init(channels: Int, capacity: Int) {
    precondition(channels > 0 && capacity > 0)
    self.channels = channels
    self.capacity = capacity
    samples = .allocate(capacity: channels * capacity)
    samples.initialize(repeating: 0, count: channels * capacity)
    state = .allocate(capacity: 1)
    state.initialize(to: SampleRingState())
  }

  deinit {
    samples.deallocate()
    state.deinitialize(count: 1)
    state.deallocate()
  }

  /// Frames that wait to be read.
  ///
  /// - Thread: any but the realtime ones.
  public var waiting: Int {
    let read = state.pointee.read.load(ordering: .acquiring)
    return state.pointee.written.load(ordering: .acquiring) - read
  }

  /// Takes no more frames: the writer ends them, and goes on as if there were room for ever.
  ///
  /// - Thread: any.
  public func refuse() { state.pointee.isRefused.store(true, ordering: .releasing) }

  /// Ends the frames in the place of a writer that will not run.
  public func end() { state.pointee.isFinished.store(true, ordering: .releasing) }

  /// True when the writer ended the frames.
  ///
  /// - Thread: any.
  public var isFinished: Bool { state.pointee.isFinished.load(ordering: .acquiring) }

  /// The writing end.
  ///
  /// Call once.
  public func makeWriter() -> SampleRingWriter { SampleRingWriter(ring: self) }

  /// The reading end.
  ///
  /// Call once, or again when the reader before it is used no more: it goes on where that one was.
  public func makeReader() -> SampleRingReader { SampleRingReader(ring: self) }
}

/// The state that the two ends of a ``SampleRing`` share.
struct SampleRingState: ~Copyable {
  /// Frames written so far.
  ///
  /// Written by the writer, after the samples.
  let written = Atomic<Int>(0)
  /// Frames read so far.
  ///
  /// Written by the reader, after it used them.
  let read = Atomic<Int>(0)
  /// True when the writer will write no more.
  let isFinished = Atomic<Bool>(false)
  /// True when nobody wants what is written from now on.
  let isRefused = Atomic<Bool>(false)
}

/// The end of a ``SampleRing`` that the render thread writes.
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

  /// Appends frames; leaves them out, and ends, when they are refused.
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

/// The end of a ``SampleRing`` that the writer thread reads.
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

  /// Frames that the ring holds at most.
  public var room: Int {
    @_noAllocation @_noLocks get { capacity }
  }

  /// The number of frames that wait to be read.
  #if compiler(>=6.2)
    @_noAllocation @_noLocks
  #endif
  public func waiting() -> Int {
    state.pointee.written.load(ordering: .acquiring) - read
  }

  /// Contiguous frames that wait to be read, at most `limit`; valid until ``advance(_:)``.
  public func next(limit: Int) -> (UnsafePointer<Float>, frames: Int) {
    let waiting = state.pointee.written.load(ordering: .acquiring) - read
    let place = read % capacity
    let frames = min(min(waiting, limit), capacity - place)
    return (UnsafePointer(samples + place * channels), frames)
  }

  /// Gives back the memory of frames that were read.
  public mutating func advance(_ frames: Int) {
    read += frames
    state.pointee.read.store(read, ordering: .releasing)
  }

  /// True when all frames were written and read.
  public var isAtEnd: Bool {
    // Finished is stored after the last frames: look at it first.
    state.pointee.isFinished.load(ordering: .acquiring)
      && state.pointee.written.load(ordering: .acquiring) == read
  }
}
