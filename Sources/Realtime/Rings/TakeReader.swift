import Synchronization

/// The next piece of a take.
public enum TakeChunk {
  /// No frames yet: more frames will follow, or the take may be resumed.
  case waiting
  /// Frames in the ring, contiguous in memory, which stay valid until ``TakeReader/advance(_:)``.
  case frames(UnsafePointer<Int32>, count: Int)
  /// Missing frames, to be treated as silence of this length.
  case silence(count: Int)
  /// The take has no more frames.
  case finished
}

/// Reads a take's frames from the raw ring, segment after segment.
///
/// The render thread and the writer of the raw file have one reader each, and both see the same frames.
public struct TakeReader: ~Copyable {
  private var reader: FrameRingReader
  private let segments: UnsafeMutablePointer<TakeSegmentState>
  private let owner: TakeSegments
  private var segment = 0
  private var isReading = true
  /// The number of the take's frames that have been read so far.
  public private(set) var position = 0

  /// Creates a reader that holds the first frame of the take.
  ///
  /// - Thread: control, before the reader is handed to its thread.
  public init(_ reader: consuming FrameRingReader, segments: TakeSegments) {
    owner = segments
    self.segments = segments.state
    self.reader = reader
    _ = self.reader.begin(at: segments.state.pointee.start(0))
  }

  /// Returns the next piece, at most `limit` frames.
  #if compiler(>=6.2)
    @_noAllocation @_noLocks
  #endif
  public mutating func next(limit: Int) -> TakeChunk {
    if !isReading {
      let isFinal = segments.pointee.isFinal.load(ordering: .acquiring)
      guard segment + 1 < segments.pointee.count.load(ordering: .acquiring) else {
        if isFinal {
          reader.end()
          return .finished
        }
        // The take is paused: hold the position from which it may be resumed, so that the frames there are not
        // overwritten before this thread reaches them. Each call releases older frames.
        _ = reader.begin(at: segments.pointee.kept.load(ordering: .acquiring))
        return .waiting
      }
      segment += 1
      isReading = true
      _ = reader.begin(at: segments.pointee.start(segment))
    }
    // Check whether the end is final before reading where it is.
    let isClosed = segments.pointee.closed.load(ordering: .acquiring) > segment
    let end = segments.pointee.end(segment)
    if reader.timeline >= end {
      guard isClosed else { return .waiting }
      isReading = false
      return next(limit: limit)
    }
    switch reader.next(until: end, limit: limit) {
    case .nothing: return .waiting
    case .frames(let raw, let count): return .frames(raw, count: count)
    case .silence(let count, _): return .silence(count: count)
    }
  }

  /// The share of the ring that the capture thread can still fill before this reader holds the thread up.
  #if compiler(>=6.2)
    @_noAllocation @_noLocks
  #endif
  func room() -> Float { reader.room() }

  /// Moves past frames or silence that ``next(limit:)`` returned.
  #if compiler(>=6.2)
    @_noAllocation @_noLocks
  #endif
  public mutating func advance(_ frames: Int) {
    reader.advance(frames)
    position += frames
  }
}
