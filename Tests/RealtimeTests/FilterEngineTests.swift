import Realtime
import TestSupport
import Testing

@Suite("The filter engine")
struct FilterEngineTests {
  /// Runs whole blocks of interleaved frames through a new engine.
  static func run(_ taps: FilterTaps, partition: Int, input: [Float]) -> [Float] {
    var engine = FilterEngine(taps, partition: partition)
    return run(&engine, inputs: taps.inputs, input: input)
  }

  static func run(_ engine: inout FilterEngine, inputs: Int, input: [Float]) -> [Float] {
    let frames = input.count / inputs
    let stride = engine.inputStride
    var padded = [Float](repeating: 0, count: engine.partition * stride)
    var block = [Float](repeating: 0, count: engine.partition * engine.outputs)
    var result: [Float] = []
    for start in Swift.stride(from: 0, to: frames, by: engine.partition) {
      for n in 0..<engine.partition {
        for channel in 0..<inputs {
          padded[n * stride + channel] = input[(start + n) * inputs + channel]
        }
      }
      engine.process(input: padded, output: &block)
      result += block
    }
    return result
  }

  @Test(
    "equals direct convolution in Double",
    arguments: [1, 2, 3, 4, 7, 8, 9, 16, 32], [1, 2])
  func inputsAndOutputs(inputs: Int, outputs: Int) {
    expectConvolution(inputs: inputs, outputs: outputs, taps: 300, partition: 128)
  }

  @Test(
    "equals direct convolution for every partition and length of filters",
    arguments: [32, 64, 128, 256, 512, 1024], [1, 2, 31, 32, 33, 256, 511, 512, 2048])
  func partitionsAndTaps(partition: Int, taps: Int) {
    expectConvolution(inputs: 5, outputs: 2, taps: taps, partition: partition)
  }

  private func expectConvolution(inputs: Int, outputs: Int, taps: Int, partition: Int) {
    let seed = UInt64(inputs * 1_000_000 + outputs * 100_000 + taps * 10 + partition)
    let filters = randomTaps(inputs: inputs, outputs: outputs, taps: taps, seed: seed)
    var seeded = SeededGenerator(seed: seed + 1)
    let blocks = max(4, (2 * taps) / partition + 2)
    let input = (0..<(blocks * partition * inputs)).map { _ in seeded.noise() }
    let output = FilterEngineTests.run(filters, partition: partition, input: input)
    let error = relativeError(output, directConvolution(filters, input))
    #expect(error <= 3e-7, "inputs \(inputs), outputs \(outputs), taps \(taps): \(error)")
  }

  @Test("gives an impulse at its own frame plus the delay of the filters, on both outputs")
  func alignment() {
    let taps = delayTaps(inputs: 8, outputs: 2, delay: 100, taps: 200)
    let frames = 512
    for frame in [0, 1, 63, 64, 255, 300] {
      var input = [Float](repeating: 0, count: frames * 8)
      for channel in 0..<8 { input[frame * 8 + channel] = 0.125 }
      let output = FilterEngineTests.run(taps, partition: 64, input: input)
      for n in 0..<frames {
        let expected: Float = n == frame + 100 ? 1 : 0
        #expect(abs(output[2 * n] - expected) < 1e-6)
        #expect(abs(output[2 * n + 1] - expected) < 1e-6)
      }
    }
  }

  @Test("keeps inputs and outputs apart")
  func matrix() {
    var coefficients = [Float](repeating: 0, count: 2 * 9 * 4)
    for input in 0..<9 {
      coefficients[input * 4] = Float(input + 1)
      coefficients[(9 + input) * 4 + 3] = -Float(input + 1)
    }
    let taps = FilterTaps(inputs: 9, outputs: 2, taps: 4, coefficients: coefficients)
    for channel in 0..<9 {
      var input = [Float](repeating: 0, count: 32 * 9)
      input[5 * 9 + channel] = 1
      let output = FilterEngineTests.run(taps, partition: 32, input: input)
      let gain = Float(channel + 1)
      for n in 0..<32 {
        #expect(abs(output[2 * n] - (n == 5 ? gain : 0)) < 1e-5)
        #expect(abs(output[2 * n + 1] - (n == 8 ? -gain : 0)) < 1e-5)
      }
    }
  }

  @Test("after the length of the filters, silence in is exact silence out")
  func silence() {
    let taps = randomTaps(inputs: 8, outputs: 2, taps: 100, seed: 5)
    var seeded = SeededGenerator(seed: 6)
    let noise = (0..<(64 * 8)).map { _ in seeded.noise() }
    let input = noise + [Float](repeating: 0, count: 64 * 8 * 5)
    let output = FilterEngineTests.run(taps, partition: 64, input: input)
    #expect(output[0..<128].contains { $0 != 0 })
    #expect(output[(64 * 2 * 4)...].allSatisfy { $0 == 0 })
  }

  @Test("after a reset gives what a new engine gives")
  func reset() {
    let taps = randomTaps(inputs: 3, outputs: 2, taps: 200, seed: 7)
    var seeded = SeededGenerator(seed: 8)
    let input = (0..<(64 * 3 * 6)).map { _ in seeded.noise() }
    var engine = FilterEngine(taps, partition: 64)
    let first = FilterEngineTests.run(&engine, inputs: 3, input: input)
    engine.reset()
    #expect(FilterEngineTests.run(&engine, inputs: 3, input: input) == first)
  }

  @Test("sines and cosines of the tables are right to 1e-15 at multiples of 15 degrees")
  func sines() {
    let root3 = 3.0.squareRoot()
    let (root2, root6) = (2.0.squareRoot(), 6.0.squareRoot())
    let sines = [
      0, (root6 - root2) / 4, 0.5, root2 / 2, root3 / 2, (root6 + root2) / 4, 1,
    ]
    for n in -24..<48 {
      let folded = ((n % 24) + 24) % 24
      let half = folded % 12
      let magnitude = sines[half <= 6 ? half : 12 - half]
      let expected = folded < 12 ? magnitude : -magnitude
      #expect(abs(Elementary.turn(n, 24).sine - expected) < 1e-15)
      #expect(abs(Elementary.turn(n + 6, 24).cosine + expected) < 1e-15)
    }
  }
}
