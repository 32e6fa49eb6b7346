/// The pattern of one light in a state: steady, or a cycle that starts with the state.
enum LightPattern: Sendable, Equatable {
  /// Steady dark.
  case off
  /// Steady lit.
  case on
  /// 1 Hz.
  case slow
  /// 5 Hz.
  case fast
  /// Two flashes per second, after a dark moment that shows it at once on a lit light.
  case doubleBlink
  /// Lit except for one dark moment per second, lit before and after it.
  case darkFlash

  /// The milliseconds of the cycle at which the level changes, the last being its end; none for steady patterns.
  fileprivate var changes: [Int] {
    switch self {
    case .off, .on: []
    case .slow: [500, 1000]
    case .fast: [100, 200]
    case .doubleBlink: [300, 400, 500, 600, 1000]
    case .darkFlash: [100, 300, 1000]
    }
  }

  /// The level at which the cycle starts on a light that shows `level`: a blink shows at once.
  fileprivate func start(after level: Bool) -> Bool {
    switch self {
    case .off, .doubleBlink: false
    case .on, .darkFlash: true
    case .slow, .fast: !level
    }
  }
}

/// A pattern that a light shows, and its start.
struct ShownPattern: Sendable, Equatable {
  /// The pattern.
  let pattern: LightPattern
  /// The start time, in seconds on the control clock.
  let since: Double
  private let startsLit: Bool

  /// A pattern on a light that showed `level` before.
  init(_ pattern: LightPattern, since: Double, after level: Bool) {
    self.pattern = pattern
    self.since = since
    startsLit = pattern.start(after: level)
  }

  /// True while the light is lit.
  func isLit(_ time: Double) -> Bool {
    let changes = pattern.changes
    guard let length = changes.last else { return startsLit }
    let place = milliseconds(time) % length
    let changed = changes.prefix { $0 <= place }.count
    return changed.isMultiple(of: 2) ? startsLit : !startsLit
  }

  /// The time at which the level changes next, later than `time`; `nil` for a steady light.
  func nextChange(after time: Double) -> Double? {
    let now = milliseconds(time)
    guard let length = pattern.changes.last,
      let next = pattern.changes.first(where: { $0 > now % length })
    else { return nil }
    return since + Double(now - now % length + next) / 1000
  }

  /// Whole milliseconds since the beginning.
  ///
  /// Adds a microsecond so that a rounded time from ``nextChange(after:)`` falls after the change, not before it.
  private func milliseconds(_ time: Double) -> Int {
    max(0, Int(((time - since) * 1000 + 0.001).rounded(.down)))
  }
}
