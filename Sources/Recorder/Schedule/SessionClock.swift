import TakeFiles

/// Watches the clock from which a session takes the time of day: its quality, and whether someone has set it.
///
/// - Thread: control.
final class SessionClock {
  /// The quality of the clock when it was last looked at; `nil` if unknown.
  private(set) var quality: ClockQuality?
  private let wallTime: @Sendable (Double) -> WallTime
  private let readQuality: @Sendable () -> ClockQuality?
  private let sleptSeconds: @Sendable () -> Double
  private let trusted: Set<ClockQuality.Source>
  private var nextLook = -Double.infinity
  /// Seconds by which the time of day is ahead of the control clock, and seconds slept; `nil` before the first look.
  private var last: (ahead: Double, slept: Double)?

  /// The smallest change, in seconds, that counts as setting the clock; a smaller correction does not change the date
  /// of a take.
  static let stepSeconds = 1.0
  /// The smallest change, in seconds, with which times of day noted before and after it must not be mixed.
  ///
  /// A clock that is adjusted gradually changes by less between two looks: the kernel by 0.5 ms/s, chrony by up to 83
  /// ms/s.
  static let jumpSeconds = 0.01
  /// Seconds between two looks at the quality of the clock.
  private static let lookSeconds = 5.0

  /// Watches the clock of a machine.
  ///
  /// - Parameter trusted: the doubtful sources of time that may start scheduled takes all the same.
  init(_ machine: Machine, trusted: Set<ClockQuality.Source>) {
    wallTime = machine.wallTime
    readQuality = machine.clockQuality
    sleptSeconds = machine.sleptSeconds
    self.trusted = trusted
  }

  /// True if the clock's source is good enough to start scheduled takes.
  var isTrusted: Bool { quality.map { !$0.isDoubtful || trusted.contains($0.source) } ?? true }

  /// A change of the clock since the last look.
  struct Change {
    /// The seconds by which the clock was set; `nil` if it was not set.
    var step: Double?
    /// True if the time of day jumped relative to the control clock, because the clock was set or the computer slept.
    var isJump = false
  }

  /// Looks at the clock; returns its change since the last look, and any news of it.
  func look(_ now: Double) -> (change: Change, events: [SessionEvent]) {
    let present = (ahead: wallTime(now).epochSeconds - now, slept: sleptSeconds())
    let before = last ?? present
    last = present
    let jump = present.ahead - before.ahead
    let moved = jump - (present.slept - before.slept)
    var change = Change(isJump: abs(jump) >= Self.jumpSeconds)
    if abs(moved) >= Self.stepSeconds { change.step = moved }
    guard change.step != nil || now >= nextLook else { return (change, []) }
    nextLook = now + Self.lookSeconds
    return (change, (change.step.map { [.clockSet(by: $0)] } ?? []) + lookAtQuality())
  }

  /// Looks at the quality of the clock, and returns any news of it.
  func lookAtQuality() -> [SessionEvent] {
    let before = quality
    quality = readQuality()
    guard let quality, quality.source != before?.source,
      quality.isDoubtful || before?.isDoubtful == true
    else { return [] }
    return [.clock(quality)]
  }
}

extension ClockQuality {
  /// A warning that the date may be wrong; `nil` if the source of the time is not doubtful.
  package var warning: String? {
    switch source {
    case .unset: "the clock is not set"
    case .kept:
      "the clock resumed from its time at power-off: dates are behind by the time without power"
    case .unknown: "the source of the clock is unknown: its date may be wrong"
    case .rtc, .ntp, .gps, .pps: nil
    }
  }
}
