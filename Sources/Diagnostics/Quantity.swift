import Essentials

/// Numbers as text for findings.
enum Quantity {
  /// A number with one decimal place.
  static func tenths(_ value: Double) -> String {
    guard value.isFinite else { return value < 0 ? "-inf" : "inf" }
    let tenths = Int((value * 10).rounded())
    return "\(tenths < 0 ? "-" : "")\(abs(tenths) / 10).\(abs(tenths) % 10)"
  }

  /// A number with one decimal place, always with a sign.
  static func signed(_ value: Double) -> String { (value < 0 ? "" : "+") + tenths(value) }

  /// A ratio as a percentage.
  static func percent(_ value: Double) -> String { "\(tenths(value * 100)) %" }

  /// A number of seconds as milliseconds; 10 ms and more have no decimal places.
  static func milliseconds(_ seconds: Double) -> String {
    let value = seconds * 1000
    return abs(value) < 10 ? "\(tenths(value)) ms" : "\(Int(value.rounded())) ms"
  }

  /// A number of bytes in the largest unit that gives a value of at least 1.
  static func bytes(_ count: Double) -> String {
    if count >= 1e9 { return "\(tenths(count / 1e9)) GB" }
    if count >= 1e6 { return "\(tenths(count / 1e6)) MB" }
    return count >= 1e3 ? "\(tenths(count / 1e3)) kB" : "\(Int(count)) bytes"
  }

  /// A count with its noun: "1 frame", "2 frames".
  static func count(_ number: Int, _ noun: String) -> String {
    number.counted(noun)
  }
}
