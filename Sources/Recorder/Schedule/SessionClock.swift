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
  /// Seconds by which the time of day is ahead of the control clock; `nil` before the first look.
  private var ahead: Double?

  /// The smallest change, in seconds, that counts as setting the clock; a smaller correction does not change the date
  /// of a take.
  static let stepSeconds = 1.0
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

  /// Looks at the clock; returns the seconds by which it was set since the last look, or `nil` if it was not set, and
  /// any news of it.
  func look(_ now: Double) -> (step: Double?, events: [SessionEvent]) {
    let present = wallTime(now).epochSeconds - now - sleptSeconds()
    let moved = present - (ahead ?? present)
    ahead = present
    let step = abs(moved) >= Self.stepSeconds ? moved : nil
    guard step != nil || now >= nextLook else { return (nil, []) }
    nextLook = now + Self.lookSeconds
    return (step, (step.map { [SessionEvent.clockSet(by: $0)] } ?? []) + lookAtQuality())
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
      "the clock resumed from its time at power-off: dates are late by the time without power"
    case .unknown: "the source of the clock is unknown: its date may be wrong"
    case .rtc, .ntp, .gps, .pps: nil
    }
  }
}
