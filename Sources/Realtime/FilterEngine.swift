/// The matrix of FIR filters that makes stereo: 1 to 32 inputs, 1 or 2 outputs, block by block.
public struct FilterEngine: ~Copyable {
  /// Frames per call of ``process(input:output:)``.
  public let partition: Int
  /// Floats from one input frame to the next: the inputs, rounded up to a multiple of 8.
  public let inputStride: Int
  /// How many channels come out, interleaved.
  public let outputs: Int
  private let taps: Int
  private let inputs: Int
  private let coefficients: UnsafeMutablePointer<Float>
  private let history: UnsafeMutablePointer<Float>

  /// An engine for these filters, with silence as its past.
  public init(_ taps: FilterTaps, partition: Int = 256) {
    precondition((32...1024).contains(partition) && partition & (partition - 1) == 0)
    self.partition = partition
    self.taps = taps.taps
    inputs = taps.inputs
    outputs = taps.outputs
    inputStride = (taps.inputs + 7) / 8 * 8
    coefficients = .allocate(capacity: taps.coefficients.count)
    for n in 0..<taps.coefficients.count { coefficients[n] = taps.coefficients[n] }
    history = .allocate(capacity: (taps.taps + partition) * inputStride)
    history.initialize(repeating: 0, count: (taps.taps + partition) * inputStride)
  }

  deinit {
    coefficients.deallocate()
    history.deallocate()
  }

  /// Filters one block.
  ///
  /// - Thread: realtime.
  @_noAllocation @_noLocks
  public mutating func process(
    input: UnsafePointer<Float>, output: UnsafeMutablePointer<Float>
  ) {
    let start = taps * inputStride
    for n in 0..<(partition * inputStride) { history[start + n] = input[n] }
    for n in 0..<partition {
      for o in 0..<outputs {
        var sum: Float = 0
        for i in 0..<inputs {
          for t in 0..<taps {
            sum +=
              coefficients[(o * inputs + i) * taps + t]
              * history[(taps + n - t) * inputStride + i]
          }
        }
        output[n * outputs + o] = sum
      }
    }
    for n in 0..<start { history[n] = history[partition * inputStride + n] }
  }

  /// Forgets what was heard.
  ///
  /// - Thread: realtime.
  @_noAllocation @_noLocks
  public mutating func reset() {
    for n in 0..<((taps + partition) * inputStride) { history[n] = 0 }
  }
}
