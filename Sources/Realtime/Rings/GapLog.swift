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

/// What came to the log of gaps since an earlier look.
public struct GapNews: Sendable, Equatable {
  /// The gaps, in the order of the time line.
  public var gaps: [Gap] = []
  /// Where the next look continues.
  public var next = 0
  /// Gaps that the log dropped before anybody looked, older than ``gaps``.
  public var missed = 0
}

extension FrameRing {
  /// The gaps that came since an earlier look.
  ///
  /// - Parameter index: 0, or what an earlier look gave as `next`.
  /// - Thread: any but the realtime ones.
  public func gaps(since index: Int) -> GapNews {
    let logged = state.pointee.gapCount.load(ordering: .acquiring)
    var news = GapNews(next: max(index, logged))
    for number in max(index, logged - RingState.gapCapacity, 0)..<max(index, logged) {
      let gap = gaps[number % RingState.gapCapacity]
      // An entry that was overwritten while it was read is none of ours.
      let now = state.pointee.gapCount.load(ordering: .acquiring)
      if now - number < RingState.gapCapacity { news.gaps.append(gap) }
    }
    news.missed = news.next - index - news.gaps.count
    return news
  }
}
