/// The loudness of audio as a whole, and its highest peak.
///
/// - Source: ITU-R BS.1770-4 (loudness, annex 1; true peak, annex 2); EBU R 128.
public struct Loudness: Sendable, Equatable {
  /// Integrated loudness, LUFS; for a mono file, of its one channel, not counted twice.
  public var integrated: Double
  /// The highest true peak of any channel, dBTP.
  public var truePeak: Double

  /// A loudness from its parts.
  public init(integrated: Double, truePeak: Double) {
    (self.integrated, self.truePeak) = (integrated, truePeak)
  }

  /// The loudness of the same audio raised by some decibels.
  public func raised(by decibels: Double) -> Loudness {
    Loudness(integrated: integrated + decibels, truePeak: truePeak + decibels)
  }

  /// The same values rounded to the precision stored in files.
  var inHundredths: Loudness {
    Loudness(
      integrated: (100 * integrated).rounded() / 100, truePeak: (100 * truePeak).rounded() / 100)
  }
}
