import Glibc
import TestSupport

extension SeededGenerator {
  /// The next number, evenly spread over a range.
  mutating func next(in range: ClosedRange<Double>) -> Double {
    range.lowerBound + uniform() * (range.upperBound - range.lowerBound)
  }
}

/// Ten to the power of a number.
func powerOfTen(_ x: Double) -> Double { pow(10, x) }

/// The decadic logarithm.
func logarithm10(_ x: Double) -> Double { log10(x) }

/// The angle in radians whose sine this is.
func arcsine(_ x: Double) -> Double { asin(x) }
