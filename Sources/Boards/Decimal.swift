/// A number as text for people, with at most three decimals and without trailing zeros.
///
/// - Precondition: the number is finite and below 1e15, as all numbers in board files are.
func decimal(_ number: Double) -> String {
  let rounded = (number * 1000).rounded() / 1000
  return rounded == rounded.rounded() ? "\(Int64(rounded))" : "\(rounded)"
}
