import Boards
import Realtime

/// Starts and ends takes by the level of the sound, as ``LevelTrigger`` decides.
///
/// - Thread: control.
final class SessionTrigger {
  /// Seconds after the start of a device during which no take is triggered: converters start with a click, and their
  /// offset still affects the meters.
  static let settleSeconds = 2.0

  private var trigger: LevelTrigger
  private let microphones: [Int]
  private var wasPossible = true
  /// The reason for which the latest take was started, in words for its files; `nil` before the first.
  private(set) var words: String?

  /// Creates the trigger of a configuration; `nil` if sound does not start takes.
  init?(_ configuration: SessionConfiguration) {
    guard let rules = configuration.settings.trigger else { return nil }
    trigger = LevelTrigger(rules)
    microphones = configuration.board.microphones.map(\.channel)
  }

  /// True if left and right set off the trigger, not the microphones.
  var hearsStereo: Bool { trigger.rules.sound == .stereo }

  /// Looks at the levels; starts a take when the sound becomes loud, and ends that take when it is quiet.
  ///
  /// - Parameters:
  ///   - readings: the levels of the channels of the capture device, or of left and right; empty while the levels are
  ///     unknown.
  ///   - take: `nil` if no take is running or about to start; otherwise, true if the level started the take.
  ///   - isPossible: false while nothing can be recorded; a take that was refused during that time begins afterwards.
  ///   - apply: passes an input to the recorder, and returns the refusal if there is one.
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

  /// Lets no take begin until it has been quiet, because a person has ended something.
  func waitForQuiet() { trigger.waitForQuiet() }
}
