import Glibc
import Realtime

/// The sample rate of a device as measured by the control clock.
package struct ClockEstimate: Sendable, Equatable {
  /// The deviation of the device from its nominal rate, in parts per million; positive if it is
  /// faster.
  package let partsPerMillion: Double
  /// The uncertainty of ``partsPerMillion``, in parts per million, with 95 % confidence.
  package let uncertainty: Double

  /// The number of blocks into which the time is divided; the estimate uses one wake-up from each
  /// block.
  static let blocks = 20
  /// The minimum duration of a capture in seconds.
  private static let leastSeconds = 1.0

  /// Estimates the rate from the wake-ups of a capture.
  ///
  /// A wake-up may come late, but never early. In each block of time, only the wake-up that came earliest for its
  /// number of frames counts. A straight line is fitted to these wake-ups, and their scatter around the line gives the
  /// uncertainty.
  ///
  /// The estimate is `nil` for a device without a clock of its own, and for less than a second of sound. Because the
  /// number of frames lost at a restart is only estimated, the longest run between two restarts is used.
  ///
  /// - Source: the minimum filter comes from NTP (RFC 5905, section 10); 2.1 is Student's t at 95 % for 18 degrees of
  ///   freedom.
  package init?(_ wakeUps: [WakeUp], gaps: [Gap], rate: Double) {
    let run = Self.longestRun(wakeUps.filter(\.hasClock), gaps)
    guard let first = run.first, let last = run.last,
      last.stamp - first.stamp >= Self.leastSeconds
    else { return nil }
    let points = Self.earliest(run, rate: rate)
    guard points.count > 3 else { return nil }
    let (slope, error) = Self.line(points)
    partsPerMillion = slope * 1e6
    uncertainty = error * Self.student * 1e6
  }

  /// The slope of the straight line through points, and its standard error.
  private static func line(_ points: [Point]) -> (slope: Double, error: Double) {
    let count = Double(points.count)
    var mean = Point(time: 0, lead: 0)
    for point in points {
      mean.time += point.time / count
      mean.lead += point.lead / count
    }
    var (spread, product) = (0.0, 0.0)
    for point in points {
      let time = point.time - mean.time
      spread += time * time
      product += time * (point.lead - mean.lead)
    }
    let slope = product / spread
    var residual = 0.0
    for point in points {
      let error = point.lead - mean.lead - slope * (point.time - mean.time)
      residual += error * error
    }
    return (slope, (residual / (count - 2) / spread).squareRoot())
  }

  /// A wake-up as a point: the time in seconds since the start, and the lead of the frames over that time, in seconds.
  private struct Point {
    var time: Double
    var lead: Double
  }

  private static func earliest(_ run: ArraySlice<WakeUp>, rate: Double) -> [Point] {
    guard let first = run.first, let last = run.last else { return [] }
    let (start, origin) = (first.stamp, first.captured)
    let length = (last.stamp - start) / Double(blocks)
    var best = [Point?](repeating: nil, count: blocks)
    for wakeUp in run {
      let time = wakeUp.stamp - start
      let point = Point(time: time, lead: Double(wakeUp.captured - origin) / rate - time)
      let block = min(blocks - 1, Int(time / length))
      if best[block].map({ $0.lead < point.lead }) ?? true { best[block] = point }
    }
    return best.compactMap { $0 }
  }

  /// The longest run of wake-ups between two losses of only estimated length.
  private static func longestRun(_ wakeUps: [WakeUp], _ gaps: [Gap]) -> ArraySlice<WakeUp> {
    let restarts = gaps.filter(\.isEstimated).map(\.timeline)
    var (longest, start) = (wakeUps[0..<0], 0)
    for place in restarts + [.max] {
      let end = wakeUps[start...].firstIndex { $0.captured > place } ?? wakeUps.count
      if end - start > longest.count { longest = wakeUps[start..<end] }
      start = end
    }
    return longest
  }

  private static let student = 2.1
}
