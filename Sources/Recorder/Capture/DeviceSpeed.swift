/// Measures the speed of a capture device against the clock of the control thread.
///
/// The recorder learns of new frames with a varying delay, so only the look with the shortest delay in every second
/// counts.
struct DeviceSpeed {
  /// The result of a look at the number of frames.
  enum Verdict: Equatable {
    /// The device delivers this many more frames per million than its rate states; fewer if negative.
    case doubtful(partsPerMillion: Int)
    /// The device delivers this percentage of the frames that it should: it runs at another rate, or has no clock at
    /// all.
    case wrong(percent: Int)
  }

  /// The relative error from which the speed is reported as doubtful, which is ten times the error of a poor crystal,
  /// and the error from which it counts as wrong.
  private static let (doubtfulPart, wrongPart) = (1000e-6, 0.03)
  /// The number of consecutive seconds that must agree; the two seconds in which a stall begins and ends do not agree.
  private static let agreeing = 3
  /// Seconds after which a small error can be measured, and the delay in seconds that could explain it instead.
  private static let (leastSeconds, lateSeconds) = (10.0, 0.01)

  /// The beginning of a second, and the smallest lag of the frames, in seconds, that a look within that second found.
  private typealias Second = (began: Double, behind: Double)

  private let rate: Double
  private var first: Second?
  private var last: Second?
  private var present: Second?
  /// The number of consecutive seconds in which the device was too fast; negative if it was too slow.
  private var wrong = 0
  private var doubtful = 0
  private var isTold = false

  /// Creates the measurement for a newly started device.
  init(rate: Int) { self.rate = Double(rate) }

  /// Looks at the number of frames so far; returns a verdict if the speed is doubtful or wrong.
  ///
  /// - Parameter now: seconds on the control clock.
  mutating func look(_ frames: Int, _ now: Double) -> Verdict? {
    // Until the first frames arrive, the device has not started.
    guard frames > 0 else { return nil }
    let behind = now - Double(frames) / rate
    guard let second = present, now - second.began >= 1 else {
      present = (present?.began ?? now, min(behind, present?.behind ?? behind))
      return nil
    }
    defer { (last, present) = (second, (now, behind)) }
    guard let last else { return nil }
    let part = (last.behind - second.behind) / (second.began - last.began)
    guard abs(part) <= Self.wrongPart else {
      (first, doubtful) = (nil, 0)
      // Other code handles a device that has stopped.
      let direction = part < -0.95 ? 0 : part > 0 ? 1 : -1
      wrong = direction * wrong > 0 ? wrong + direction : direction
      guard abs(wrong) == Self.agreeing else { return nil }
      return .wrong(percent: Int((100 * (1 + part)).rounded()))
    }
    wrong = 0
    guard let first else {
      first = second
      return nil
    }
    return isTold ? nil : doubt(second.began - first.began, first.behind - second.behind)
  }

  private mutating func doubt(_ seconds: Double, _ ahead: Double) -> Verdict? {
    let least = Self.doubtfulPart * seconds + Self.lateSeconds
    doubtful = seconds >= Self.leastSeconds && abs(ahead) > least ? doubtful + 1 : 0
    guard doubtful == Self.agreeing else { return nil }
    isTold = true
    return .doubtful(partsPerMillion: Int((ahead / seconds * 1e6).rounded()))
  }
}
