import Boards
import Realtime

/// Takes that begin when it becomes loud, by the decisions of ``LevelTrigger``.
///
/// - Thread: control.
final class TriggerDesk {
  private var trigger: LevelTrigger
  private let microphones: [Int]
  /// The identity of the take of the last look.
  private var last: String?
  /// True when a take ended since the last look by its length or by the trigger.
  private var hasEnded = false

  /// A desk; `nil` where takes do not begin by themselves.
  init?(_ configuration: SessionConfiguration) {
    guard let rules = configuration.trigger else { return nil }
    trigger = LevelTrigger(rules)
    microphones = configuration.board.microphones.map(\.channel)
  }

  /// Looks at the levels, and starts a take when it becomes loud, or ends it when it is quiet.
  ///
  /// - Parameters:
  ///   - capture: levels of the channels of the capture device.
  ///   - ears: levels of left and right; none while they are not rendered.
  ///   - apply: tells the recorder, and gives its refusal.
  func look(
    _ now: Double, capture: [MeterReading], ears: [MeterReading], running: RunningTake?,
    apply: (RecorderInput) -> SessionRefusal?
  ) -> [SessionEvent] {
    // A take that a hand or a fault ended is not followed by the next at once.
    if let last, running?.uid != last, !hasEnded { trigger.waitForQuiet() }
    hasEnded = false
    last = running?.uid
    let heard =
      trigger.rules.sound == .stereo
      ? ears : microphones.filter { $0 < capture.count }.map { capture[$0] }
    let level = heard.map { Double.decibels(meanSquare: Double($0.meanSquare)) }.max()
    switch trigger.hear(level, now, take: running.map(\.isTriggered)) {
    case nil: return []
    case .limit: return [.levelLimited(takesPerHour: trigger.rules.takesPerHour)]
    case .end:
      hasEnded = true
      _ = apply(.quiet)
      return []
    case .start:
      guard let refusal = apply(.loud) else { return [.levelReached(level ?? 0)] }
      trigger.refused()
      return [.refused(refusal)]
    }
  }

  /// Its own take reached its greatest length: another one may follow at once.
  func lengthReached() { hasEnded = true }
}
