import Essentials
import Glibc

// Reduces metadata to part of a take, which becomes a separate recording.

extension TakeMetadata {
  /// The time in the take at which a frame lies, as `hh:mm:ss.mmm`.
  package static func place(frame: Int, rate: Int) -> String {
    guard rate > 0 else { return "frame \(frame)" }
    let (seconds, rest) = (frame / rate, frame % rate)
    return [seconds / 3600, seconds / 60 % 60, seconds % 60].map { $0.decimal(digits: 2) }
      .joined(separator: ":") + "." + (rest * 1000 / rate).decimal(digits: 3)
  }

  /// The date, and the frames since midnight, at a frame of the file.
  ///
  /// - Parameter rate: frames per second.
  public func start(at frame: Int, rate: Int) -> (date: CivilDate, timeReference: Int) {
    let rate = max(1, rate)
    return (
      date.later(by: (timeReference % rate + frame) / rate),
      (timeReference + frame) % (86400 * rate)
    )
  }

  /// Reduces the metadata to a range of frames of the file, which becomes a separate recording.
  public mutating func cut(to range: Range<Int>, rate: Int) {
    let first = firstFrame + range.lowerBound
    (date, timeReference) = start(at: range.lowerBound, rate: rate)
    let frames = first..<(first + range.count)
    // The earlier parts of a split take may have been paused, which only their own files say.
    clockPairs = clockPairs?.cut(
      to: frames, rate: rate, resumes: (firstFrame > 0 ? [firstFrame] : []) + markers.resumes)
    preRollFrames = max(0, preRollFrames - first)
    markers = markers.filter { frames.contains($0.frame) }.map { $0.moved(by: -first) }
    gaps = gaps.compactMap { gap in
      let part = frames.clamped(to: gap.frame..<(gap.frame + gap.frames))
      guard !part.isEmpty else { return nil }
      var gap = gap
      (gap.frame, gap.frames) = (part.lowerBound - first, part.count)
      return gap
    }
    (part, parts, firstFrame, statedGaps) = (0, 1, 0, nil)
    // The sound level applies to the whole take, not to part of it.
    soundLevel = nil
  }
}

extension CivilDate {
  /// The date and time that are this many seconds later.
  fileprivate func later(by seconds: Int) -> CivilDate {
    var time = tm()
    (time.tm_year, time.tm_mon, time.tm_mday) = (Int32(year - 1900), Int32(month - 1), Int32(day))
    return CivilDate(epochSeconds: timegm(&time) + secondOfDay + seconds)
  }
}
