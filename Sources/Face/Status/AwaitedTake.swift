import Drawings
import LinuxBoard
import Recorder

/// The next take that an armed recorder will start by itself, if any.
struct AwaitedTake {
  /// The level that will start a take, and the time at which the schedule starts the next one; empty if there is
  /// neither.
  private(set) var words = ""
  private var next = -Double.infinity

  /// The time in seconds between two checks when nothing happens.
  private static let interval = 60.0
  /// The seconds of the schedule that are searched for the next take; searching takes a moment.
  private static let horizon = 36 * 3600.0

  /// Updates the words after an event, and otherwise once a minute.
  mutating func look(_ session: Session, _ isQuiet: Bool, _ now: Double) {
    guard !isQuiet || now >= next else { return }
    next = now + Self.interval
    var parts: [String] = []
    if let trigger = session.configuration.settings.trigger {
      parts.append("a take begins at \(trigger.level.text(digits: 0)) dBFS")
    }
    let time = session.time(now)
    // The first take of the forecast may be one that should be running but that a person has ended.
    if time.isSet,
      let due = session.scheduled.forecast(
        from: time, count: 3, within: Self.horizon, utcOffset: { WallClock.utcOffset(at: $0) }
      ).map(\.due).first(where: { Double($0.startSeconds) > time.epochSeconds })
    {
      parts.append("next take \(due.weekday.rawValue) \(due.start.timeText)")
      next = min(next, now + Double(due.startSeconds) - time.epochSeconds)
    }
    words = parts.joined(separator: "; ")
  }
}
