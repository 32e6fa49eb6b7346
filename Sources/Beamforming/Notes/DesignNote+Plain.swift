extension DesignNote {
  /// The advice to do without filters, with its numbers in words in the order of ``PlainComparison/values``.
  static func advice(_ values: [String]) -> String {
    "plain stereo serves these microphones as well or better: filters take a direction in front down to "
      + "\(values[0]) dB in some third octave and make level differences jump by \(values[1]) dB more than those "
      + "of a head from band to band; level differences "
      + "are off by \(values[2]) dB with filters and \(values[3]) dB without, times by "
      + "\(values[4]) and \(values[5]) us; choose it with the pattern \"plain\""
  }
}

extension PlainComparison {
  /// Figures that are all zero.
  static let none = PlainComparison(filters: .none, plain: .none)

  /// The figures of a sentence.
  var values: [Double] {
    [
      filters.softest, filters.comb, filters.ildError, plain.ildError,
      filters.itdError.rounded(), plain.itdError.rounded(),
    ]
  }
}

extension PlainComparison.Merit {
  /// Figures that are all zero.
  fileprivate static let none = Self(
    wrongSides: 0, colour: 0, softest: 0, comb: 0, ildError: 0, itdError: 0)
}

extension Design {
  /// The reason why the pattern is not the one that was asked for, in words; `nil` when it is.
  public var replacement: String? {
    guard pattern != preferredPattern else { return nil }
    let reason = notes.first { note in
      switch note {
      case .monoFallback, .omniFallback, .pairUpright, .pairIncomplete, .noSide: true
      default: false
      }
    }
    return reason?.description
  }
}
