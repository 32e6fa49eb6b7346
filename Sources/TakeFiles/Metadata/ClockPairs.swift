/// Pairs of frame numbers and times of day in a take, one for each minute, by which recorders are aligned afterwards.
///
/// The frames are multiples of a step, the first is frame 0 of the take. A time is that at which the device had the
/// frame, by the kernel's time stamps over a minute, in microseconds; files of earlier versions have milliseconds, late
/// by up to ten. A pause, or a clock that is set, shows as a pair that jumps. A take of more than a day has its pairs
/// every two minutes, then every four.
public struct ClockPairs: Sendable, Equatable {
  /// Seconds of frames between two pairs.
  public private(set) var stepSeconds = 60
  /// Microseconds since 1970, UTC, at frame 0.
  public private(set) var start: Int
  /// The microseconds by which the clock moved more than the frames say, for each step.
  private(set) var deviations: [Int] = []
  /// The largest standard error of a pair, in microseconds, without the error of the clock itself, which is in
  /// ``ClockQuality``.
  public private(set) var error: Int

  /// The largest number of pairs after the first: a day of them.
  public static let most = 1440

  /// The first pair.
  ///
  /// - Parameters:
  ///   - start: microseconds since 1970, UTC, at frame 0 of the take.
  ///   - error: one standard deviation of it, in microseconds.
  public init(start: Int, error: Int = 0) { (self.start, self.error) = (start, error) }

  /// The number of pairs.
  public var count: Int { deviations.count + 1 }

  /// The frame of the pair that comes next, in seconds of frames.
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

  /// Leaves out every second pair.
  mutating func thin() {
    let even = deviations.count - deviations.count % 2
    // A last pair without a partner is left out; it comes again.
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

  /// True when neither the clock nor the take made a jump.
  public var isSteady: Bool { deviations.allSatisfy { abs($0) < 200_000 * stepSeconds / 60 } }

  /// The straight line through all pairs: microseconds since 1970 at frame 0, the parts in a million by which the
  /// frames are faster than the time of day, and one standard deviation of each; `nil` for fewer than three pairs, and
  /// when the clock or the take made a jump.
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

  /// The parts in a million by which the frames are faster than the time of day; `nil` as for ``line``, and while they
  /// are not known within five.
  public var driftParts: Double? { line.flatMap { $0.driftError < 5 ? $0.drift : nil } }

  /// The pairs as files store them: the step in seconds and a "u", the start in microseconds since 1970, the deviations
  /// in microseconds, and their standard deviation: "60u;1795132790123456;0,15,-10;12".
  var text: String {
    "\(stepSeconds)u;\(start);" + deviations.map { "\($0)" }.joined(separator: ",") + ";\(error)"
  }

  /// The error of pairs of earlier versions, in microseconds: the control thread's look.
  private static let formerError = 10_000

  /// Reads the form of ``text``, and that of earlier versions in milliseconds ("60;1795132790123;0,1"); of one that was
  /// cut off, as many pairs as are whole.
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
