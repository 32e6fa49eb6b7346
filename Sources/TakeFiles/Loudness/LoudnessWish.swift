/// The wish for an exported file to be louder or softer than its take.
public enum LoudnessWish: Sendable, Equatable {
  /// This integrated loudness, LUFS.
  case loudness(Double)
  /// This gain, decibels.
  case gain(Double)

  /// The highest true peak of a file that was made louder, dBTP.
  ///
  /// - Source: EBU R 128, recommendation l: the maximum permitted true peak level is -1 dBTP.
  public static let highestTruePeak = -1.0

  /// The gain that is applied, and the reason where it is not what was asked for.
  public struct Gain: Sendable, Equatable {
    /// The gain in decibels that the wish alone would need.
    public var asked: Double
    /// The gain in decibels that is applied: lower where the true peak would be too high.
    public var applied: Double

    /// True when the true peak allows less than was asked for.
    public var isLowered: Bool { applied < asked }

    /// A gain from its parts.
    public init(asked: Double, applied: Double) {
      (self.asked, self.applied) = (asked, applied)
    }
  }

  /// The gain for audio that was measured; `nil` when it has no loudness and one is asked for.
  ///
  /// A file with a stated loudness never exceeds ``highestTruePeak``. A gain above 0 dB is lowered as far as that
  /// needs, but not below 0 dB; a gain below 0 dB is applied as it is, because it makes no peak worse.
  public func gain(_ measured: LoudnessSurvey.Result) -> Gain? {
    let room = Self.hundredths(Self.highestTruePeak - measured.truePeak)
    switch self {
    case .loudness(let wanted):
      guard let integrated = measured.integrated else { return nil }
      let asked = Self.hundredths(wanted - integrated)
      return Gain(asked: asked, applied: min(asked, room))
    case .gain(let asked):
      return Gain(asked: asked, applied: asked <= 0 ? asked : max(0, min(asked, room)))
    }
  }

  /// The next lower hundredth of a decibel: as exact as files state a gain.
  private static func hundredths(_ decibels: Double) -> Double {
    decibels.isFinite ? (100 * decibels).rounded(.down) / 100 : decibels
  }
}
