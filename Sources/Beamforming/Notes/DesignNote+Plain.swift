extension DesignNote {
  /// The advice to use no filters; the texts for its numbers are in the order of ``PlainComparison/values``.
  static func advice(_ values: [String]) -> String {
    func figures(_ start: Int) -> String {
      let value = { (index: Int) in values[start + index] }
      return "wrong sides \(value(0)), colour \(value(1)) dB, softest in front \(value(2)) dB, "
        + "comb \(value(3)) dB, level differences off by \(value(4)) dB, times by \(value(5)) us"
    }
    return
      "plain stereo suits these microphones at least as well as filters; choose it with the pattern "
      + "\"plain\"; with filters: \(figures(0)); without: \(figures(values.count / 2))"
  }
}

extension PlainComparison {
  /// A comparison whose figures are all zero.
  static let none = PlainComparison(filters: .none, plain: .none)

  /// The figures in the order of the sentence: first with filters, then without.
  var values: [Double] { filters.values + plain.values }

  /// The text for one of the ``values``, with the digits and the sign that the tables use.
  static func text(_ value: Double, at index: Int) -> String {
    switch index % none.filters.values.count {
    case 0, 5: "\(Int(value.rounded()))"
    case 4: tenths(value)
    default: (value > 0 && tenths(value) != tenths(0) ? "+" : "") + tenths(value)
    }
  }

  private static func tenths(_ value: Double) -> String {
    let tenths = Int((value * 10).rounded())
    return (tenths < 0 ? "-" : "") + "\(abs(tenths) / 10).\(abs(tenths) % 10)"
  }
}

extension PlainComparison.Merit {
  /// Properties that are all zero.
  fileprivate static let none = Self(
    wrongSides: 0, colour: 0, softest: 0, comb: 0, ildError: 0, itdError: 0)

  fileprivate var values: [Double] {
    [Double(wrongSides), colour, softest, comb, ildError, itdError]
  }
}

extension Design {
  /// The reason in words why the pattern is not the requested one; `nil` if it is.
  public var replacement: String? {
    guard pattern != preferredPattern else { return nil }
    let reason = notes.first { note in
      switch note {
      case .monoFallback, .omniFallback, .noAmbisonics, .pairUpright, .pairIncomplete, .noSide: true
      default: false
      }
    }
    return reason?.description
  }
}
