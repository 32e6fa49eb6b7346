/// Pairs of frame numbers and times of day in a take, one per minute, used to align recorders afterwards.
///
/// The frames are multiples of a step, starting with frame 0 of the take. Each time is when the device captured the
/// frame, in microseconds, estimated from a minute of kernel time stamps; files of earlier versions have milliseconds,
/// late by up to ten. A pause, or setting the clock, shows as a pair that jumps. A take of more than a day has its
/// pairs every two minutes, then every four.
public struct ClockPairs: Sendable, Equatable {
  /// Seconds of frames between two pairs.
  public private(set) var stepSeconds = 60
  /// Microseconds since 1970, UTC, at frame 0.
  public private(set) var start: Int
  /// For each step, how far the clock moved beyond the count of frames, in microseconds.
  private(set) var deviations: [Int] = []
  /// The largest standard error of a pair, in microseconds, not including the error of the clock itself, see
  /// ``ClockQuality``.
  public private(set) var error: Int

  /// The largest number of pairs after the first: a day of them.
  public static let most = 1440

  /// A list with its first pair.
  ///
  /// - Parameters:
  ///   - start: microseconds since 1970, UTC, at frame 0 of the take.
  ///   - error: one standard deviation of the start, in microseconds.
  public init(start: Int, error: Int = 0) { (self.start, self.error) = (start, error) }

  /// The number of pairs.
  public var count: Int { deviations.count + 1 }

  /// The position of the next pair, in seconds of frames.
  public var nextSeconds: Int { count * stepSeconds }

  /// Microseconds of a step.
  private var step: Int { stepSeconds * 1_000_000 }

  /// Microseconds since 1970 at the last pair.
  private var last: Int { start + deviations.reduce(deviations.count * step, +) }

  /// Adds the next pair: the microseconds since 1970 at the frame of ``nextSeconds``, and their standard deviation.
  public mutating func add(_ microseconds: Int, error: Int = 0) {
    deviations.append(microseconds - last - step)
    self.error = max(self.error, error)
    if deviations.count > Self.most { thin() }
  }

  /// Removes every second pair.
  mutating func thin() {
    let even = deviations.count - deviations.count % 2
    // A last pair without a partner is dropped; it comes again.
    deviations = stride(from: 0, to: even, by: 2).map { deviations[$0] + deviations[$0 + 1] }
    stepSeconds *= 2
  }

  /// All pairs: frames of the take, and microseconds since 1970, UTC.
  public func pairs(rate: Int) -> [(frame: Int, microseconds: Int)] {
    var time = start
    var pairs = [(frame: 0, microseconds: start)]
    for (index, deviation) in deviations.enumerated() {
      time += step + deviation
      pairs.append((frame: (index + 1) * stepSeconds * rate, microseconds: time))
    }
    return pairs
  }

  /// True if neither the clock nor the take jumped.
  public var isSteady: Bool { deviations.allSatisfy { abs($0) < 200_000 * stepSeconds / 60 } }

  /// The straight line through all pairs: microseconds since 1970 at frame 0, the drift of the frames against the time
  /// of day in parts per million, positive if faster, and one standard deviation of each; `nil` for fewer than three
  /// pairs, or if the clock or the take jumped.
  public var line: (start: Double, startError: Double, drift: Double, driftError: Double)? {
    guard deviations.count >= 2, isSteady else { return nil }
    // Seconds, and microseconds by which the clock is ahead of the frames.
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

  /// The drift of the frames against the time of day in parts per million, positive if faster; `nil` as for ``line``,
  /// and until it is known within five.
  public var driftParts: Double? { line.flatMap { $0.driftError < 5 ? $0.drift : nil } }

  /// The pairs as files store them: the step in seconds and a "u", the start in microseconds since 1970, the deviations
  /// in microseconds, and their standard deviation: "60u;1795132790123456;0,15,-10;12".
  var text: String {
    "\(stepSeconds)u;\(start);" + deviations.map { "\($0)" }.joined(separator: ",") + ";\(error)"
  }

  /// The error of pairs of earlier versions, in microseconds: the interval of the control thread.
  private static let formerError = 10_000

  /// Reads the form of ``text``, and the form of earlier versions in milliseconds ("60;1795132790123;0,1"); from
  /// truncated text, all complete pairs.
  init?(text: String) {
    let parts = text.split(separator: ";", omittingEmptySubsequences: false)
    let isFine = parts[0].last == "u"
    let unit = isFine ? 1 : 1000
    // Ten thousand years, so that sums fit into 64 bits.
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
