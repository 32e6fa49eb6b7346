/// A detector of microphones reaching full scale: it notes the first frame of every burst.
///
/// A burst of a channel ends once the channel was below full scale for ``quietSeconds``; so a channel has at most one
/// event a second, however often it clips. A continuing burst counts as an event again after ``repeatSeconds``, so that
/// a take starting inside it has one too.
///
/// - Thread: capture.
public struct ClipDetector: ~Copyable, @unchecked Sendable {
  // Unchecked because of the pointer: its memory is reachable through this one value only.

  private var memory = Memory()
  /// Seconds below full scale after which a further clip is a new event.
  public static let quietSeconds = 1.0
  /// Seconds after which a continuing burst is noted again.
  public static let repeatSeconds = 10.0

  private var log: EventLogWriter
  private let channels: Int
  private let clipLevel: Float
  private let quietFrames: Int
  private let repeatFrames: Int
  /// The frame of the time line at which each channel last reached full scale.
  private let lastClipped: UnsafeMutablePointer<Int>
  /// The frame of the time line of each channel's last event.
  private let lastNoted: UnsafeMutablePointer<Int>

  /// A detector for interleaved channels.
  ///
  /// - Parameters:
  ///   - log: the log of the events, in frames of the time line.
  ///   - rate: frames per second.
  ///   - clipLevel: the magnitude from which a sample counts as clipped, see
  ///     ``RawFormat/clipLevel(significantBits:)``.
  public init(log: EventLog, channels: Int, rate: Double, clipLevel: Float = 1) {
    precondition((1...32).contains(channels) && rate > 0 && clipLevel > 0)
    self.log = log.makeWriter()
    self.channels = channels
    self.clipLevel = clipLevel
    quietFrames = Int(Self.quietSeconds * rate)
    repeatFrames = Int(Self.repeatSeconds * rate)
    // Far enough in the past that the first frame of the time line can be an event.
    lastClipped = memory.make(channels, of: -quietFrames)
    lastNoted = memory.make(channels, of: -repeatFrames)
  }

  /// Examines frames in which the meters found clipped samples.
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
