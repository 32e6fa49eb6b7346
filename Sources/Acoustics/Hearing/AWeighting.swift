import Glibc

/// The A-weighting in sound level meters.
///
/// - Source: IEC 61672-1, annex E.
public enum AWeighting {
  /// The weight of power at a frequency in hertz; 1 at 1 kHz.
  public static func power(_ frequency: Double) -> Double {
    let f2 = frequency * frequency
    let numerator = 12194.0 * 12194 * f2 * f2
    let denominator =
      (f2 + 20.6 * 20.6) * (f2 + 12194.0 * 12194)
      * ((f2 + 107.7 * 107.7) * (f2 + 737.9 * 737.9)).squareRoot()
    let amplitude = numerator / denominator
    return amplitude * amplitude * pow(10, 0.2)
  }
}
