/// The speed of a capture device, measured by the clock of the control thread.
///
/// The recorder learns of frames with a varying delay; the promptest look of every second counts.
struct DeviceSpeed {
  /// The result of a look.
  enum Verdict: Equatable {
    /// It delivers this many more frames per million than its rate states.
    case doubtful(partsPerMillion: Int)
    /// It delivers this percentage of its frames: the rate is another one, or there is no clock at all.
    case wrong(percent: Int)
  }

  /// The reported part, ten times the error of a poor crystal, and the part that counts as wrong.
  private static let (doubtfulPart, wrongPart) = (1000e-6, 0.03)
  /// Consecutive seconds that must agree: a stall and its end do not.
  private static let agreeing = 3
  /// Seconds after which a small difference is measurable, and the delay that may explain it.
  private static let (leastSeconds, lateSeconds) = (10.0, 0.01)

  /// The beginning of a second, and the lag of the frames in seconds at its promptest look.
  private typealias Second = (began: Double, behind: Double)

  private let rate: Double
  private var first: Second?
  private var last: Second?
  private var present: Second?
  /// Consecutive seconds that were too fast; negative if too slow.
  private var wrong = 0
  private var doubtful = 0
  private var isTold = false

  /// A newly started device.
  init(rate: Int) { self.rate = Double(rate) }

  /// Looks at the number of frames so far.
  ///
  /// - Parameter now: seconds on the control clock.
  mutating func look(_ frames: Int, _ now: Double) -> Verdict? {
    // Before the first frames the device has not started.
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
      // A device that has stopped is handled elsewhere.
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
