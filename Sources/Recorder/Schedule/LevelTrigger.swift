import Glibc
import TOML

/// The rules of takes that begin when it becomes loud.
package struct LevelRules: KeyedTable, Equatable {
  /// The sound whose level counts.
  package enum Sound: String, CaseIterable, Sendable, Codable {
    /// The loudest microphone as it is captured, without low cut and gains of the board.
    case microphones
    /// The louder of left and right, as a take would have them; costs as much as the meters of both.
    case stereo
  }

  @Key(
    "level", -100...0, "dBFS", "from which on it is loud", example: "-40.0",
    isRequired: true) package var level = -40.0
  @Key("of", .word(), "the loudest microphone as captured, or left and right") package var sound =
    Sound.microphones
  @Key("attack", 0...60, "s", "for which it is loud before a take begins")
  package var attackSeconds = 0.2
  @Key("hold", 0.1...3600, "s", "for which it is quiet before it ends")
  package var holdSeconds = 5.0
  @Key("longest", .length, "the greatest length of a take") package var longestSeconds = 600.0
  @Key("takes-per-hour", .whole(1...3600), "takes that begin at most") package var takesPerHour = 30

  package init() {}

  /// Rules with the defaults for all but the level.
  package init(level: Double) { self.level = level }
}

/// Decides when takes begin and end by the level of the sound: a pure function of levels and times.
struct LevelTrigger: Sendable, Equatable {
  /// Something to be done.
  enum Action: Sendable, Equatable {
    /// Begin a take.
    case start
    /// End it.
    case end
    /// Begin none, because so many began within the last hour; given once until it is quiet.
    case limit
  }

  let rules: LevelRules
  /// The time since which it is loud without a break.
  private var loudSince: Double?
  /// The time at which it was loud last.
  private var lastLoud = -Double.infinity
  /// True when nothing begins before it was quiet once: after a hand ended a take, or too many.
  private var waitsForQuiet = false
  /// True when a take was refused: it is tried again when it may have become possible, or after it was quiet.
  private var isRefused = false
  /// The times of the last hour at which takes began.
  private var starts: [Double] = []

  init(_ rules: LevelRules) { self.rules = rules }

  /// The action that follows on a level.
  ///
  /// - Parameters:
  ///   - level: the level in dBFS; `nil` while nothing is heard.
  ///   - now: seconds on the control clock.
  ///   - take: the take that is made: `nil` for none, true when it began by the level.
  mutating func hear(_ level: Double?, _ now: Double, take: Bool?) -> Action? {
    if let level, level >= rules.level {
      if loudSince == nil { loudSince = now }
      lastLoud = now
    } else {
      loudSince = nil
      // What is not heard is not quiet.
      if level == nil { lastLoud = now } else { (waitsForQuiet, isRefused) = (false, false) }
    }
    if let isOwn = take {
      guard isOwn, now - lastLoud >= rules.holdSeconds else { return nil }
      return .end
    }
    guard let loudSince, now - loudSince >= rules.attackSeconds, !waitsForQuiet, !isRefused
    else { return nil }
    starts.removeAll { $0 <= now - 3600 }
    guard starts.count < rules.takesPerHour else {
      waitsForQuiet = true
      return .limit
    }
    starts.append(now)
    return .start
  }

  /// Lets nothing begin before it was quiet once.
  mutating func waitForQuiet() { waitsForQuiet = true }

  /// A take that was to begin was refused: it does not count, and none begins before ``retry()`` or quiet.
  mutating func refused() {
    _ = starts.popLast()
    isRefused = true
  }

  /// A take that was refused may be possible now.
  mutating func retry() { isRefused = false }
}

extension Double {
  /// A mean square of samples as a level in dBFS, the same for meters and the trigger: a sine of full scale has 0 dBFS.
  ///
  /// - Source: AES17-2020, 3.12.1: 0 dBFS is the RMS value of a full-scale sine, 3.01 dB below that of a square wave.
  package static func decibels(meanSquare: Double) -> Double {
    10 * log10(max(2 * meanSquare, 1e-20))
  }
}
