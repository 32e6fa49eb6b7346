/// The requested change in level of an exported file against its take.
public enum LoudnessWish: Sendable, Equatable {
  /// This integrated loudness, LUFS.
  case loudness(Double)
  /// This gain, decibels.
  case gain(Double)

  /// The highest true peak of a file made louder, dBTP.
  ///
  /// - Source: EBU R 128, recommendation l: the maximum permitted true peak level is -1 dBTP.
  public static let highestTruePeak = -1.0

  /// The applied gain and the requested one.
  public struct Gain: Sendable, Equatable {
    /// The gain in decibels needed to fulfil the request.
    public var asked: Double
    /// The applied gain in decibels: lower if the true peak would be too high.
    public var applied: Double

    /// True if the true peak allows less than requested.
    public var isLowered: Bool { applied < asked }

    /// A gain from its parts.
    public init(asked: Double, applied: Double) {
      (self.asked, self.applied) = (asked, applied)
    }
  }

  /// The gain for measured audio; `nil` if it has no loudness and the request needs one.
  ///
  /// A file with a requested loudness never exceeds ``highestTruePeak``. A gain above 0 dB is lowered as far as
  /// necessary, but not below 0 dB; a gain below 0 dB is applied unchanged, because it makes no peak worse.
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

  /// The next lower hundredth of a decibel: the precision of gains in files.
  private static func hundredths(_ decibels: Double) -> Double {
    decibels.isFinite ? (100 * decibels).rounded(.down) / 100 : decibels
  }
}
