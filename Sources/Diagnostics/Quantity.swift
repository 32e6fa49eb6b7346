import Essentials
import Glibc

/// Numbers as text for findings.
enum Quantity {
  /// A number with one decimal place.
  static func tenths(_ value: Double) -> String { decimal(value, digits: 1) }

  /// A number with this many decimal places.
  static func decimal(_ value: Double, digits: Int) -> String {
    let scale = pow(10, Double(digits))
    guard value.isFinite, let scaled = Int(exactly: (value * scale).rounded()) else {
      return value < 0 ? "-inf" : "inf"
    }
    let whole = "\(scaled < 0 ? "-" : "")\(abs(scaled) / Int(scale))"
    guard digits > 0 else { return whole }
    let fraction = String(abs(scaled) % Int(scale))
    return whole + "." + String(repeating: "0", count: digits - fraction.count) + fraction
  }

  /// A number, always with a sign.
  static func signed(_ value: Double, digits: Int = 1) -> String {
    (value < 0 ? "" : "+") + decimal(value, digits: digits)
  }

  /// A ratio as a percentage.
  static func percent(_ value: Double, digits: Int = 1) -> String {
    "\(decimal(value * 100, digits: digits)) %"
  }

  /// A number of seconds as milliseconds; 10 ms and more have one decimal place less.
  static func milliseconds(_ seconds: Double, digits: Int = 1) -> String {
    let value = seconds * 1000
    return "\(decimal(value, digits: abs(value) < 10 ? digits : digits - 1)) ms"
  }

  /// A number of bytes in the smallest unit in which its text is below 1000, or in GB.
  static func bytes(_ count: Double, digits: Int = 1) -> String {
    let scale = pow(10, Double(digits))
    if count < 1e3 { return "\(Int(count)) bytes" }
    for (unit, size) in [("kB", 1e3), ("MB", 1e6)]
    where (count / size * scale).rounded() < 1e3 * scale {
      return "\(decimal(count / size, digits: digits)) \(unit)"
    }
    return "\(decimal(count / 1e9, digits: digits)) GB"
  }

  /// The number of decimal places, usually one, with which the text of a measured value differs from the text of its
  /// limit, so that a value beyond the limit does not look like the limit.
  static func digits(
    telling value: Double, from limit: Double,
    as text: (Double, Int) -> String = Quantity.decimal(_:digits:)
  ) -> Int {
    guard value != limit else { return 1 }
    return (1..<mostDigits).first { text(value, $0) != text(limit, $0) } ?? mostDigits
  }

  /// The decimal places after which a difference no longer matters.
  private static let mostDigits = 6

  /// A count with its noun: "1 frame", "2 frames".
  static func count(_ number: Int, _ noun: String) -> String {
    number.counted(noun)
  }
}
