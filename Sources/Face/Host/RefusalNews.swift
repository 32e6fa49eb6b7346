/// The log lines about refused orders, whose number is limited because a program in a loop could fill the log.
struct RefusalNews {
  /// The most refusals that are logged in each period of that many seconds.
  static let (most, seconds) = (10, 60.0)

  private var start = -Double.infinity
  private var count = 0

  /// Returns the lines to log for a refusal: its own line, or none after too many refusals.
  ///
  /// In a new period, a line with the number of omitted refusals comes first.
  mutating func lines(_ line: String, at now: Double) -> [String] {
    var lines: [String] = []
    if now >= start + Self.seconds {
      if count > Self.most { lines.append("refused     \(count - Self.most) more orders") }
      (start, count) = (now, 0)
    }
    count += 1
    return count > Self.most ? lines : lines + [line]
  }
}
