import Realtime

/// Raw words to finished take: how many seconds of sound one second of CPU makes.
let renderBenchmark = Benchmark(
  name: "render",
  title: "TakeRenderer, one thread, 48 kHz, words to stereo with low cut and limiter",
  table: {
    let header = ["inputs x taps", "partition", "ns per frame", "x real time"]
    let rows = [(4, 256, 256), (8, 512, 256), (8, 512, 512), (16, 512, 256)]
    return Table(lines: [header] + rows.map { renderRow($0.0, taps: $0.1, partition: $0.2) })
  })

private let rate = 48_000.0
private let period = 256

private func renderRow(_ inputs: Int, taps: Int, partition: Int) -> [String] {
  var configuration = TakeRendererConfiguration(
    channels: inputs, format: .integer, channelMap: Array(0..<inputs),
    taps: noiseTaps(inputs: inputs, taps: taps), delay: taps / 2, rate: rate, lowCutHertz: 50,
    limiter: true)
  configuration.partition = partition
  var renderer = TakeRenderer(configuration)
  // A level at which the limiter works now and then, as it does in a take.
  var noise = Noise()
  let level = 0.25 / Float(inputs).squareRoot()
  let frames = 48_128
  let words = (0..<(frames * inputs)).map { _ in Int32(noise.next() * level * 0x1p31) }
  var output = [Float](repeating: 0, count: renderer.maximumOutput(frames: period) * 2)
  let times = (0..<60).map { _ in
    cpuSeconds {
      words.withUnsafeBufferPointer { words in
        guard let base = words.baseAddress else { return }
        for start in stride(from: 0, to: frames, by: period) {
          _ = renderer.render(base + start * inputs, frames: period, into: &output)
        }
      }
    } / Double(frames)
  }
  let time = median(times)
  return ["\(inputs) x \(taps)", "\(partition)", fixed(time * 1e9, 1), fixed(1 / rate / time, 0)]
}
