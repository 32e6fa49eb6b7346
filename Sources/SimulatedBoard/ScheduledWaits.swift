import Recorder
import TakeFiles

/// The waits between scheduled takes on a simulated day; the time of day jumps over them.
struct ScheduledWaits {
  private let schedule: Schedule
  private let start: WallTime
  private let seconds: Double
  /// The board time, in seconds, that is not skipped before each take: time for the pre-roll and for closing the
  /// previous take.
  private let lead: Double

  /// The interval, in seconds, between the end of a take and the pre-roll of the next take.
  private static let restSeconds = 2.0

  /// The waits on a day of `seconds`, which begins at `start`.
  init(_ schedule: Schedule, from start: WallTime, seconds: Double, lead: Double) {
    self.schedule = schedule
    self.start = start
    self.seconds = seconds
    self.lead = lead + Self.restSeconds
  }

  /// The part of the day that has passed, 0 to 1.
  func part(_ skipped: SkippedTime, _ now: Double) -> Double {
    min(1, (now + skipped.seconds) / seconds)
  }

  /// If no take is in progress, skips the wait for the next one; returns true when the day is over.
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

  /// True on every whole second of board time: one check per second is enough.
  private func isDue(_ now: Double) -> Bool {
    abs(now - now.rounded()) < Simulator.tickSeconds / 2
  }
}
