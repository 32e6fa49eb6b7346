/// A few frames of live sound.
public struct SoundBuffer: Sendable, Equatable {
  /// The samples, with full scale at 1: all channels of the first frame, then all channels of the next one, and so on.
  public var samples: [Float]
  /// The number of samples per frame: 2 for left and right, or one for every channel of the capture device.
  public var channels: Int
  /// Frames per second.
  public var sampleRate: Int
  /// The place of the first frame: the number of frames before it since the sound began, including missed ones.
  public var position: Int
  /// The time at which the device captured the first frame, in seconds of the system's monotonic clock, or of the scene
  /// of a simulated board; `nil` if the device gives no timestamps.
  public var time: Double?
  /// Frames that were missed just before the first one, because they were not read in time.
  public internal(set) var missed = 0

  /// The number of frames in the buffer.
  public var frames: Int { samples.count / max(1, channels) }
}

extension SoundBuffer: Missable {
  var weight: Int { frames + missed }
}

/// Live sound with a queue of limited length.
///
/// A reader that is late misses frames, and the next buffer says how many. The sequence ends when the session is
/// closed. While the device is lost, no buffers arrive.
public struct SoundBuffers: AsyncSequence, Sendable {
  private let stream: AsyncStream<SoundBuffer>

  init(_ stream: AsyncStream<SoundBuffer>) { self.stream = stream }

  /// Starts reading the buffers; only one reader is allowed.
  public func makeAsyncIterator() -> AsyncStream<SoundBuffer>.Iterator {
    stream.makeAsyncIterator()
  }
}

/// The changes of a session; a reader that is late misses some, and the next change says how many.
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
