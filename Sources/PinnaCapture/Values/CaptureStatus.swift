import Realtime

/// The level of a channel.
public struct Level: Sendable, Equatable {
  /// The highest magnitude of about the last second, full scale 1.
  public var peak: Float
  /// The root mean square of the last 300 ms, full scale 1.
  public var rms: Float
  /// Samples at full scale so far.
  public var clippedSamples: UInt32

  init(_ reading: MeterReading) {
    peak = reading.peak
    rms = reading.rootMeanSquare
    clippedSamples = reading.clippedSamples
  }
}

/// The levels at one moment.
public struct Levels: Sendable, Equatable {
  /// Left and right, the one channel of a mono pattern, or W, Y and X of ambisonics; empty while nothing is rendered.
  public var stereo: [Level]
  /// Every channel of the capture device; none while it is not open.
  public var channels: [Level]
  /// Readings missed before this one, because they were not read in time.
  public internal(set) var missed = 0
}

/// The state of a session at one moment.
public struct CaptureStatus: Sendable, Equatable {
  /// The activity of a session.
  public enum Activity: Sendable, Equatable {
    /// Nothing is captured.
    case inactive
    /// The microphones are captured, and the pre-roll is kept.
    case active
    /// A take is being made.
    case recording(RunningTake)
    /// The end of the last take is being written.
    case finishing
    /// Something is wrong; the session tries again.
    case interrupted(CaptureError)
  }

  /// Its activity.
  public var activity: Activity
  /// Its choices.
  public var route: CaptureRoute
  /// Its levels.
  public var levels: Levels
  /// Seconds of pre-roll that a take would have now.
  public var preRollSeconds: Double
  /// Frames lost by the device since it was opened.
  public var lostFrames: Int
  /// Seconds of takes that fit into the storage; `nil` if unknown.
  public var storageSeconds: Double?
  /// Microphones that deliver no signal.
  public var deadMicrophones: [String]
  /// True if the filters for the current choice are ready.
  public var isReady: Bool
  /// The maximum latency from a microphone to a pull, in seconds: a period, a block, and the delays of filters and
  /// limiter; `nil` while no device is open or the filters are not ready.
  public var latencySeconds: Double?
}
