/// The loudness of a whole piece of audio, and its highest peak.
///
/// - Source: ITU-R BS.1770-4 (loudness, annex 1; true peak, annex 2); EBU R 128.
public struct Loudness: Sendable, Equatable {
  /// The integrated loudness in LUFS; a mono file counts with its one channel, not as two equal ones.
  public var integrated: Double
  /// The highest true peak of any channel, dBTP.
  public var truePeak: Double

  /// A loudness from its parts.
  public init(integrated: Double, truePeak: Double) {
    (self.integrated, self.truePeak) = (integrated, truePeak)
  }

  /// The loudness that the same audio has after its level is raised by some decibels.
  public func raised(by decibels: Double) -> Loudness {
    Loudness(integrated: integrated + decibels, truePeak: truePeak + decibels)
  }

  /// The same values rounded to the precision stored in files.
  var inHundredths: Loudness {
    Loudness(
      integrated: (100 * integrated).rounded() / 100, truePeak: (100 * truePeak).rounded() / 100)
  }
}
