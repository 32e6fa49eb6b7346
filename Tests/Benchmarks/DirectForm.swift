import Realtime

/// The same filters as one sum per output sample, four taps at a time: the yardstick of the engine.
struct DirectForm: ~Copyable {
  private let taps: FilterTaps
  private let partition: Int
  /// Taps of every filter in reversed order, so that both run forwards through memory.
  private let reversed: UnsafeMutablePointer<Float>
  /// The past and the present of every input, one after the other.
  private let history: UnsafeMutablePointer<Float>
  private let length: Int

  init(_ taps: FilterTaps, partition: Int) {
    precondition(taps.taps % 4 == 0)
    self.taps = taps
    self.partition = partition
    length = taps.taps - 1 + partition
    reversed = .allocate(capacity: taps.coefficients.count)
    history = .allocate(capacity: taps.inputs * length)
    history.initialize(repeating: 0, count: taps.inputs * length)
    for filter in 0..<(taps.inputs * taps.outputs) {
      for tap in 0..<taps.taps {
        let value = taps.coefficients[filter * taps.taps + taps.taps - 1 - tap]
        (reversed + filter * taps.taps + tap).initialize(to: value)
      }
    }
  }

  deinit {
    reversed.deallocate()
    history.deallocate()
  }

  func process(input: UnsafePointer<Float>, stride: Int, output: UnsafeMutablePointer<Float>) {
    for channel in 0..<taps.inputs {
      let line = history + channel * length
      for n in 0..<(taps.taps - 1) { line[n] = line[n + partition] }
      for n in 0..<partition { line[taps.taps - 1 + n] = input[n * stride + channel] }
    }
    for n in 0..<partition {
      for o in 0..<taps.outputs { output[n * taps.outputs + o] = sum(output: o, frame: n) }
    }
  }

  private func sum(output: Int, frame: Int) -> Float {
    var sum = SIMD4<Float>.zero
    for channel in 0..<taps.inputs {
      let filter = UnsafeRawPointer(reversed + (output * taps.inputs + channel) * taps.taps)
      let signal = UnsafeRawPointer(history + channel * length + frame)
      for n in 0..<(taps.taps / 4) {
        sum +=
          filter.loadUnaligned(fromByteOffset: 16 * n, as: SIMD4<Float>.self)
          * signal.loadUnaligned(fromByteOffset: 16 * n, as: SIMD4<Float>.self)
      }
    }
    return sum.sum()
  }
}
