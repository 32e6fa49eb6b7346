/// A few frames of live sound.
public struct SoundBuffer: Sendable, Equatable {
  /// The interleaved samples, with full scale at 1: all channels of the first frame, then all channels of the next
  /// frame, and so on.
  public var samples: [Float]
  /// The number of samples per frame: 2 for left and right, or the number of channels of the capture device.
  public var channels: Int
  /// Frames per second.
  public var sampleRate: Int
  /// The position of the first frame: the number of earlier frames since the sound began, including missed frames.
  public var position: Int
  /// The time at which the device captured the first frame, in seconds of the system's monotonic clock, or of the scene
  /// of a simulated board; `nil` if the device gives no timestamps.
  public var time: Double?
  /// The number of frames missed just before the first frame, because they were not read in time.
  public internal(set) var missed = 0

  /// The number of frames in the buffer.
  public var frames: Int { samples.count / max(1, channels) }
}

extension SoundBuffer: Missable {
  var weight: Int { frames + missed }
}

/// Live sound with a queue of limited length.
///
/// A slow reader misses frames, and the next buffer states how many. The sequence ends when the session is closed.
/// While the device is lost, no buffers arrive.
public struct SoundBuffers: AsyncSequence, Sendable {
  private let stream: AsyncStream<SoundBuffer>

  init(_ stream: AsyncStream<SoundBuffer>) { self.stream = stream }

  /// Starts reading the buffers; only one reader is allowed.
  public func makeAsyncIterator() -> AsyncStream<SoundBuffer>.Iterator {
    stream.makeAsyncIterator()
  }
}

/// The changes of a session; a slow reader misses changes, and the next change states how many.
public struct CaptureChanges: AsyncSequence, Sendable {
  private let stream: AsyncStream<CaptureChange>

  init(_ stream: AsyncStream<CaptureChange>) { self.stream = stream }

  /// Starts reading the changes; only one reader is allowed.
  public func makeAsyncIterator() -> AsyncStream<CaptureChange>.Iterator {
    stream.makeAsyncIterator()
  }
}

/// The levels, at regular intervals.
public struct LevelUpdates: AsyncSequence, Sendable {
  private let stream: AsyncStream<Levels>

  init(_ stream: AsyncStream<Levels>) { self.stream = stream }

  /// Starts reading the levels; only one reader is allowed.
  public func makeAsyncIterator() -> AsyncStream<Levels>.Iterator { stream.makeAsyncIterator() }
}
