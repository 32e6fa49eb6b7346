/// A number for people: at most three decimals, without trailing zeros.
///
/// - Precondition: the number is finite and below 1e15, as every number of a board file is.
func decimal(_ number: Double) -> String {
  let rounded = (number * 1000).rounded() / 1000
  return rounded == rounded.rounded() ? "\(Int64(rounded))" : "\(rounded)"
}

/// An I2C address as data sheets write it: `0x1d`.
func hexadecimal(_ number: Int) -> String {
  let digits = String(number, radix: 16)
  return "0x" + (digits.count < 2 ? "0" : "") + digits
}
