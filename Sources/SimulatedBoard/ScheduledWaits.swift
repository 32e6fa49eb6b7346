import Recorder
import TakeFiles

/// The waits of a simulated day between takes that start by themselves, which its time of day leaves out.
struct ScheduledWaits {
  private let schedule: Schedule
  private let start: WallTime
  private let seconds: Double
  /// Seconds of the board before each take: its pre-roll, and time for the last one to be closed.
  private let lead: Double

  /// Seconds between the end of a take and the pre-roll of the next.
  private static let restSeconds = 2.0

  /// The waits of so many seconds of the time of day.
  init(_ schedule: Schedule, from start: WallTime, seconds: Double, lead: Double) {
    self.schedule = schedule
    self.start = start
    self.seconds = seconds
    self.lead = lead + Self.restSeconds
  }

  /// The part that is done, 0 to 1.
  func part(_ skipped: SkippedTime, _ now: Double) -> Double {
    min(1, (now + skipped.seconds) / seconds)
  }

  /// Leaves out the wait for the next take, once nothing is being made; gives true when the time is over.
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

  /// A look once a second is enough, on a whole second of the board.
  private func isDue(_ now: Double) -> Bool {
    abs(now - now.rounded()) < Simulator.tickSeconds / 2
  }
}
