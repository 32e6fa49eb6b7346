import Beamforming
import Boards
import Realtime
import Recorder
import ReferenceArrays

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

/// The reduction of wind while none blows, which is nearly always, beside the filters alone.
let calmBenchmark = Benchmark(
  name: "calm",
  title:
    "TakeRenderer with filters alone, wind off and auto, in sound without wind; CPU ns per frame",
  table: {
    let header: [Table.Cell] = ["microphones", "off", "auto", "ratio", "must"]
    do {
      let pair = Arrays.handHeld("pair", [(-30, 0, 0), (30, 0, 0)])
      return Table(cells: [header] + (try [pair, phoneBoard(), circleBoard()].map(calmRow)))
    } catch {
      return Table(lines: [["failed: \(error)"]])
    }
  })

private func calmRow(_ board: Board) throws -> [Table.Cell] {
  let limit = 1.15
  let inputs = board.microphones.count
  var off = try calmRenderer(board, wind: nil)
  var auto = try calmRenderer(board, wind: 15)
  // A sound from straight above the microphones, and what they make themselves.
  var noise = Noise()
  let words = (0..<48_128).flatMap { _ in
    let sound = noise.next() * 0.1
    return (0..<inputs).map { _ in Int32((sound + noise.next() * 1e-4) * 0x1p31) }
  }
  var (times, ratios) = ([Double](), [Double]())
  for _ in 0..<30 {
    let (less, more) = (renderTime(&off, words, inputs), renderTime(&auto, words, inputs))
    times.append(less)
    ratios.append(more / less)
  }
  let (time, ratio) = (median(times) * 1e9, median(ratios))
  return [
    Table.Cell("\(inputs)"), Table.Cell(fixed(time, 1)), Table.Cell(fixed(time * ratio, 1)),
    Table.Cell(fixed(ratio, 2), ratio <= limit ? .met : .missed), Table.Cell(fixed(limit, 2)),
  ]
}

/// The renderer of takes of a board, with low cut and limiter.
private func calmRenderer(_ board: Board, wind: Double?) throws -> TakeRenderer {
  let store = FilterStore(
    board: board, ears: .sphere, settings: DesignSettings(), windStrength: wind,
    cacheDirectory: nil)
  let design = try store.ready(
    Board.Case(dataSource: 0, orientation: .portrait), pattern: .stereo)
  return TakeRenderer(
    TakeRendererConfiguration(
      design: design, board: board, channels: board.microphones.count, format: .integer,
      lowCutHertz: 50, limits: true))
}

/// CPU seconds per frame.
private func renderTime(
  _ renderer: inout TakeRenderer, _ words: [Int32], _ inputs: Int
) -> Double {
  var output = [Float](repeating: 0, count: renderer.maximumOutput(frames: period) * 2)
  let frames = words.count / inputs
  let start = cpuSeconds()
  words.withUnsafeBufferPointer { words in
    guard let base = words.baseAddress else { return }
    for start in stride(from: 0, to: frames, by: period) {
      _ = renderer.render(base + start * inputs, frames: period, into: &output)
    }
  }
  return (cpuSeconds() - start) / Double(frames)
}
