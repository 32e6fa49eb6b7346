/// The finished filters of one case: each output is the sum of all microphones, each passed through its own FIR filter.
public struct FilterBank: Sendable, Equatable {
  /// The sample rate in frames per second.
  public let rate: Int
  /// The number of input microphones, in the order of ``Boards/Board/microphones``.
  public let microphones: Int
  /// The number of output channels: 3 (W, Y and X of ambisonics), 2 (left, right) or 1.
  public let outputs: Int
  /// The number of taps per filter.
  public let taps: Int
  /// The delay of the output in frames, which takes remove by reading ahead.
  public let delay: Int
  /// The taps, `[output][microphone][tap]` in one array.
  ///
  /// They include the corrections of gain, polarity and delay.
  public let coefficients: [Float]
  /// The range of frequencies in hertz in which ambisonics directions and levels are correct; `nil` for other filters.
  public let bandwidth: ClosedRange<Double>?

  /// Creates filters from their coefficients.
  ///
  /// - Precondition: `coefficients` has outputs x microphones x taps elements.
  public init(
    rate: Int, microphones: Int, outputs: Int, taps: Int, delay: Int, coefficients: [Float],
    bandwidth: ClosedRange<Double>? = nil
  ) {
    precondition(coefficients.count == outputs * microphones * taps)
    self.rate = rate
    self.microphones = microphones
    self.outputs = outputs
    self.taps = taps
    self.delay = delay
    self.coefficients = coefficients
    self.bandwidth = bandwidth
  }

  /// The taps from one microphone to one output.
  public func filter(output: Int, microphone: Int) -> ArraySlice<Float> {
    let start = (output * microphones + microphone) * taps
    return coefficients[start..<(start + taps)]
  }

  /// The indices of the microphones that have a nonzero filter.
  package var microphonesInUse: [Int] {
    (0..<microphones).filter { n in
      (0..<outputs).contains { output in
        filter(output: output, microphone: n).contains { $0 != 0 }
      }
    }
  }
}
