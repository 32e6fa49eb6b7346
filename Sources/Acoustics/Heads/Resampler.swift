import Glibc

/// Changes the sample rate of impulse responses with a windowed sinc.
///
/// libsamplerate is made for sound and not suitable for responses: it works in single precision, and it can neither
/// shift a response by a fraction of a frame nor keep the ringing before the first frame.
///
/// - Source: Smith, "Digital Audio Resampling" (CCRMA); Kaiser window with beta 10, whose stop band is below -100 dB.
public struct Resampler: Sendable {
  /// The sample rate of the input in frames per second.
  public let inputRate: Int
  /// The sample rate of the output in frames per second.
  public let outputRate: Int
  /// The delay of the output in input frames, for responses with a separately stated delay.
  public let delay: Double

  private let halfWidth: Double
  /// One set of weights for every possible position of an output frame between two input frames.
  private let phases: [[Double]]
  private let numerator: Int
  private let denominator: Int

  private static let beta = 10.0
  private static let zeroCrossings = 32.0

  /// Creates a resampler from one rate to another.
  ///
  /// - Precondition: both rates are positive, and the delay is not negative.
  public init(inputRate: Int, outputRate: Int, delay: Double = 0) {
    precondition(inputRate > 0 && outputRate > 0 && delay >= 0)
    self.inputRate = inputRate
    self.outputRate = outputRate
    self.delay = delay
    let divisor = Self.greatestCommonDivisor(inputRate, outputRate)
    let denominator = outputRate / divisor
    let cutoff = inputRate == outputRate ? 1 : 0.95 * min(1, Double(outputRate) / Double(inputRate))
    let halfWidth = Self.zeroCrossings / cutoff
    let fractionOfDelay = delay - delay.rounded(.down)
    self.numerator = inputRate / divisor
    self.denominator = denominator
    self.halfWidth = halfWidth
    phases = (0..<denominator).map { phase in
      Self.weights(
        at: Double(phase) / Double(denominator) - fractionOfDelay, cutoff: cutoff,
        halfWidth: halfWidth)
    }
  }

  /// The number of output frames that result from a number of input frames.
  public func outputCount(_ inputCount: Int) -> Int {
    Int(((Double(inputCount) + delay) * Double(outputRate) / Double(inputRate)).rounded(.up))
  }

  /// The response at the output rate; its amplitude stays the same at every frequency that both rates can represent.
  public func resample(_ input: ArraySlice<Double>) -> [Double] {
    if inputRate == outputRate && delay == 0 { return Array(input) }
    let reach = Int(halfWidth.rounded(.up)) + 1
    let wholeDelay = Int(delay.rounded(.down))
    let gain = Double(inputRate) / Double(outputRate)
    return (0..<outputCount(input.count)).map { frame in
      let position = frame * numerator
      let base = position / denominator - wholeDelay
      let weights = phases[position % denominator]
      var sum = 0.0
      for (offset, weight) in weights.enumerated() {
        let index = base + offset - reach
        if index >= 0 && index < input.count { sum += weight * input[input.startIndex + index] }
      }
      return sum * gain
    }
  }

  /// The weights of the input frames from `-reach` to `+reach` around a position.
  private static func weights(at position: Double, cutoff: Double, halfWidth: Double) -> [Double] {
    let reach = Int(halfWidth.rounded(.up)) + 1
    return (-reach...reach).map { offset in
      let x = Double(offset) - position
      guard abs(x) < halfWidth else { return 0 }
      let angle = Double.pi * cutoff * x
      let sinc = angle == 0 ? 1 : sin(angle) / angle
      let edge = x / halfWidth
      return cutoff * sinc * besselI0(beta * (1 - edge * edge).squareRoot()) / besselI0(beta)
    }
  }

  private static func greatestCommonDivisor(_ a: Int, _ b: Int) -> Int {
    b == 0 ? a : greatestCommonDivisor(b, a % b)
  }
}
