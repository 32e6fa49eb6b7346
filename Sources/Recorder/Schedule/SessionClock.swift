import TakeFiles

/// The time of day as a session uses it: its source, and whether it was set meanwhile.
///
/// - Thread: control.
final class SessionClock {
  /// The quality of the clock at the last look; `nil` if unknown.
  private(set) var quality: ClockQuality?
  private let wallTime: @Sendable (Double) -> WallTime
  private let readQuality: @Sendable () -> ClockQuality?
  private let sleptSeconds: @Sendable () -> Double
  private let trusted: Set<ClockQuality.Source>
  private var nextLook = -Double.infinity
  /// Seconds by which the time of day is ahead of the control clock.
  private var ahead: Double?

  /// Seconds from which a change counts as setting the clock; a smaller correction changes no date.
  static let stepSeconds = 1.0
  /// Seconds between two looks at the quality.
  private static let lookSeconds = 5.0

  /// The clock of a machine.
  ///
  /// - Parameter trusted: doubtful sources that may start scheduled takes all the same.
  init(_ machine: Machine, trusted: Set<ClockQuality.Source>) {
    wallTime = machine.wallTime
    readQuality = machine.clockQuality
    sleptSeconds = machine.sleptSeconds
    self.trusted = trusted
  }

  /// True if this clock may start scheduled takes.
  var isTrusted: Bool { quality.map { !$0.isDoubtful || trusted.contains($0.source) } ?? true }

  /// Looks at the clock: the seconds by which it was set since the last look, if it was, and its news.
  func look(_ now: Double) -> (step: Double?, events: [SessionEvent]) {
    let present = wallTime(now).epochSeconds - now - sleptSeconds()
    let moved = present - (ahead ?? present)
    ahead = present
    let step = abs(moved) >= Self.stepSeconds ? moved : nil
    guard step != nil || now >= nextLook else { return (nil, []) }
    nextLook = now + Self.lookSeconds
    return (step, (step.map { [SessionEvent.clockSet(by: $0)] } ?? []) + lookAtQuality())
  }

  /// Looks at the quality and returns its news.
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
  /// The warning for a clock whose date may be wrong; `nil` for others.
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
