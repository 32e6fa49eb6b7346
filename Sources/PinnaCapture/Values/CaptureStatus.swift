import Face
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
  /// The levels of left and right, of the single channel of a mono pattern, or of W, Y and X in ambisonics; empty while
  /// the session renders nothing.
  public var stereo: [Level]
  /// The level of every channel of the capture device; empty while the device is not open.
  public var channels: [Level]
  /// The number of readings missed before this one, because they were not read in time.
  public internal(set) var missed = 0

  init(_ readings: RecorderReadings) {
    (stereo, channels) = (readings.ears.map(Level.init), readings.channels.map(Level.init))
  }
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
    /// The take was stopped, and the session is still writing its end.
    case finishing
    /// There is a fault, and the session tries again automatically.
    case interrupted(CaptureError)
  }

  /// The current activity of the session.
  public var activity: Activity
  /// The choices of the session.
  public var route: CaptureRoute
  /// The current levels.
  public var levels: Levels
  /// The pre-roll of a take that starts now, in seconds.
  public var preRollSeconds: Double
  /// The number of frames that the device has lost since it was opened.
  public var lostFrames: Int
  /// The remaining recording time on the storage in seconds; `nil` if unknown.
  public var storageSeconds: Double?
  /// The names of the microphones without a signal.
  public var deadMicrophones: [String]
  /// True if the filters for the current choice are ready.
  public var isReady: Bool
  /// The maximum latency from a microphone to a pull in seconds: a period, a block, and the delays of the filters and
  /// the limiter; `nil` while no device is open or the filters are not ready.
  public var latencySeconds: Double?
}
