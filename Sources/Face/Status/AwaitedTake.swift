import Drawings
import LinuxBoard
import Recorder

/// The take that an armed recorder waits for, if one is to begin by itself.
struct AwaitedTake {
  /// The level that starts a take, and the start of the next one of the schedule; empty if there is neither.
  private(set) var words = ""
  private var next = -Double.infinity

  /// Seconds between two checks while nothing happens.
  private static let interval = 60.0
  /// Seconds of the schedule to search, which takes a moment.
  private static let horizon = 36 * 3600.0

  /// Checks again after an event, or after a minute.
  mutating func look(_ session: Session, _ isQuiet: Bool, _ now: Double) {
    guard !isQuiet || now >= next else { return }
    next = now + Self.interval
    var parts: [String] = []
    if let trigger = session.configuration.trigger {
      parts.append("a take begins at \(trigger.level.text(digits: 0)) dBFS")
    }
    let time = session.time(now)
    if time.isSet,
      let take = session.scheduled.forecast(
        from: time, count: 1, within: Self.horizon, utcOffset: { WallClock.utcOffset(at: $0) }
      ).first
    {
      parts.append("next take \(take.due.weekday.rawValue) \(take.due.start.timeText)")
    }
    words = parts.joined(separator: "; ")
  }
}
