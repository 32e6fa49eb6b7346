/// Sound pressure levels in dB SPL (decibels above 20 uPa), averaged over all calibrated microphones.
public struct SoundLevel: Sendable, Equatable {
  /// The level without weighting, from 10 Hz upwards.
  public var unweighted: Double
  /// The A-weighted level.
  public var aWeighted: Double

  /// Levels from their values.
  public init(unweighted: Double, aWeighted: Double) {
    (self.unweighted, self.aWeighted) = (unweighted, aWeighted)
  }

  /// Parses levels in the form of ``text``; `nil` for anything else.
  init?(text: String) {
    let values = text.split(separator: ";").compactMap { Double($0) }
    guard values.count == 2, values.allSatisfy({ abs($0) < 300 }) else { return nil }
    self.init(unweighted: values[0], aWeighted: values[1])
  }

  /// Both levels in hundredths of a decibel, in the form in which files store them.
  var text: String {
    [unweighted, aWeighted].map { "\(($0 * 100).rounded() / 100)" }.joined(separator: ";")
  }

  /// Both levels in the form that people read: "51.3 dB, 42.0 dB(A)".
  public var words: String { "\(Self.tenths(unweighted)) dB, \(Self.tenths(aWeighted)) dB(A)" }

  /// A number with one decimal digit.
  static func tenths(_ value: Double) -> String {
    let tenths = Int((10 * abs(value)).rounded())
    return (value < 0 && tenths > 0 ? "-" : "") + "\(tenths / 10).\(tenths % 10)"
  }
}
