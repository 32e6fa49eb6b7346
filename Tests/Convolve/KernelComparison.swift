import Glibc

/// The engine without any file, in turns with the same algorithm written in C: what Swift costs.
struct KernelComparison {
  private static let rounds = 31

  /// A line for each case: time per frame, the ratio of the same round, and how far the outputs are apart.
  static func run() {
    print(
      "Filter engine in Swift and in C, block \(Kernels.partition), CPU ns per frame,",
      "medians of \(rounds) rounds")
    for (inputs, taps) in [(4, 256), (8, 512), (16, 512), (16, 2048), (32, 512)] {
      measure(inputs: inputs, taps: taps)
    }
  }

  private static func measure(inputs: Int, taps: Int) {
    guard var kernels = Kernels.noise(inputs: inputs, taps: taps) else { return }
    let blocks = 4_000_000 / (inputs * taps)
    var (swift, c): ([Double], [Double]) = ([], [])
    for _ in 0..<rounds {
      var start = now()
      kernels.filterInSwift(blocks: blocks)
      swift.append(now() - start)
      start = now()
      kernels.filterInC(blocks: blocks)
      c.append(now() - start)
    }
    let frames = Double(blocks * Kernels.partition)
    let ratio = median(zip(swift, c).map { $0 / $1 })
    print(
      "  \(inputs) x \(taps): \(rounded(median(swift) / frames * 1e9, 1)), in C",
      "\(rounded(median(c) / frames * 1e9, 1)), ratio \(rounded(ratio, 2)),",
      "largest difference \(kernels.largestDifference)")
  }

  /// One of the two alone, for something outside that counts what it does.
  static func run(inC: Bool, inputs: Int, taps: Int, blocks: Int) {
    guard var kernels = Kernels.noise(inputs: inputs, taps: taps) else { return }
    if inC {
      kernels.filterInC(blocks: blocks)
    } else {
      kernels.filterInSwift(blocks: blocks)
    }
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
}
