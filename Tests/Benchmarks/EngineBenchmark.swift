import Realtime

/// The filter engine alone against the direct form, interleaved rounds, medians.
let engineBenchmark = Benchmark(
  name: "engine", title: "Filter engine, CPU time per frame (2 outputs)",
  table: {
    let header = ["inputs x taps", "partition", "engine ns", "direct ns", "ratio", "difference"]
    let rows = [(4, 256, 256), (8, 512, 128), (8, 512, 256), (8, 512, 512), (16, 512, 256)]
    return Table(lines: [header] + rows.map { engineRow($0.0, taps: $0.1, partition: $0.2) })
  })

/// Noise filters, each with unit energy.
func noiseTaps(inputs: Int, taps: Int) -> FilterTaps {
  var noise = Noise()
  let scale = (3 / Double(taps)).squareRoot()
  let coefficients = (0..<(inputs * 2 * taps)).map { _ in noise.next() * Float(scale) }
  return FilterTaps(inputs: inputs, outputs: 2, taps: taps, coefficients: coefficients)
}

private func engineRow(_ inputs: Int, taps count: Int, partition: Int) -> [String] {
  let taps = noiseTaps(inputs: inputs, taps: count)
  var engine = FilterEngine(taps, partition: partition)
  let direct = DirectForm(taps, partition: partition)
  var noise = Noise()
  let input = (0..<(partition * engine.inputStride)).map { _ in noise.next() }
  var (fast, slow) = ([Float](repeating: 0, count: partition * 2), [Float]())
  slow = fast
  let (fastBlocks, slowBlocks) = (200_000 / partition, 8192 / partition)
  var (fastTimes, slowTimes) = ([Double](), [Double]())
  for _ in 0..<15 {
    let fastTime = cpuSeconds {
      for _ in 0..<fastBlocks { engine.process(input: input, output: &fast) }
    }
    fastTimes.append(fastTime / Double(fastBlocks * partition) * 1e9)
    let slowTime = cpuSeconds {
      for _ in 0..<slowBlocks {
        direct.process(input: input, stride: engine.inputStride, output: &slow)
      }
    }
    slowTimes.append(slowTime / Double(slowBlocks * partition) * 1e9)
  }
  let (engineTime, directTime) = (median(fastTimes), median(slowTimes))
  return [
    "\(inputs) x \(count)", "\(partition)", fixed(engineTime, 1), fixed(directTime, 1),
    fixed(directTime / engineTime, 1), difference(fast, slow),
  ]
}

/// The largest difference of two outputs over the largest output, as a power of ten.
private func difference(_ a: [Float], _ b: [Float]) -> String {
  let largest = b.map(abs).max() ?? 0
  let worst = zip(a, b).map { abs($0 - $1) }.max() ?? 0
  return "\(fixed(Double(worst / largest) * 1e6, 2))e-6"
}
