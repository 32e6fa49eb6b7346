import Glibc

extension Double {
  /// The number with exactly `digits` digits after the point, such as "-0.50"; never "-0.00".
  ///
  /// A number is written in Swift's own form if it is not finite, or if its digits, read without the point, do not
  /// fit into a 64-bit integer.
  ///
  /// - Precondition: `digits` is 0 to 9.
  package func text(digits: Int) -> String {
    precondition((0...9).contains(digits))
    let scale = pow(10, Double(digits))
    guard isFinite, let scaled = Int64(exactly: (magnitude * scale).rounded()) else {
      return "\(self)"
    }
    let whole = String(scaled / Int64(scale))
    let sign = self < 0 && scaled != 0 ? "-" : ""
    guard digits > 0 else { return sign + whole }
    let fraction = String(scaled % Int64(scale))
    return sign + whole + "." + String(repeating: "0", count: digits - fraction.count) + fraction
  }

  /// The same text as ``text(digits:)``, with a plus sign in front of positive numbers.
  package func signedText(digits: Int) -> String {
    let plain = text(digits: digits)
    let isZero = plain.allSatisfy { $0 == "0" || $0 == "." }
    return self > 0 && !isZero ? "+" + plain : plain
  }

  /// The same text as ``text(digits:)``, without the zeros at its end: "3", "3.5".
  package func shortText(digits: Int) -> String {
    var plain = text(digits: digits)
    guard plain.contains(".") else { return plain }
    while plain.hasSuffix("0") { plain.removeLast() }
    if plain.hasSuffix(".") { plain.removeLast() }
    return plain
  }
}
