/// Some frames of live sound.
public struct SoundBuffer: Sendable, Equatable {
  /// The samples, interleaved, full scale 1: all channels of the first frame, then all channels of the next one.
  public var samples: [Float]
  /// Samples per frame: left and right, or all channels of the capture device.
  public var channels: Int
  /// Frames per second.
  public var sampleRate: Int
  /// The position of the first frame, counted from the beginning of the sound, including missed frames.
  public var position: Int
  /// The time at which the device captured the first frame, in seconds of the system's monotonic clock, or of a
  /// simulated board's scene; `nil` for a device without timestamps.
  public var time: Double?
  /// Frames missed before the first one, because they were not read in time.
  public internal(set) var missed = 0

  /// The number of frames.
  public var frames: Int { samples.count / max(1, channels) }
}

extension SoundBuffer: Missable {
  var weight: Int { frames + missed }
}

/// Live sound with a bounded queue.
///
/// A late reader misses frames, and the next buffer says how many. The sequence ends when the session is closed. While
/// the device is lost, no buffers arrive.
public struct SoundBuffers: AsyncSequence, Sendable {
  private let stream: AsyncStream<SoundBuffer>

  init(_ stream: AsyncStream<SoundBuffer>) { self.stream = stream }

  /// The buffers, for one reader.
  public func makeAsyncIterator() -> AsyncStream<SoundBuffer>.Iterator {
    stream.makeAsyncIterator()
  }
}

/// The changes of a session; a late reader misses some, and the next change says how many.
public struct CaptureChanges: AsyncSequence, Sendable {
  private let stream: AsyncStream<CaptureChange>

  init(_ stream: AsyncStream<CaptureChange>) { self.stream = stream }

  /// The changes, for one reader.
  public func makeAsyncIterator() -> AsyncStream<CaptureChange>.Iterator {
    stream.makeAsyncIterator()
  }
}

/// Levels at regular intervals.
public struct LevelUpdates: AsyncSequence, Sendable {
  private let stream: AsyncStream<Levels>

  init(_ stream: AsyncStream<Levels>) { self.stream = stream }

  /// The levels, for one reader.
  public func makeAsyncIterator() -> AsyncStream<Levels>.Iterator { stream.makeAsyncIterator() }
}
