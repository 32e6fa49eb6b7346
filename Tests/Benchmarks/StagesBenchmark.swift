import Realtime

/// The stages around the filter engine, one by one.
let stagesBenchmark = Benchmark(
  name: "stages", title: "Stages around the engine, CPU time per frame",
  table: {
    Table(lines: [
      ["stage", "ns"],
      ["low cut, stereo", fixed(lowCutTime(), 2)],
      ["limiter, stereo, below the ceiling", fixed(limiterTime(level: 0.5), 2)],
      ["limiter, stereo, at work", fixed(limiterTime(level: 4), 2)],
      ["meters, 8 integer channels", fixed(meterTime(channels: 8, format: .integer), 2)],
      ["meters, 32 integer channels", fixed(meterTime(channels: 32, format: .integer), 2)],
      ["meters, 2 Float channels", fixed(meterTime(channels: 2, format: .float), 2)],
    ])
  })

private let frames = 256

/// Nanoseconds per frame of one call with 256 frames: the median of 15 rounds.
private func time(_ call: () -> Void) -> Double {
  let calls = 400
  let rounds = (0..<15).map { _ in cpuSeconds { for _ in 0..<calls { call() } } }
  return median(rounds) / Double(calls * frames) * 1e9
}

private func stereoNoise(level: Float) -> [Float] {
  var noise = Noise()
  return (0..<(2 * frames)).map { _ in noise.next() * level }
}

private func lowCutTime() -> Double {
  var lowCut = LowCut(hertz: 50, rate: 48_000, channels: 2)
  var samples = stereoNoise(level: 0.5)
  return time { lowCut.process(&samples, frames: frames) }
}

private func limiterTime(level: Float) -> Double {
  var limiter = Limiter(channels: 2, rate: 48_000)
  let source = stereoNoise(level: level)
  var samples = source
  return time {
    for n in 0..<source.count { samples[n] = source[n] }
    limiter.process(&samples, frames: frames)
  }
}

private func meterTime(channels: Int, format: RawFormat) -> Double {
  var writer = MeterBank(channels: channels).makeWriter(rate: 48_000)
  var noise = Noise()
  let words = (0..<(channels * frames)).map { _ in
    let sample = noise.next() * 0.5
    return format == .integer ? Int32(sample * 0x1p31) : Int32(bitPattern: sample.bitPattern)
  }
  return time { writer.measure(raw: words, frames: frames, format: format) }
}
