import TOML
import TakeFiles

extension TakeSplit {
  /// Seconds in each unit of time.
  static let times: [String: Double] = ["s": 1, "min": 60, "h": 3600]
  /// Bytes in each unit of size.
  ///
  /// - Source: IEC 80000-13: decimal prefixes, and binary ones with an i.
  private static let sizes: [String: Double] = [
    "kB": 1e3, "MB": 1e6, "GB": 1e9, "KiB": 1024, "MiB": 1_048_576, "GiB": 1_073_741_824,
  ]
  /// Shorter files are a mistake of units; the longest is a week.
  private static let lengths = 10.0...604_800
  /// Smaller files are a mistake of units; the largest is a terabyte.
  private static let bytes = 1e6...1e12

  /// Reads a length ("2 h", "30 min", "90 s"), a size ("3.6 GiB", "500 MB") or "off".
  static func read(_ table: TOMLTable, _ key: String) throws(TOMLError) -> TakeSplit? {
    let expected =
      "a length such as \"2 h\", \"30 min\" or \"90 s\", a size such as \"3.6 GiB\" or \"500 MB\", or "
      + "\"off\" is expected"
    switch try table.scalar(key, expected: String(expected.dropLast(" is expected".count))) {
    case nil: return nil
    case .string("off"): return .off
    case .number(let number):
      throw table.error(at: key, "is the number \(number), without a unit", expected)
    case .string(let text):
      guard let (number, unit) = parts(of: text) else {
        throw table.error(at: key, "is the string \"\(text)\"", expected)
      }
      return try split(number, unit, table, key)
    }
  }

  private static func split(
    _ number: Double, _ unit: String, _ table: TOMLTable, _ key: String
  ) throws(TOMLError) -> TakeSplit {
    if let factor = times[unit] {
      guard lengths.contains(number * factor) else {
        throw table.error(at: key, "is \(number) \(unit)", "allowed is 10 s to 168 h")
      }
      return .seconds(number * factor)
    }
    guard let factor = sizes[unit] else {
      let units = "s, min, h, kB, MB, GB, KiB, MiB, GiB"
      throw table.error(at: key, "has the unit \"\(unit)\"", "allowed: \(units)")
    }
    guard bytes.contains(number * factor) else {
      throw table.error(at: key, "is \(number) \(unit)", "allowed is 1 MB to 1000 GB")
    }
    return .bytes(Int(number * factor))
  }

  /// The number and the unit of a text such as "3.6 GiB"; `nil` when it is not one.
  static func parts(of text: String) -> (number: Double, unit: String)? {
    let digits = text.prefix { $0.isASCII && $0.isNumber || $0 == "." }
    let unit = text[digits.endIndex...].drop { $0 == " " }
    guard let number = Double(digits), number.isFinite, !unit.isEmpty,
      unit.allSatisfy({ $0.isASCII && $0.isLetter })
    else { return nil }
    return (number, String(unit))
  }
}
