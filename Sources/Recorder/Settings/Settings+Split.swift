import TakeFiles

extension TakeSplit {
  /// The number of seconds in each unit of time.
  static let times: [String: Double] = ["s": 1, "min": 60, "h": 3600]
  /// The number of bytes in each unit of size.
  ///
  /// - Source: IEC 80000-13: decimal prefixes, and binary prefixes, which have an i.
  static let sizes: [String: Double] = [
    "kB": 1e3, "MB": 1e6, "GB": 1e9, "TB": 1e12, "KiB": 1024, "MiB": 1_048_576,
    "GiB": 1_073_741_824, "TiB": 1_099_511_627_776,
  ]
  /// Splits a text such as "3.6 GiB" into its number and its unit; `nil` if the text has another form.
  static func parts(of text: String) -> (number: Double, unit: String)? {
    let digits = text.prefix { $0.isASCII && $0.isNumber || $0 == "." }
    let unit = text[digits.endIndex...].drop { $0 == " " }
    guard let number = Double(digits), number.isFinite, !unit.isEmpty,
      unit.allSatisfy({ $0.isASCII && $0.isLetter })
    else { return nil }
    return (number, String(unit))
  }
}
