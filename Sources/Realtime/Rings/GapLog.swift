/// The cause of missing frames.
public enum GapCause: UInt8, Sendable, Equatable, Codable {
  /// The hardware buffer overflowed, because its frames were not read in time.
  case overrun = 1
  /// The ring was full, because the storage did not keep up.
  case storage = 2
  /// The device was suspended.
  case suspend = 3
}

/// Frames missing from the ring, with their position on the time line.
public struct Gap: Sendable, Equatable {
  /// The number of frames stored in the ring before this gap.
  public var ringIndex: Int
  /// The number of frames on the time line before this gap: stored frames and earlier gaps.
  public var timeline: Int
  /// The number of missing frames.
  public var frames: Int
  /// The cause of the loss.
  public var cause: GapCause
  /// True if the length was estimated from time stamps, false if it was read from the hardware pointer.
  public var isEstimated: Bool

  /// Creates a gap from its parts.
  @_noAllocation @_noLocks
  public init(ringIndex: Int, timeline: Int, frames: Int, cause: GapCause, isEstimated: Bool) {
    self.ringIndex = ringIndex
    self.timeline = timeline
    self.frames = frames
    self.cause = cause
    self.isEstimated = isEstimated
  }
}

/// The gaps logged since an earlier call.
public struct GapNews: Sendable, Equatable {
  /// The gaps, in the order of the time line.
  public var gaps: [Gap] = []
  /// The index to pass to the next call.
  public var next = 0
  /// The number of gaps that the log had already dropped before this call; they are older than ``gaps``.
  public var missed = 0
}

extension FrameRing {
  /// Returns the gaps logged since an earlier call.
  ///
  /// - Parameter index: 0, or the `next` of an earlier call.
  /// - Thread: any that is not realtime.
  public func gaps(since index: Int) -> GapNews {
    let logged = state.pointee.gapCount.load(ordering: .acquiring)
    var news = GapNews(next: max(index, logged))
    for number in max(index, logged - RingState.gapCapacity, 0)..<max(index, logged) {
      let gap = gaps[number % RingState.gapCapacity]
      // Leave out an entry that may have been overwritten while it was read.
      let now = state.pointee.gapCount.load(ordering: .acquiring)
      if now - number < RingState.gapCapacity { news.gaps.append(gap) }
    }
    news.missed = news.next - index - news.gaps.count
    return news
  }
}
