import Glibc
import TOML

/// The rules for takes that loud sound starts.
package struct LevelRules: KeyedTable, Equatable {
  /// The sound whose level counts.
  package enum Sound: String, CaseIterable, Sendable, Codable {
    /// The loudest microphone as captured, without the take's low cut and the gains in the board file.
    case microphones
    /// The louder of left and right, rendered as a take would have them; this costs as much as metering both all the
    /// time.
    case stereo
  }

  @Key(
    "level", -100...0, "dBFS", "sound counts as loud from this level", example: "-40.0",
    isRequired: true) package var level = -40.0
  @Key(
    "band", .band,
    "the frequencies to listen to, in Hz, only for of = \"microphones\"; by default all",
    example: "[2000.0, 8000.0]")
  package var band: LevelBand?
  @Key(
    "above", 3...60, "dB",
    "how far sound must also exceed the noise floor, which adapts slowly",
    example: "12.0")
  package var above: Double?
  @Key("of", .word(), "the loudest microphone as captured, or left and right") package var sound =
    Sound.microphones
  @Key("attack", 0...60, "s", "length of loud sound before a take begins")
  package var attackSeconds = 0.2
  @Key("hold", 0.1...3600, "s", "length of quiet before the take ends")
  package var holdSeconds = 5.0
  @Key("longest", .length, "the maximum length of a take") package var longestSeconds = 600.0
  @Key("takes-per-hour", .whole(1...3600), "the maximum number of takes that begin in an hour")
  package var takesPerHour = 30

  package init() {}

  /// Creates rules with a level, and defaults for everything else.
  package init(level: Double) { self.level = level }

  /// Checks that the values of the keys go together.
  ///
  /// - Throws: ``TOML/TOMLError`` if a band is set for the levels of left and right.
  package mutating func check(_ table: TOMLTable) throws(TOMLError) {
    guard band == nil || sound == .microphones else {
      throw table.error(
        at: "band", "is only for the microphones", "write of = \"microphones\", or leave band out")
    }
  }

  /// The reason for which a level started a take, in words for the files of the take.
  func words(_ level: Double, floor: Double?) -> String {
    let tenths = { (value: Double) in (value * 10).rounded() / 10 + 0 }
    var words = "began automatically at \(tenths(level)) dBFS"
    if let hertz = band?.hertz {
      words += " from \(Int(hertz.lowerBound)) to \(Int(hertz.upperBound)) Hz"
    }
    if above != nil, let floor { words += ", \(tenths(level - floor)) dB above the noise floor" }
    return words
  }
}

/// A band of frequencies.
package struct LevelBand: Sendable, Equatable, Codable {
  /// The bounds of the band in hertz.
  package var hertz: ClosedRange<Double>

  /// The range in hertz in which the bounds of a band must lie.
  static let allowed = 20.0...90_000.0
}

extension KeyRule<LevelBand> {
  /// The rule for a key whose value is two frequencies, the lower one first.
  static var band: Self {
    .init(text: { "[\($0.hertz.lowerBound), \($0.hertz.upperBound)]" }) {
      (table, key) throws(TOMLError) in
      guard
        let hertz = try table.doubles(key, count: 2, in: LevelBand.allowed, unit: "Hz")
      else { return nil }
      guard hertz[1] >= 1.5 * hertz[0] else {
        throw table.error(
          at: key, "is \(hertz[0]) to \(hertz[1]) Hz",
          "the upper frequency must be at least 1.5 times the lower one")
      }
      return LevelBand(hertz: hertz[0]...hertz[1])
    }
  }
}

/// Decides from the sound level when takes begin and end, as a pure function of levels and times.
struct LevelTrigger: Sendable, Equatable {
  /// The action that follows from a level.
  enum Action: Sendable, Equatable {
    /// A take should begin.
    case start
    /// The take that the level started should end.
    case end
    /// The sound is loud but no take should begin, because there were too many within the last hour; this is returned
    /// only once until it has been quiet.
    case limit
  }

  let rules: LevelRules
  /// The time since which the sound has been loud without interruption; `nil` if it is not loud.
  private var loudSince: Double?
  /// The time at which the sound was last loud.
  private var lastLoud = -Double.infinity
  /// True if no take may begin until it has been quiet, because the user ended a take, or because there were too many
  /// takes.
  private var waitsForQuiet = false
  /// True if a take was refused; another take is tried when takes may have become possible, or after it has been quiet.
  private var isRefused = false
  /// The times at which takes began within the last hour.
  private var starts: [Double] = []
  /// The floor in dBFS, which follows the level slowly and was last updated at ``floorTime``.
  private(set) var floor: Double?
  private var floorTime = 0.0

  /// The time constants, in seconds, with which the floor falls and rises.
  private static let (fallSeconds, riseSeconds) = (5.0, 120.0)

  init(_ rules: LevelRules) { self.rules = rules }

  /// Takes a level and returns the action that follows from it; `nil` if there is none.
  ///
  /// - Parameters:
  ///   - level: the level in dBFS; `nil` while there is no level.
  ///   - now: seconds on the control clock.
  ///   - take: `nil` if no take is running, true if the level started the running take, false if something else did.
  mutating func hear(_ level: Double?, _ now: Double, take: Bool?) -> Action? {
    // Use the previous floor, so that a sound does not raise its own threshold as it starts.
    let bound = max(
      rules.level, rules.above.flatMap { above in floor.map { $0 + above } } ?? -.infinity)
    follow(level, now)
    if let level, level >= bound {
      if loudSince == nil { loudSince = now }
      lastLoud = now
    } else {
      loudSince = nil
      // A time without a level does not count as quiet.
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

  /// Lets the floor follow the level: quickly down, slowly up.
  private mutating func follow(_ level: Double?, _ now: Double) {
    defer { floorTime = now }
    guard let level, let former = floor else {
      floor = level ?? floor
      return
    }
    let seconds = level < former ? Self.fallSeconds : Self.riseSeconds
    floor = former + (level - former) * (1 - exp(-max(0, now - floorTime) / seconds))
  }

  /// Lets no take begin until it has been quiet.
  mutating func waitForQuiet() { waitsForQuiet = true }

  /// Notes that a take that should have begun was refused.
  ///
  /// It does not count as a take of the last hour, and no other begins until ``retry()`` is called or it has been
  /// quiet.
  mutating func refused() {
    _ = starts.popLast()
    isRefused = true
  }

  /// Notes that takes may have become possible after one was refused.
  mutating func retry() { isRefused = false }
}

extension Double {
  /// Converts the mean square of samples to a level in dBFS, for meters and trigger alike; a full-scale sine has 0
  /// dBFS.
  ///
  /// - Source: AES17-2020, 3.12.1: 0 dBFS is the RMS level of a full-scale sine, which is 3.01 dB below that of a
  ///   full-scale square wave.
  package static func decibels(meanSquare: Double) -> Double {
    10 * log10(max(2 * meanSquare, 1e-20))
  }
}
