import Realtime

/// The level of a channel.
public struct Level: Sendable, Equatable {
  /// The highest magnitude in about the last second, with full scale at 1.
  public var peak: Float
  /// The root mean square over the last 300 ms, with full scale at 1.
  public var rms: Float
  /// The number of samples at full scale so far.
  public var clippedSamples: UInt32

  init(_ reading: MeterReading) {
    peak = reading.peak
    rms = reading.rootMeanSquare
    clippedSamples = reading.clippedSamples
  }
}

/// The levels at one moment.
public struct Levels: Sendable, Equatable {
  /// The levels of left and right, of the one channel of a mono pattern, or of W, Y and X of ambisonics; empty while
  /// nothing is rendered.
  public var stereo: [Level]
  /// The level of every channel of the capture device; empty while the device is not open.
  public var channels: [Level]
  /// Readings that were missed before this one, because they were not read in time.
  public internal(set) var missed = 0
}

/// The state of a session at one moment.
public struct CaptureStatus: Sendable, Equatable {
  /// The possible activities of a session.
  public enum Activity: Sendable, Equatable {
    /// Nothing is being captured.
    case inactive
    /// The session captures the microphones and keeps the pre-roll.
    case active
    /// A take is in progress.
    case recording(RunningTake)
    /// The take has been stopped, and its end is still being written.
    case finishing
    /// Something is wrong, and the session tries again by itself.
    case interrupted(CaptureError)
  }

  /// The present activity of the session.
  public var activity: Activity
  /// The choices of the session.
  public var route: CaptureRoute
  /// The present levels.
  public var levels: Levels
  /// Seconds of pre-roll that a take would have if it started now.
  public var preRollSeconds: Double
  /// Frames that the device has lost since it was opened.
  public var lostFrames: Int
  /// Seconds of takes that still fit into the storage; `nil` if that is not known.
  public var storageSeconds: Double?
  /// The names of the microphones that deliver no signal.
  public var deadMicrophones: [String]
  /// True if the filters for the current choice are ready.
  public var isReady: Bool
  /// The maximum latency from a microphone to a pull in seconds: a period, a block, and the delays of the filters and
  /// the limiter; `nil` while no device is open or the filters are not ready.
  public var latencySeconds: Double?
}
