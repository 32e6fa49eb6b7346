/// The times of day at certain frames of a take, one pair per minute; with them, recorders can be aligned afterwards.
///
/// The frames are multiples of a step, starting with frame 0 of the take. The time in a pair is that at which the
/// device captured the frame, in microseconds, estimated from the kernel's time stamps over a minute; files of earlier
/// versions have milliseconds instead, which are up to ten too late. If the take is paused or the clock is set, the
/// time jumps between two pairs. A take of more than a day has a pair only every two minutes, later every four.
public struct ClockPairs: Sendable, Equatable {
  /// The number of seconds between the frames of two neighbouring pairs.
  public private(set) var stepSeconds = 60
  /// The time at frame 0, in microseconds since 1970, UTC.
  public private(set) var start: Int
  /// For each step, how many microseconds more passed on the clock than the frames account for.
  private(set) var deviations: [Int] = []
  /// The largest standard error of a pair, in microseconds; the error of the recorder's clock itself is not part of it,
  /// see ``ClockQuality``.
  public private(set) var error: Int

  /// The largest number of pairs after the first: enough for a day.
  public static let most = 1440

  /// A list with its first pair.
  ///
  /// - Parameters:
  ///   - start: the time at frame 0 of the take, in microseconds since 1970, UTC.
  ///   - error: one standard deviation of this time, in microseconds.
  public init(start: Int, error: Int = 0) { (self.start, self.error) = (start, error) }

  /// The number of pairs.
  public var count: Int { deviations.count + 1 }

  /// The position in the take of the next pair, in seconds counted by its frames.
  public var nextSeconds: Int { count * stepSeconds }

  /// The length of a step in microseconds.
  private var step: Int { stepSeconds * 1_000_000 }

  /// The time in the last pair, in microseconds since 1970.
  private var last: Int { start + deviations.reduce(deviations.count * step, +) }

  /// Adds the next pair: the time at the frame of ``nextSeconds``, in microseconds since 1970, and its standard
  /// deviation.
  public mutating func add(_ microseconds: Int, error: Int = 0) {
    deviations.append(microseconds - last - step)
    self.error = max(self.error, error)
    if deviations.count > Self.most { thin() }
  }

  /// Removes every second pair.
  mutating func thin() {
    let even = deviations.count - deviations.count % 2
    // A last pair without a partner is dropped; a pair for the same frame will be added again.
    deviations = stride(from: 0, to: even, by: 2).map { deviations[$0] + deviations[$0 + 1] }
    stepSeconds *= 2
  }

  /// All pairs: a frame of the take, and the time at this frame in microseconds since 1970, UTC.
  public func pairs(rate: Int) -> [(frame: Int, microseconds: Int)] {
    var time = start
    var pairs = [(frame: 0, microseconds: start)]
    for (index, deviation) in deviations.enumerated() {
      time += step + deviation
      pairs.append((frame: (index + 1) * stepSeconds * rate, microseconds: time))
    }
    return pairs
  }

  /// True if the clock was not set, and the take was not paused, between any two pairs.
  public var isSteady: Bool { deviations.allSatisfy(isSteady) }

  private func isSteady(_ deviation: Int) -> Bool { abs(deviation) < 200_000 * stepSeconds / 60 }

  /// The time at a frame in microseconds since 1970, with one standard deviation; `nil` if it is not known, because the
  /// take was paused or the clock was set between this frame and the pairs.
  ///
  /// Between two pairs, the time lies on the straight line through them. Before the first and after the last pair of a
  /// stretch without pauses, it lies on the same line as at the nearest two, or counts frames if there is only one.
  ///
  /// - Parameter resumes: the frames at which the take was resumed or another take was joined to it, in order.
  func time(
    at frame: Int, rate: Int, resumes: [Int]
  ) -> (microseconds: Int, error: Int, isBetweenPairs: Bool)? {
    let stretch = (resumes.last { $0 <= frame } ?? .min)..<(resumes.first { $0 > frame } ?? .max)
    let known = pairs(rate: rate).filter { stretch.contains($0.frame) }
    let next = known.firstIndex { $0.frame >= frame } ?? known.count
    if next < known.count, known[next].frame == frame {
      return (known[next].microseconds, error, true)
    }
    let isBetween = next > 0 && next < known.count
    guard rate > 0, let near = known.indices.contains(next) ? known[next] : known.last else {
      return nil
    }
    var (slope, slopeError) = (1e6 / Double(rate), TakeTimeLine.unknownDrift / Double(rate))
    let first = min(max(0, next - 1), known.count - 2)
    if first >= 0 {
      let (a, b) = (known[first], known[first + 1])
      let passed = b.microseconds - a.microseconds
      if isSteady(passed - step) {
        slope = Double(passed) / Double(b.frame - a.frame)
        slopeError = 2 * Double(error) / Double(b.frame - a.frame)
      } else if isBetween {
        return nil
      }
    }
    let distance = Double(frame - near.frame)
    guard let passed = Int(exactly: (distance * slope).rounded()), abs(passed) < 1 << 60 else {
      return nil
    }
    let more = isBetween ? 0 : Int(min(1e12, abs(distance) * slopeError).rounded(.up))
    return (near.microseconds + passed, error + more, isBetween)
  }

