import Boards
import Realtime

/// Takes started by loud sound, by the decisions of ``LevelTrigger``.
///
/// - Thread: control.
final class SessionTrigger {
  /// Seconds after the start of a device in which no take is triggered: converters start with a click, and meters
  /// include their offset.
  static let settleSeconds = 2.0

  private var trigger: LevelTrigger
  private let microphones: [Int]
  private var wasPossible = true
  /// The reason for the start of the newest take, in words for its files.
  private(set) var words: String?

  /// A trigger; `nil` if sound does not start takes.
  init?(_ configuration: SessionConfiguration) {
    guard let rules = configuration.trigger else { return nil }
    trigger = LevelTrigger(rules)
    microphones = configuration.board.microphones.map(\.channel)
  }

  /// True if the level of left and right counts.
  var hearsStereo: Bool { trigger.rules.sound == .stereo }

  /// Looks at the levels, starts a take when it becomes loud, and ends it when it is quiet.
  ///
  /// - Parameters:
  ///   - readings: levels of the channels of the capture device, or of left and right; empty while unknown.
  ///   - take: the take that is running or about to start: `nil` for none, true if the level started it.
  ///   - isPossible: false while nothing can be recorded; a take refused meanwhile begins afterwards.
  ///   - apply: passes an input to the recorder, and returns its refusal.
  func look(
    _ now: Double, _ readings: [MeterReading], take: Bool?, isPossible: Bool,
    apply: (RecorderInput) -> SessionRefusal?
  ) -> [SessionEvent] {
    if isPossible, !wasPossible { trigger.retry() }
    wasPossible = isPossible
    let heard =
      hearsStereo ? readings : microphones.filter { $0 < readings.count }.map { readings[$0] }
    let level = heard.map { Double.decibels(meanSquare: Double($0.meanSquare)) }.max()
    let floor = trigger.floor
    switch trigger.hear(level, now, take: take) {
    case nil: return []
    case .limit: return [.levelLimited(takesPerHour: trigger.rules.takesPerHour)]
    case .end:
      _ = apply(.quiet)
      return []
    case .start:
      words = trigger.rules.words(level ?? 0, floor: floor)
      guard let refusal = apply(.loud) else { return [.levelReached(level ?? 0)] }
      trigger.refused()
      return [.refused(refusal)]
    }
  }

  /// A person has ended something: nothing begins until it has been quiet.
  func waitForQuiet() { trigger.waitForQuiet() }
}
