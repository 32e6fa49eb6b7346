import TakeFiles
import TestSupport
import Testing

@Suite struct WAVRoundTripTests {
  private static let shapes: [(SampleFormat, Int)] = SampleFormat.allCases.flatMap { samples in
    [1, 2, 3, 8, 32].map { (samples, $0) }
  }

  @Test(arguments: shapes)
  func wordsComeBackBitExact(samples: SampleFormat, channels: Int) throws {
    let directory = try TemporaryDirectory()
    let frames = 1001
    var generator = SeededGenerator(seed: 7)
    var words = (0..<(frames * channels)).map { _ in
      Int32(truncatingIfNeeded: generator.next()) & (-1 << Int32(32 - samples.bits))
    }
    words[0] = .min
    words[frames * channels - 1] = Int32.max & (-1 << Int32(32 - samples.bits))

    var writer = try WAVWriter.create(
      path: directory.file("take.wav"),
      format: AudioFormat(rate: 48000, channels: channels, samples: samples), bufferBytes: 1000)
    try writer.append(samples: words, frames: 400)
    try words.withUnsafeBufferPointer {
      try writer.append(samples: $0.baseAddress! + 400 * channels, frames: frames - 400)
    }
    #expect(try writer.finish().frames == frames)

    var reader = try WAVReader.open(path: directory.file("take.wav"))
    #expect(reader.rate == 48000)
    #expect(reader.channels == channels)
    #expect(reader.frames == frames)
    #expect(reader.encoding.rawValue == samples.rawValue)
    #expect(reader.isTruncated == false)
    var back = [Int32](repeating: 0, count: frames * channels)
    #expect(try reader.read(samples: &back, frames: frames) == frames)
    #expect(back == words)
    #expect(try reader.read(samples: &back, frames: 1) == 0)

    reader.seek(toFrame: frames - 1)
    var last = [Float](repeating: 0, count: channels)
    #expect(try reader.read(into: &last, frames: 5) == 1)
    if samples != .f32 {
      let expected = words.suffix(channels).map { Float($0) * 0x1p-31 }
      #expect(last == expected)
    }
  }

  @Test(arguments: SampleFormat.allCases)
  func floatsAreRoundedToNearestAndClamped(samples: SampleFormat) throws {
    let directory = try TemporaryDirectory()
    // Halves of the smallest step of 16 and 24 bits go to the even neighbour.
    let step = samples == .f32 ? 0x1p-23 : Float(1) / Float(1 << (samples.bits - 1))
    let values: [Float] = [
      0, 0.5 * step, 1.5 * step, -0.5 * step, -1.5 * step, 2.6 * step, 0.25, -1, 1, 1.5, -1.5,
      .infinity, -.infinity, .nan,
    ]
    var writer = try WAVWriter.create(
      path: directory.file("x.wav"), format: AudioFormat(rate: 8000, channels: 1, samples: samples))
    let clamped = try writer.append(interleaved: values, frames: values.count)
    // Rounding alone would raise the value 1 beyond the highest integer; it does not exceed full scale.
    #expect(clamped == (samples == .f32 ? 0 : 5))
    #expect(writer.clippedSamples == clamped)
    try writer.finish()

    var reader = try WAVReader.open(path: directory.file("x.wav"))
    var words = [Int32](repeating: 0, count: values.count)
    #expect(try reader.read(samples: &words, frames: values.count) == values.count)
    if samples == .f32 {
      #expect(words.map { UInt32(bitPattern: $0) } == values.map(\.bitPattern))
    } else {
      let shift = Int32(32 - samples.bits)
      let highest = Int32.max >> shift
      let lowest = Int32.min >> shift
      #expect(
        words.map { $0 >> shift } == [
          0, 0, 2, 0, -2, 3, 1 << Int32(samples.bits - 3), lowest, highest, highest, lowest,
          highest, lowest, 0,
        ])
    }
  }

  @Test func theSameInputGivesTheSameBytes() throws {
    let directory = try TemporaryDirectory()
    let samples = (0..<5000).map { Float($0 % 97) / 100 }
    for (name, buffer) in [("a.wav", 64), ("b.wav", 1 << 16)] {
      var writer = try WAVWriter.create(
        path: directory.file(name), format: AudioFormat(rate: 48000, channels: 2, samples: .s24),
        bufferBytes: buffer)
      try writer.append(interleaved: samples, frames: 2500)
      try writer.checkpoint()
      try writer.finish(chunks: [.information(comment: "stopped by the recordist")])
    }
    #expect(try directory.read("a.wav") == directory.read("b.wav"))
  }

  @Test func theCommentIsInTheFile() throws {
    let directory = try TemporaryDirectory()
    var writer = try WAVWriter.create(
      path: directory.file("x.wav"), format: AudioFormat(rate: 48000, channels: 1, samples: .s24))
    // An odd number of bytes of audio, so that the chunk needs padding before it.
    try writer.append(interleaved: [0.5, 0.25, 0.125], frames: 3)
    try writer.finish(chunks: [.information(comment: "card full")])
    var reader = try WAVReader.open(path: directory.file("x.wav"))
    #expect(reader.frames == 3)
    #expect(reader.chunks.map(\.id) == ["JUNK", "fmt ", "data", "LIST"])
    let list = try reader.contents(of: reader.chunks[3])
    #expect(String(decoding: list, as: UTF8.self).contains("card full\0"))
    var samples: [Float] = [0, 0, 0]
    #expect(try reader.read(into: &samples, frames: 3) == 3)
    #expect(samples == [0.5, 0.25, 0.125])
  }
}

/// The quick way into 24 bits and the plain one.
@Suite struct QuantisationTests {
  @Test("four samples at a time are rounded and clamped as one at a time")
  func sameBytes() throws {
    var random = SeededGenerator(seed: 9)
    let special: [Float] = [
      0, -0.0, 1, -1, 0.99999994, -0.99999994, 1.0000001, -1.0000001, .nan, .infinity, -.infinity,
      0x1p-24, -0x1p-24, 0x1.8p-23, -0x1.8p-23, 0x1p-23, Float.leastNonzeroMagnitude, 1e38, -1e38,
      0.9999999,
    ]
    var samples = special
    for _ in 0..<20_000 { samples.append(Float.random(in: -1.01...1.01, using: &random)) }
    // Half-way between two integers, where rounding goes to the even one.
    for n in 0..<500 { samples.append((Float(n) + 0.5) * 0x1p-23 * (n % 2 == 0 ? 1 : -1)) }
    while samples.count % 4 != 0 { samples.append(0) }
    let format = AudioFormat(rate: 48000, channels: 1, samples: .s24)
    let directory = try TemporaryDirectory()
    var quick = try WAVWriter.create(path: directory.file("a.wav"), format: format)
    var plain = try WAVWriter.create(path: directory.file("b.wav"), format: format)
    let clamped = try quick.append(interleaved: samples, frames: samples.count)
    var expected = 0
    for sample in samples { expected += try plain.append(interleaved: [sample], frames: 1) }
    #expect(clamped == expected)
    #expect(clamped == samples.filter { !(abs($0) <= 1) }.count && clamped > 8)
    try quick.finish()
    try plain.finish()
    #expect(try directory.read("a.wav") == directory.read("b.wav"))
  }
}
