import CReferenceKernel
import Realtime

/// The engine and the same algorithm in C, with the same filters and a block of noise for both.
struct Kernels: ~Copyable {
  static let partition = 128

  private var engine: FilterEngine
  private let reference: OpaquePointer
  private let input: UnsafeMutablePointer<Float>
  private let ours: UnsafeMutablePointer<Float>
  private let theirs: UnsafeMutablePointer<Float>

  /// Filters of noise to two outputs; `nil` when there is no memory for those in C.
  static func noise(inputs: Int, taps: Int) -> Kernels? {
    var noise = Noise()
    let scale = 1 / Float(taps).squareRoot()
    let coefficients = (0..<(2 * inputs * taps)).map { _ in noise.next() * scale }
    guard
      let reference = reference_kernel_create(
        Int32(inputs), Int32(taps), coefficients, Int32(partition))
    else { return nil }
    let filters = FilterTaps(inputs: inputs, outputs: 2, taps: taps, coefficients: coefficients)
    return Kernels(
      engine: FilterEngine(filters, partition: partition), reference: reference, noise: &noise)
  }

  private init(engine: consuming FilterEngine, reference: OpaquePointer, noise: inout Noise) {
    let samples = Self.partition * engine.inputStride
    precondition(Int(reference_kernel_stride(reference)) == engine.inputStride)
    self.engine = engine
    self.reference = reference
    input = .allocate(capacity: samples)
    for n in 0..<samples { (input + n).initialize(to: noise.next()) }
    ours = .allocate(capacity: 2 * Self.partition)
    ours.initialize(repeating: 0, count: 2 * Self.partition)
    theirs = .allocate(capacity: 2 * Self.partition)
    theirs.initialize(repeating: 0, count: 2 * Self.partition)
  }

  deinit {
    reference_kernel_free(reference)
    input.deallocate()
    ours.deallocate()
    theirs.deallocate()
  }

  /// Filters the noise again and again with the engine.
  mutating func filterInSwift(blocks: Int) {
    for _ in 0..<blocks { engine.process(input: input, output: ours) }
  }

  /// Filters the noise again and again with what is written in C.
  func filterInC(blocks: Int) {
    for _ in 0..<blocks { reference_kernel_process(reference, input, theirs) }
  }

  /// By how much the last blocks of both differ.
  var largestDifference: Float {
    (0..<(2 * Self.partition)).map { abs(ours[$0] - theirs[$0]) }.max() ?? 0
  }
}

/// Noise between -1 and 1, the same on every run.
///
/// - Source: the linear congruential generator of Numerical Recipes.
struct Noise {
  private var state: UInt32 = 1

  mutating func next() -> Float {
    state = state &* 1_664_525 &+ 1_013_904_223
    return Float(Int32(bitPattern: state)) * 0x1p-31
  }
}
