/// A number for people: at most three decimals, without trailing zeros.
///
/// - Precondition: the number is finite and below 1e15, as every number of a board file is.
func decimal(_ number: Double) -> String {
  let rounded = (number * 1000).rounded() / 1000
  return rounded == rounded.rounded() ? "\(Int64(rounded))" : "\(rounded)"
}
