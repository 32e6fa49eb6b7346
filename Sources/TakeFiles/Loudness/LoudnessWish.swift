/// The level that a person wants an exported file to have.
public enum LoudnessWish: Sendable, Equatable {
  /// The file is to have this integrated loudness, LUFS.
  case loudness(Double)
  /// The file is to be raised by this gain, decibels.
  case gain(Double)

  /// The highest true peak that a file made louder may have, dBTP.
  ///
  /// - Source: EBU R 128, recommendation l: the maximum permitted true peak level is -1 dBTP.
  public static let highestTruePeak = -1.0

  /// The gain that was requested, and the gain that is applied.
  public struct Gain: Sendable, Equatable {
    /// The gain in decibels that the request needs.
    public var asked: Double
    /// The gain in decibels that is applied; it is lower than ``asked`` if the true peak would otherwise be too high.
    public var applied: Double

    /// True if, because of the true peak, the applied gain is lower than the requested one.
    public var isLowered: Bool { applied < asked }

    /// A gain from its parts.
    public init(asked: Double, applied: Double) {
      (self.asked, self.applied) = (asked, applied)
    }
  }

  /// The gain for audio that was measured; `nil` if the request is for a loudness, but the audio has none.
  ///
  /// If a loudness is requested, the true peak of the file never exceeds ``highestTruePeak``. If a gain above 0 dB is
  /// requested, it is lowered as far as the true peak requires, but not below 0 dB. A gain below 0 dB is applied
  /// unchanged, because it raises no peak.
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

  /// The gain rounded down to a hundredth of a decibel, the precision that gains have in files.
  private static func hundredths(_ decibels: Double) -> Double {
    decibels.isFinite ? (100 * decibels).rounded(.down) / 100 : decibels
  }
}
