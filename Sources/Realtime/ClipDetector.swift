/// Detects microphones that reach full scale, and notes the first frame of every burst of clipping.
///
/// A channel's burst ends once the channel has stayed below full scale for ``quietSeconds``, so a channel has at most
/// one event a second, however often it clips. A continuing burst is noted again after ``repeatSeconds``, so that a
/// take that starts during the burst also has an event.
///
/// - Thread: capture.
public struct ClipDetector: ~Copyable, @unchecked Sendable {
  // Sendable is unchecked because of the pointer: its memory can be reached only through this value.

  private var memory = Memory()
  /// The seconds that a channel must stay below full scale before its next clip is a new event.
  public static let quietSeconds = 1.0
  /// The seconds after which a continuing burst is noted again.
  public static let repeatSeconds = 10.0

  private var log: EventLogWriter
  private let channels: Int
  private let clipLevel: Float
  private let quietFrames: Int
  private let repeatFrames: Int
  /// For each channel, the position on the time line at which it last reached full scale.
  private let lastClipped: UnsafeMutablePointer<Int>
  /// For each channel, the position on the time line of its last event.
  private let lastNoted: UnsafeMutablePointer<Int>

  /// Creates a detector for interleaved channels.
  ///
  /// - Parameters:
  ///   - log: the log of the events, in frames of the time line.
  ///   - rate: the sample rate in frames per second.
  ///   - clipLevel: the magnitude from which a sample counts as clipped, see
  ///     ``RawFormat/clipLevel(significantBits:)``.
  public init(log: EventLog, channels: Int, rate: Double, clipLevel: Float = 1) {
    precondition((1...32).contains(channels) && rate > 0 && clipLevel > 0)
    self.log = log.makeWriter()
    self.channels = channels
    self.clipLevel = clipLevel
    quietFrames = Int(Self.quietSeconds * rate)
    repeatFrames = Int(Self.repeatSeconds * rate)
    // This value lies far enough in the past that even the first frame of the time line can be an event.
    lastClipped = memory.make(channels, of: -quietFrames)
    lastNoted = memory.make(channels, of: -repeatFrames)
  }

  /// Examines frames in which the meters have found clipped samples.
  ///
  /// - Parameter place: the position of the first frame on the time line.
  #if compiler(>=6.2)
    @_noAllocation @_noLocks
  #endif
  mutating func look(
    _ raw: UnsafePointer<Int32>, frames: Int, format: RawFormat, at place: Int
  ) {
    var invalid = 0
    for frame in 0..<frames {
      for channel in 0..<channels {
        let value = raw[frame * channels + channel]
        let sample = RawSamples.sample(value, format: format, invalid: &invalid)
        if abs(sample) >= clipLevel { note(channel, at: place + frame) }
      }
    }
  }

  #if compiler(>=6.2)
    @_noAllocation @_noLocks
  #endif
  private mutating func note(_ channel: Int, at frame: Int) {
    if frame - lastClipped[channel] >= quietFrames || frame - lastNoted[channel] >= repeatFrames {
      log.append(frame: frame, channel: channel)
      lastNoted[channel] = frame
    }
    lastClipped[channel] = frame
  }
}