  /// The pairs of a part of the take, which becomes a separate recording.
  ///
  /// They end before the first frame whose time would have to be guessed; `nil` if that is the first frame of the part.
  ///
  /// - Parameter resumes: as for ``time(at:rate:resumes:)``.
  func cut(to range: Range<Int>, rate: Int, resumes: [Int]) -> ClockPairs? {
    guard let first = time(at: range.lowerBound, rate: rate, resumes: resumes) else { return nil }
    var part = ClockPairs(start: first.microseconds, error: first.error)
    while case let frame = range.lowerBound + part.nextSeconds * rate, frame < range.upperBound,
      let next = time(at: frame, rate: rate, resumes: resumes), next.isBetweenPairs
    {
      part.add(next.microseconds, error: next.error)
    }
    return part
  }

  /// The straight line that fits all pairs best: the time at frame 0 in microseconds since 1970, the drift of the
  /// frames against the time of day in parts per million (positive if the frames are faster), and one standard
  /// deviation of each; `nil` if there are fewer than three pairs, or if the time jumps.
  public var line: (start: Double, startError: Double, drift: Double, driftError: Double)? {
    guard deviations.count >= 2, isSteady else { return nil }
    // For each pair, the seconds of its frame, and the microseconds by which the clock is ahead of the frames.
    let times = [0] + deviations.indices.map { Double(($0 + 1) * stepSeconds) }
    var ahead = [0.0]
    for deviation in deviations { ahead.append(ahead[ahead.count - 1] + Double(deviation)) }
    let count = Double(times.count)
    let (centre, level) = (times.reduce(0, +) / count, ahead.reduce(0, +) / count)
    let spread = times.reduce(0) { $0 + ($1 - centre) * ($1 - centre) }
    let slope = zip(times, ahead).reduce(0) { $0 + ($1.0 - centre) * ($1.1 - level) } / spread
    let rests = zip(times, ahead).map { $1 - level - slope * ($0 - centre) }
    let scatter = (rests.reduce(0) { $0 + $1 * $1 } / max(1, count - 2)).squareRoot()
    let deviation = max(scatter, Double(error), 1)
    return (
      Double(start) + level - slope * centre,
      deviation * (1 / count + centre * centre / spread).squareRoot(), -slope,
      deviation / spread.squareRoot()
    )
  }

  /// The drift of the frames against the time of day in parts per million, positive if the frames are faster; `nil` if
  /// there is no ``line``, or while the standard deviation of the drift is five or more.
  public var driftParts: Double? { line.flatMap { $0.driftError < 5 ? $0.drift : nil } }

  /// The pairs in the form in which files store them: the step in seconds with a "u" after it, the start in
  /// microseconds since 1970, the deviations in microseconds, and the standard error:
  /// "60u;1795132790123456;0,15,-10;12".
  var text: String {
    "\(stepSeconds)u;\(start);" + deviations.map { "\($0)" }.joined(separator: ",") + ";\(error)"
  }

  /// The error of the pairs in files of earlier versions, in microseconds: the interval of the control thread.
  private static let formerError = 10_000

  /// Parses a text in the form of ``text``, or in the form of earlier versions, with milliseconds
  /// ("60;1795132790123;0,1"); if the text was cut off, reads all pairs that are complete.
  init?(text: String) {
    let parts = text.split(separator: ";", omittingEmptySubsequences: false)
    let isFine = parts[0].last == "u"
    let unit = isFine ? 1 : 1000
    // Accept times up to about ten thousand years, so that sums of them fit into 64 bits.
    let bound = (1 << 58) / unit
    guard parts.count == 3 || isFine && parts.count == 4,
      let step = Int(isFine ? parts[0].dropLast() : parts[0]), (60...(1 << 30)).contains(step),
      let start = Int(parts[1]), abs(start) < bound
    else { return nil }
    stepSeconds = step
    self.start = start * unit
    error =
      isFine
      ? (parts.count == 4 ? Int(parts[3]).map { min(max(0, $0), 1 << 40) } : nil) ?? 0
      : Self.formerError
    for part in parts[2].split(separator: ",").prefix(Self.most) {
      guard let deviation = Int(part), abs(deviation) < bound / 4096 else { break }
      deviations.append(deviation * unit)
    }
  }
}
