import Realtime
import TestSupport
import Testing

@Suite("The filter engine is linear, and the same at any block")
struct FilterEngineLinearityTests {
  private static let partition = 64

  private static func noise(inputs: Int, blocks: Int, seed: UInt64) -> [Float] {
    var seeded = SeededGenerator(seed: seed)
    return (0..<(blocks * partition * inputs)).map { _ in seeded.noise() }
  }

  @Test("equals direct convolution for every number of inputs", arguments: 1...32)
  func everyNumberOfInputs(inputs: Int) {
    let taps = randomTaps(inputs: inputs, outputs: 2, taps: 150, seed: UInt64(inputs))
    let input = Self.noise(inputs: inputs, blocks: 6, seed: UInt64(100 + inputs))
    let output = FilterEngineTests.run(taps, partition: Self.partition, input: input)
    #expect(relativeError(output, directConvolution(taps, input)) <= 3e-7)
  }

  @Test("keeps its precision with 16 inputs and 2048 taps of equal weight")
  func longFilters() {
    var seeded = SeededGenerator(seed: 11)
    let coefficients = (0..<(2 * 16 * 2048)).map { _ in seeded.noise() }
    let taps = FilterTaps(inputs: 16, outputs: 2, taps: 2048, coefficients: coefficients)
    let input = Self.noise(inputs: 16, blocks: 40, seed: 12)
    let output = FilterEngineTests.run(taps, partition: Self.partition, input: input)
    #expect(relativeError(output, directConvolution(taps, input)) <= 3e-7)
  }

  @Test("gives for a sum of signals the sum of what it gives for each")
  func sums() {
    let taps = randomTaps(inputs: 6, outputs: 2, taps: 300, seed: 1)
    let a = Self.noise(inputs: 6, blocks: 8, seed: 2)
    let b = Self.noise(inputs: 6, blocks: 8, seed: 3)
    let both = zip(a, b).map { $0 + $1 }
    let (outA, outB) = (
      FilterEngineTests.run(taps, partition: Self.partition, input: a),
      FilterEngineTests.run(taps, partition: Self.partition, input: b)
    )
    let expected = zip(outA, outB).map { Double($0) + Double($1) }
    let output = FilterEngineTests.run(taps, partition: Self.partition, input: both)
    #expect(relativeError(output, expected) < 4e-7)
  }

  @Test("gives for 2^-20 of a signal exactly 2^-20 of what it gives for the signal")
  func powersOfTwo() {
    let taps = randomTaps(inputs: 8, outputs: 2, taps: 300, seed: 4)
    let loud = Self.noise(inputs: 8, blocks: 8, seed: 5)
    let output = FilterEngineTests.run(taps, partition: Self.partition, input: loud)
    let quiet = FilterEngineTests.run(
      taps, partition: Self.partition, input: loud.map { $0 * 0x1p-20 })
    #expect(quiet == output.map { $0 * 0x1p-20 })
  }

  @Test("gives the same one block later, whether blocks begin others or are begun by others")
  func anyBlock() {
    let taps = randomTaps(inputs: 5, outputs: 2, taps: 400, seed: 6)
    let input = Self.noise(inputs: 5, blocks: 9, seed: 7)
    let silence = [Float](repeating: 0, count: Self.partition * 5)
    let output = FilterEngineTests.run(taps, partition: Self.partition, input: input)
    let later = FilterEngineTests.run(taps, partition: Self.partition, input: silence + input)
    #expect(later.prefix(Self.partition * 2).allSatisfy { $0 == 0 })
    let shifted = Array(later.dropFirst(Self.partition * 2))
    #expect(relativeError(shifted, output.map(Double.init)) < 4e-7)
  }

  @Test("makes no denormal numbers of the quietest samples and taps that decay to 2^-20")
  func denormals() {
    var taps = randomTaps(inputs: 8, outputs: 2, taps: 320, seed: 8).coefficients
    for n in 0..<taps.count { taps[n] *= n % 320 < 160 ? 1 : 0x1p-20 }
    let filters = FilterTaps(inputs: 8, outputs: 2, taps: 320, coefficients: taps)
    // The least that RawSamples lets through, then silence for longer than the filters are.
    let start = Self.noise(inputs: 8, blocks: 2, seed: 9).map { $0 < 0 ? -0x1p-64 : Float(0x1p-64) }
    let input = start + [Float](repeating: 0, count: Self.partition * 8 * 8)
    let output = FilterEngineTests.run(filters, partition: Self.partition, input: input)
    #expect(output.contains { $0 != 0 })
    #expect(output.allSatisfy { !$0.isSubnormal })
    #expect(output.suffix(Self.partition * 2).allSatisfy { $0 == 0 })
  }

  @Test("reads frames from any address")
  func alignment() {
    let taps = randomTaps(inputs: 8, outputs: 2, taps: 100, seed: 10)
    let input = Self.noise(inputs: 8, blocks: 1, seed: 11)
    let moved = [Float(0)] + input
    var one = FilterEngine(taps, partition: Self.partition)
    var other = FilterEngine(taps, partition: Self.partition)
    var straight = [Float](repeating: 0, count: 2 * Self.partition)
    var shifted = straight
    one.process(input: input, output: &straight)
    moved.withUnsafeBufferPointer { moved in
      guard let base = moved.baseAddress else { return }
      other.process(input: base + 1, output: &shifted)
    }
    #expect(shifted == straight && straight.contains { $0 != 0 })
  }
}
