/// The taps of a matrix of FIR filters: every input through a filter to every output, summed.
public struct FilterTaps: Sendable, Equatable {
  /// The number of input channels, 1 to 32.
  public let inputs: Int
  /// The number of output channels, 1 or 2.
  public let outputs: Int
  /// Taps per filter.
  public let taps: Int
  /// The taps, `[output][input][tap]` in one array.
  public let coefficients: [Float]

  /// Taps from their coefficients.
  ///
  /// - Precondition: 1 to 32 inputs, 1 or 2 outputs, at least one tap, and `coefficients` has
  ///   outputs x inputs x taps finite elements.
  public init(inputs: Int, outputs: Int, taps: Int, coefficients: [Float]) {
    precondition((1...32).contains(inputs) && (1...2).contains(outputs) && taps >= 1)
    precondition(coefficients.count == outputs * inputs * taps)
    precondition(coefficients.allSatisfy { $0.isFinite })
    self.inputs = inputs
    self.outputs = outputs
    self.taps = taps
    self.coefficients = coefficients
  }

  /// One tap, or 0 outside the filter, so that partial partitions need no special case.
  func coefficient(output: Int, input: Int, tap: Int) -> Double {
    guard output < outputs, input < inputs, tap < taps else { return 0 }
    return Double(coefficients[(output * inputs + input) * taps + tap])
  }
}
