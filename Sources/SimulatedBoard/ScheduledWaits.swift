import Recorder
import TakeFiles

/// The waits between self-starting takes of a simulated day, which its time of day skips.
struct ScheduledWaits {
  private let schedule: Schedule
  private let start: WallTime
  private let seconds: Double
  /// Seconds of board time before each take: its pre-roll, and time to close the previous one.
  private let lead: Double

  /// Seconds between the end of a take and the pre-roll of the next.
  private static let restSeconds = 2.0

  /// The waits within a number of seconds of the time of day.
  init(_ schedule: Schedule, from start: WallTime, seconds: Double, lead: Double) {
    self.schedule = schedule
    self.start = start
    self.seconds = seconds
    self.lead = lead + Self.restSeconds
  }

  /// The finished part, 0 to 1.
  func part(_ skipped: SkippedTime, _ now: Double) -> Double {
    min(1, (now + skipped.seconds) / seconds)
  }

  /// Skips the wait for the next take, once no take is in progress; returns true when the time is over.
  mutating func advance(to now: Double, _ session: Session, _ skipped: SkippedTime) -> Bool {
    guard session.snapshot(now).state == .armed, isDue(now) else { return false }
    let elapsed = now + skipped.seconds
    guard elapsed < seconds else { return true }
    var time = start
    time.epochSeconds += elapsed
    let offset = start.utcOffsetSeconds
    let next = schedule.forecast(from: time, count: 2) { _ in offset }.first {
      Double($0.due.startSeconds) > time.epochSeconds && !$0.isSkipped
    }
    let end = start.epochSeconds + seconds
    let goal = next.map { min(end, Double($0.due.startSeconds) - lead) } ?? end
    if goal > time.epochSeconds { skipped.skip(goal - time.epochSeconds) }
    return false
  }

  /// Once a second is enough, on a whole second of board time.
  private func isDue(_ now: Double) -> Bool {
    abs(now - now.rounded()) < Simulator.tickSeconds / 2
  }
}
