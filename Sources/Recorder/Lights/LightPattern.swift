/// The pattern of one light in a state: steady, or a cycle that begins when the state begins.
enum LightPattern: Sendable, Equatable {
  /// The light stays dark.
  case off
  /// The light stays lit.
  case on
  /// The light blinks at 1 Hz.
  case slow
  /// The light blinks at 5 Hz.
  case fast
  /// The light flashes twice per second; the first second begins with a dark moment, so that the pattern is visible at
  /// once on a lit light.
  case doubleBlink
  /// The light is lit except for one dark moment per second, before and after which it is lit.
  case darkFlash

  /// The milliseconds from the start of the cycle at which the level changes, the last of which is the cycle's end;
  /// empty for steady patterns.
  fileprivate var changes: [Int] {
    switch self {
    case .off, .on: []
    case .slow: [500, 1000]
    case .fast: [100, 200]
    case .doubleBlink: [300, 400, 500, 600, 1000]
    case .darkFlash: [100, 300, 1000]
    }
  }

  /// Returns the level with which the pattern starts on a light that has shown `level`; a blinking pattern starts with
  /// the other level, so that it is visible at once.
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
  /// The pattern that the light shows.
  let pattern: LightPattern
  /// The time at which the pattern started, in seconds on the control clock.
  let since: Double
  private let startsLit: Bool

  /// Starts a pattern on a light that has shown `level` so far.
  init(_ pattern: LightPattern, since: Double, after level: Bool) {
    self.pattern = pattern
    self.since = since
    startsLit = pattern.start(after: level)
  }

  /// Returns true if the light is lit at a time.
  func isLit(_ time: Double) -> Bool {
    let changes = pattern.changes
    guard let length = changes.last else { return startsLit }
    let place = milliseconds(time) % length
    let changed = changes.prefix { $0 <= place }.count
    return changed.isMultiple(of: 2) ? startsLit : !startsLit
  }

  /// Returns the time after `time` at which the level changes next; `nil` for a steady light.
  func nextChange(after time: Double) -> Double? {
    let now = milliseconds(time)
    guard let length = pattern.changes.last,
      let next = pattern.changes.first(where: { $0 > now % length })
    else { return nil }
    return since + Double(now - now % length + next) / 1000
  }

  /// Returns the whole milliseconds from the start of the pattern to a time.
  ///
  /// A microsecond is added, so that a rounded time from ``nextChange(after:)`` falls after the change, not before it.
  private func milliseconds(_ time: Double) -> Int {
    max(0, Int(((time - since) * 1000 + 0.001).rounded(.down)))
  }
}
