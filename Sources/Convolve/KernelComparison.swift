import CReferenceKernel
import Glibc
import Realtime

/// The engine without any file, in turns with the same algorithm written in C: what Swift costs.
struct KernelComparison {
  private static let rounds = 31
  private static let partition = 128

  /// A line for each case: time per frame, the ratio of the same round, and how far the outputs are apart.
  static func run() {
    print(
      "Filter engine in Swift and in C, block \(partition), CPU ns per frame,",
      "medians of \(rounds) rounds")
    for (inputs, taps) in [(4, 256), (8, 512), (16, 512), (16, 2048), (32, 512)] {
      measure(inputs: inputs, taps: taps)
    }
  }

  private static func measure(inputs: Int, taps: Int) {
    var noise = Noise()
    let scale = 1 / Float(taps).squareRoot()
    let coefficients = (0..<(2 * inputs * taps)).map { _ in noise.next() * scale }
    var engine = FilterEngine(
      FilterTaps(inputs: inputs, outputs: 2, taps: taps, coefficients: coefficients),
      partition: partition)
    guard
      let kernel = reference_kernel_create(
        Int32(inputs), Int32(taps), coefficients, Int32(partition))
    else { return }
    defer { reference_kernel_free(kernel) }
    precondition(Int(reference_kernel_stride(kernel)) == engine.inputStride)
    let input = (0..<(partition * engine.inputStride)).map { _ in noise.next() }
    var ours = [Float](repeating: 0, count: 2 * partition)
    var theirs = ours
    let blocks = 4_000_000 / (inputs * taps)
    var (swift, c): ([Double], [Double]) = ([], [])
    for _ in 0..<rounds {
      swift.append(seconds { for _ in 0..<blocks { engine.process(input: input, output: &ours) } })
      c.append(
        seconds { for _ in 0..<blocks { reference_kernel_process(kernel, input, &theirs) } })
    }
    let frames = Double(blocks * partition)
    let ratio = median(zip(swift, c).map { $0 / $1 })
    print(
      "  \(inputs) x \(taps): \(rounded(median(swift) / frames * 1e9, 1)), in C",
      "\(rounded(median(c) / frames * 1e9, 1)), ratio \(rounded(ratio, 2)),",
      "largest difference \(largestDifference(ours, theirs))")
  }

  private static func seconds(of work: () -> Void) -> Double {
    let start = now()
    work()
    return now() - start
  }

  /// CPU time of this thread.
  private static func now() -> Double {
    var time = timespec()
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
    return Double(time.tv_sec) + Double(time.tv_nsec) * 1e-9
  }

  private static func median(_ values: [Double]) -> Double { values.sorted()[values.count / 2] }

  private static func rounded(_ value: Double, _ decimals: Int) -> Double {
    let scale = decimals == 1 ? 10.0 : 100
    return (value * scale).rounded() / scale
  }

  private static func largestDifference(_ a: [Float], _ b: [Float]) -> Float {
    zip(a, b).map { abs($0 - $1) }.max() ?? 0
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
