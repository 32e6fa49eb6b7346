/// One group of rows: add another value to the list in main.swift to measure something else.
struct Benchmark: Sendable {
  /// The word that the user types.
  let name: String
  /// The line above the table.
  let title: String
  /// Seconds of real time that it takes unless others are asked for; `nil` for one that is as quick as it can be.
  let seconds: Double?
  /// Measures for so many seconds and gives the rows.
  private let measure: @Sendable (Double) -> [Table]

  /// A group that is as quick as it can be.
  init(name: String, title: String, table: @escaping @Sendable () -> Table) {
    self.init(name: name, title: title, tables: { [table()] })
  }

  /// A group with tables of different columns that is as quick as it can be.
  init(name: String, title: String, tables: @escaping @Sendable () -> [Table]) {
    self.name = name
    self.title = title
    seconds = nil
    measure = { _ in tables() }
  }

  /// A group that runs in real time.
  init(
    name: String, title: String, seconds: Double, table: @escaping @Sendable (Double) -> Table
  ) {
    self.name = name
    self.title = title
    self.seconds = seconds
    measure = { [table($0)] }
  }

  /// Measures and gives the rows.
  func tables(seconds asked: Double?) -> [Table] { measure(asked ?? seconds ?? 0) }
}

/// A number with a fixed count of decimals.
func fixed(_ value: Double, _ decimals: Int) -> String {
  guard value.isFinite, abs(value) < 1e15 else { return "\(value)" }
  let scale = (0..<decimals).reduce(1.0) { product, _ in product * 10 }
  let digits = String(Int((abs(value) * scale).rounded()))
  let padded = String(repeating: "0", count: max(0, decimals + 1 - digits.count)) + digits
  let sign = value < 0 && digits != "0" ? "-" : ""
  guard decimals > 0 else { return sign + padded }
  return sign + padded.dropLast(decimals) + "." + padded.suffix(decimals)
}
