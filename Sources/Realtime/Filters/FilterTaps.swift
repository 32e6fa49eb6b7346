/// The taps of a matrix of FIR filters: each output is the sum of all inputs, each input passed through its own filter.
public struct FilterTaps: Sendable, Equatable {
  /// The number of input channels, 1 to 32.
  public let inputs: Int
  /// The number of outputs: 1, 2 (left and right), or 3 (W, Y and X of ambisonics).
  public let outputs: Int
  /// The number of taps per filter.
  public let taps: Int
  /// The taps, `[output][input][tap]` in one array.
  public let coefficients: [Float]

  /// Creates the taps from their coefficients.
  ///
  /// - Precondition: there are 1 to 32 inputs, 1 to 3 outputs and at least one tap, and `coefficients` has outputs x
  ///   inputs x taps elements, all finite.
  public init(inputs: Int, outputs: Int, taps: Int, coefficients: [Float]) {
    precondition((1...32).contains(inputs) && (1...3).contains(outputs) && taps >= 1)
    precondition(coefficients.count == outputs * inputs * taps)
    precondition(coefficients.allSatisfy { $0.isFinite })
    self.inputs = inputs
    self.outputs = outputs
    self.taps = taps
    self.coefficients = coefficients
  }

  /// True if the filters are for ambisonics.
  var isAmbisonic: Bool { outputs == 3 }

  /// The number of channels of a take with these filters: for ambisonics, a silent Z lies between Y and X.
  public var channels: Int { isAmbisonic ? 4 : outputs }

  /// The taps of a range of outputs.
  func of(outputs range: Range<Int>) -> FilterTaps {
    FilterTaps(
      inputs: inputs, outputs: range.count, taps: taps,
      coefficients: Array(
        coefficients[(range.lowerBound * inputs * taps)..<(range.upperBound * inputs * taps)]))
  }

  /// One tap of a filter, or 0 beyond the filter's end, so that a partition that is only partly filled needs no special
  /// case.
  func coefficient(output: Int, input: Int, tap: Int) -> Double {
    guard output < outputs, input < inputs, tap < taps else { return 0 }
    return Double(coefficients[(output * inputs + input) * taps + tap])
  }
}
