/// Some frames of live sound.
public struct SoundBuffer: Sendable, Equatable {
  /// The samples, full scale 1: all channels of the first frame, then those of the next one.
  public var samples: [Float]
  /// Samples of a frame: left and right, or all channels of the capture device.
  public var channels: Int
  /// Frames per second.
  public var sampleRate: Int
  /// The place of the first frame, counted from the beginning of the sound, with frames that were left out.
  public var position: Int
  /// The time at which the device had the first frame, in seconds of the system's monotonic clock, or of the scene of a
  /// simulated board; `nil` for a device that tells no times.
  public var time: Double?
  /// Frames that were left out before the first one, because they were not taken in time.
  public internal(set) var missed = 0

  /// The number of frames.
  public var frames: Int { samples.count / max(1, channels) }
}

extension SoundBuffer: Missable {
  var weight: Int { frames + missed }
}

/// Live sound as it comes, with a queue that has a limit.
///
/// One that is not read in time misses frames, and the next buffer says how many. It ends when the session is closed.
/// While the device is away nothing comes.
public struct SoundBuffers: AsyncSequence, Sendable {
  private let stream: AsyncStream<SoundBuffer>

  init(_ stream: AsyncStream<SoundBuffer>) { self.stream = stream }

  /// The buffers, for one reader.
  public func makeAsyncIterator() -> AsyncStream<SoundBuffer>.Iterator {
    stream.makeAsyncIterator()
  }
}

/// The changes of a session as they come; one that is not read in time misses some, and is told how many.
public struct CaptureChanges: AsyncSequence, Sendable {
  private let stream: AsyncStream<CaptureChange>

  init(_ stream: AsyncStream<CaptureChange>) { self.stream = stream }

  /// The changes, for one reader.
  public func makeAsyncIterator() -> AsyncStream<CaptureChange>.Iterator {
    stream.makeAsyncIterator()
  }
}

/// Levels at regular times.
public struct LevelUpdates: AsyncSequence, Sendable {
  private let stream: AsyncStream<Levels>

  init(_ stream: AsyncStream<Levels>) { self.stream = stream }

  /// The levels, for one reader.
  public func makeAsyncIterator() -> AsyncStream<Levels>.Iterator { stream.makeAsyncIterator() }
}
