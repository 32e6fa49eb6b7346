/// Why frames are missing.
public enum GapCause: UInt8, Sendable, Equatable, Codable {
  /// The hardware buffer ran over: nobody took the frames in time.
  case overrun = 1
  /// The ring was full, because the storage did not take what was recorded.
  case storage = 2
  /// The device was suspended.
  case suspend = 3
}

/// Frames that are missing from the ring, at their place on the time line.
public struct Gap: Sendable, Equatable {
  /// Frames stored in the ring before this gap.
  public var ringIndex: Int
  /// Frames of the time line before this gap: stored ones and those of earlier gaps.
  public var timeline: Int
  /// How many frames are missing.
  public var frames: Int
  /// Why.
  public var cause: GapCause
  /// Whether the length was estimated from timestamps instead of read from the hardware pointer.
  public var isEstimated: Bool

  /// A gap from its parts.
  @_noAllocation @_noLocks
  public init(ringIndex: Int, timeline: Int, frames: Int, cause: GapCause, isEstimated: Bool) {
    self.ringIndex = ringIndex
    self.timeline = timeline
    self.frames = frames
    self.cause = cause
    self.isEstimated = isEstimated
  }
}
