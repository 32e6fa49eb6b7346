import Realtime
import TestSupport

extension SeededGenerator {
  /// Uniform noise between -1 and 1.
  mutating func noise() -> Float { Float.random(in: -1...1, using: &self) }
}

/// Random filters whose later taps are weaker, as those of a real design are.
func randomTaps(inputs: Int, outputs: Int, taps: Int, seed: UInt64) -> FilterTaps {
  var seeded = SeededGenerator(seed: seed)
  let coefficients = (0..<(inputs * outputs * taps)).map { n in
    seeded.noise() / Float(1 + n % taps / 16)
  }
  return FilterTaps(inputs: inputs, outputs: outputs, taps: taps, coefficients: coefficients)
}

/// Filters that delay: every output is the sum of all inputs, `delay` frames late.
func delayTaps(inputs: Int, outputs: Int, delay: Int, taps: Int) -> FilterTaps {
  var coefficients = [Float](repeating: 0, count: inputs * outputs * taps)
  for filter in 0..<(inputs * outputs) { coefficients[filter * taps + delay] = 1 }
  return FilterTaps(inputs: inputs, outputs: outputs, taps: taps, coefficients: coefficients)
}

/// The definition of convolution in Double: interleaved `[frame][input]` to `[frame][output]`.
func directConvolution(_ taps: FilterTaps, _ input: [Float]) -> [Double] {
  let frames = input.count / taps.inputs
  let signals = (0..<taps.inputs).map { channel in
    (0..<frames).map { Double(input[$0 * taps.inputs + channel]) }
  }
  var result = [Double](repeating: 0, count: frames * taps.outputs)
  for output in 0..<taps.outputs {
    for channel in 0..<taps.inputs {
      let start = (output * taps.inputs + channel) * taps.taps
      let filter = taps.coefficients[start..<(start + taps.taps)].map(Double.init)
      add(filter, signals[channel], to: &result, offset: output, stride: taps.outputs)
    }
  }
  return result
}

private func add(
  _ filter: [Double], _ signal: [Double], to result: inout [Double], offset: Int, stride: Int
) {
  filter.withUnsafeBufferPointer { filter in
    signal.withUnsafeBufferPointer { signal in
      for n in 0..<signal.count {
        var sum = 0.0
        for tap in 0..<min(filter.count, n + 1) { sum += filter[tap] * signal[n - tap] }
        result[n * stride + offset] += sum
      }
    }
  }
}

/// The root mean square of the difference over that of the reference.
func relativeError(_ actual: [Float], _ reference: [Double]) -> Double {
  var (difference, energy) = (0.0, 0.0)
  for n in 0..<reference.count {
    let d = Double(actual[n]) - reference[n]
    difference += d * d
    energy += reference[n] * reference[n]
  }
  return (difference / energy).squareRoot()
}

/// Integer words of noise with this peak level.
func noiseWords(frames: Int, channels: Int, level: Float, seed: UInt64) -> [Int32] {
  var seeded = SeededGenerator(seed: seed)
  return (0..<(frames * channels)).map { _ in Int32(seeded.noise() * level * 0x1p30) * 2 }
}
