/// Pairs of frame numbers and times of day in a take, one for each minute, by which recorders are aligned afterwards.
///
/// The frames are multiples of a step, the first is frame 0 of the take. A time is that of the control thread when it
/// saw the frame in memory: late by the latency of the device, and uncertain by a period and a hundredth of a second.
/// A pause, or a clock that is set, shows as a pair that jumps. A take of more than a day has its pairs every two
/// minutes, then every four.
public struct ClockPairs: Sendable, Equatable {
  /// Seconds of frames between two pairs.
  public private(set) var stepSeconds = 60
  /// Milliseconds since 1970, UTC, at frame 0.
  public private(set) var start: Int
  /// The milliseconds by which the clock moved more than the frames say, for each step.
  private(set) var deviations: [Int] = []

  /// The largest number of pairs after the first: a day of them.
  public static let most = 1440

  /// The first pair.
  ///
  /// - Parameter start: milliseconds since 1970, UTC, at frame 0 of the take.
  public init(start: Int) { self.start = start }

  /// The number of pairs.
  public var count: Int { deviations.count + 1 }

  /// The frame of the pair that comes next, in seconds of frames.
  public var nextSeconds: Int { count * stepSeconds }

  /// Milliseconds since 1970 at the last pair.
  private var last: Int { start + deviations.reduce(deviations.count * stepSeconds * 1000, +) }

  /// Adds the next pair: the milliseconds since 1970 at the frame of ``nextSeconds``.
  public mutating func add(_ milliseconds: Int) {
    deviations.append(milliseconds - last - stepSeconds * 1000)
    if deviations.count > Self.most { thin() }
  }

  /// Leaves out every second pair.
  mutating func thin() {
    let even = deviations.count - deviations.count % 2
    // A last pair without a partner is left out; it comes again.
    deviations = stride(from: 0, to: even, by: 2).map { deviations[$0] + deviations[$0 + 1] }
    stepSeconds *= 2
  }

  /// All pairs: frames of the take, and milliseconds since 1970, UTC.
  public func pairs(rate: Int) -> [(frame: Int, milliseconds: Int)] {
    var time = start
    var pairs = [(frame: 0, milliseconds: start)]
    for (index, deviation) in deviations.enumerated() {
      time += stepSeconds * 1000 + deviation
      pairs.append((frame: (index + 1) * stepSeconds * rate, milliseconds: time))
    }
    return pairs
  }

  /// The parts in a million by which the frames are faster than the time of day, from the first pair to the last; `nil`
  /// within the first ten minutes, and when the clock or the take made a jump.
  public var driftParts: Double? {
    let seconds = deviations.count * stepSeconds
    guard seconds >= 600, deviations.allSatisfy({ abs($0) < 200 * stepSeconds / 60 }) else {
      return nil
    }
    return -Double(deviations.reduce(0, +)) * 1000 / Double(seconds)
  }

  /// The pairs as files store them: the step in seconds, the start in milliseconds since 1970, and the deviations in
  /// milliseconds: "60;1795132790123;0,1,-1".
  var text: String {
    "\(stepSeconds);\(start);" + deviations.map { "\($0)" }.joined(separator: ",")
  }

  /// Reads the form of ``text``; of one that was cut off, as many pairs as are whole.
  init?(text: String) {
    let parts = text.split(separator: ";", omittingEmptySubsequences: false)
    // Ten thousand years, so that sums fit into 64 bits.
    let bound = 1 << 48
    guard parts.count == 3, let step = Int(parts[0]), (60...(1 << 30)).contains(step),
      let start = Int(parts[1]), abs(start) < bound
    else { return nil }
    stepSeconds = step
    self.start = start
    for part in parts[2].split(separator: ",").prefix(Self.most) {
      guard let deviation = Int(part), abs(deviation) < bound else { break }
      deviations.append(deviation)
    }
  }
}
