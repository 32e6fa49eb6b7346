import Glibc
import TestSupport
import Testing

@testable import TakeFiles

/// Loudness against the signals of EBU Tech 3341, whose values are stated by those who defined it.
@Suite struct LoudnessTests {
  /// A stereo sine wave in pieces of a length and a peak level.
  private static func file(
    in directory: TemporaryDirectory, pieces: [(seconds: Double, decibels: Double)],
    channels: Int = 2, frequency: Double = 1000, phase: Double = 0
  ) throws -> String {
    let path = directory.file("tone.wav")
    var writer = try WAVWriter.create(
      path: path, format: AudioFormat(rate: 48000, channels: channels, samples: .f32))
    var time = 0
    for piece in pieces {
      let frames = Int(piece.seconds * 48000)
      let peak = pow(10, piece.decibels / 20)
      let samples = (0..<frames).flatMap { frame in
        let angle = 2 * .pi * frequency * Double(time + frame) / 48000 + phase
        return [Float](repeating: Float(peak * sin(angle)), count: channels)
      }
      try writer.append(interleaved: samples, frames: frames)
      time += frames
    }
    try writer.finish()
    return path
  }

  @Test("stereo tones have the loudness that EBU Tech 3341 states: cases 1, 2 and 3")
  func tones() throws {
    for (pieces, expected) in [
      ([(20.0, -23.0)], -23.0), ([(20.0, -33.0)], -33.0),
      ([(10.0, -36.0), (60.0, -23.0), (10.0, -36.0)], -23.0),
    ] {
      let directory = try TemporaryDirectory()
      let path = try Self.file(in: directory, pieces: pieces)
      let measured = try LoudnessSurvey([path]).run()
      let loudness = try #require(measured.loudness)
      #expect(abs(loudness.integrated - expected) <= 0.1, "\(loudness) for \(expected)")
    }
  }

  @Test("a peak between samples is found: EBU Tech 3341, case 16, -6.0 dBTP (+0.2, -0.4)")
  func truePeak() throws {
    let directory = try TemporaryDirectory()
    let path = try Self.file(
      in: directory, pieces: [(1, 20 * log10(0.5))], frequency: 12000, phase: .pi / 4)
    let peak = try LoudnessSurvey([path]).run().truePeak
    #expect(peak > -6.4 && peak < -5.8, "\(peak)")
  }

  @Test("the one channel of a mono file is counted once: 3 dB less than two of them")
  func mono() throws {
    let directory = try TemporaryDirectory()
    let path = try Self.file(in: directory, pieces: [(5, -23)], channels: 1)
    let loudness = try #require(try LoudnessSurvey([path]).run().loudness)
    #expect(abs(loudness.integrated + 26) < 0.1, "\(loudness)")
  }

  @Test(
    "what is too short, below the gate or silent has no loudness, and a peak where there is one")
  func silence() throws {
    for (pieces, hasPeak) in [
      ([(0.3, -20.0)], true), ([(5.0, -90.0)], true), ([(5.0, -400.0)], false),
    ] {
      let directory = try TemporaryDirectory()
      let path = try Self.file(in: directory, pieces: pieces)
      let measured = try LoudnessSurvey([path]).run()
      #expect(measured.integrated == nil && measured.loudness == nil)
      #expect((measured.truePeak > -110) == hasPeak)
    }
  }

  @Test("microphones have no loudness, and files of one take are alike")
  func refused() throws {
    let directory = try TemporaryDirectory()
    let four = try Self.file(in: directory, pieces: [(1, -20)], channels: 4)
    #expect(throws: TakeFileError.self) { try LoudnessSurvey([four]).run() }
    let other = try TemporaryDirectory()
    let two = try Self.file(in: other, pieces: [(1, -20)])
    let third = try TemporaryDirectory()
    let one = try Self.file(in: third, pieces: [(1, -20)], channels: 1)
    #expect(throws: TakeFileError.self) { try LoudnessSurvey([two, one]).run() }
  }

  @Test("a gain is lowered for the true peak, and one that makes softer is not touched")
  func wishes() {
    let loud = LoudnessSurvey.Result(integrated: -20, truePeak: -3)
    let clipped = LoudnessSurvey.Result(integrated: -10, truePeak: 0.5)
    let silent = LoudnessSurvey.Result(integrated: nil, truePeak: -.infinity)
    func gain(_ wish: LoudnessWish, _ of: LoudnessSurvey.Result) -> LoudnessWish.Gain? {
      wish.gain(of)
    }
    #expect(gain(.loudness(-19), loud) == .init(asked: 1, applied: 1))
    #expect(gain(.loudness(-16), loud) == .init(asked: 4, applied: 2))
    #expect(gain(.loudness(-10), clipped) == .init(asked: 0, applied: -1.5))
    #expect(gain(.loudness(-16), silent) == nil)
    #expect(gain(.gain(6), loud) == .init(asked: 6, applied: 2))
    #expect(gain(.gain(6), clipped) == .init(asked: 6, applied: 0))
    #expect(gain(.gain(-1), clipped) == .init(asked: -1, applied: -1))
    #expect(gain(.gain(6), silent) == .init(asked: 6, applied: 6))
    #expect(gain(.loudness(-16), loud)?.isLowered == true)
    #expect(gain(.gain(1), loud)?.isLowered == false)
  }

  @Test(
    "every kind of file says its gain and its loudness",
    arguments: [TakeFileKind.wav] + EncodedFixture.kinds)
  func metadata(kind: TakeFileKind) throws {
    let directory = try TemporaryDirectory()
    let input = try Self.file(in: directory, pieces: [(2, -23)])
    var coder = Transcoder(
      input: input, output: directory.file("out.\(kind.ending)"), kind: kind, samples: .s24)
    coder.gain = 7.25
    coder.loudness = Loudness(integrated: -23, truePeak: -22.5)
    try coder.run()
    let metadata = try TakeFile.read(path: coder.output).metadata
    #expect(metadata.gain == 7.25)
    #expect(metadata.loudness == Loudness(integrated: -15.75, truePeak: -15.25))
    #expect(
      metadata.notes == [
        "exported 7.3 dB louder than the take, which has -23.0 LUFS and a true peak of -22.5 dBTP"
      ])
    let measured = try #require(try LoudnessSurvey([coder.output]).run().loudness)
    #expect(abs(measured.integrated + 15.75) < 0.1, "\(measured)")
  }

  @Test("samples that are not numbers are counted, and the others have their loudness")
  func invalid() throws {
    let directory = try TemporaryDirectory()
    let path = directory.file("holes.wav")
    var samples = (0..<96000).flatMap { frame in
      [Float](repeating: Float(0.1 * sin(0.13 * Double(frame))), count: 2)
    }
    (samples[5000], samples[60000]) = (.nan, -.infinity)
    var writer = try WAVWriter.create(
      path: path, format: AudioFormat(rate: 48000, channels: 2, samples: .f32))
    try writer.append(interleaved: samples, frames: 96000)
    try writer.finish()
    let measured = try LoudnessSurvey([path]).run()
    #expect(measured.invalidSamples == 2 && abs(measured.peak + 20) < 0.1, "\(measured)")
    let integrated = try #require(measured.integrated)
    #expect(abs(integrated + 20) < 0.5, "\(measured)")
    let outcome = try Transcoder(
      input: path, output: directory.file("out.wav"), kind: .wav, samples: .s24
    ).run()
    #expect(outcome.words == ["2 samples were not numbers and were silenced"])
    #expect(
      Transcoder.Outcome(clippedSamples: 1, invalidSamples: 1).words == [
        "1 sample was not a number and was silenced",
        "1 sample exceeded full scale and was clipped",
      ])
  }

  @Test(
    "a file that could not hold some samples says so, and states no loudness",
    arguments: [TakeFileKind.wav] + EncodedFixture.kinds)
  func clipped(kind: TakeFileKind) throws {
    let directory = try TemporaryDirectory()
    let input = try Self.file(in: directory, pieces: [(1, 20 * log10(1.5))])
    var coder = Transcoder(
      input: input, output: directory.file("out.\(kind.ending)"), kind: kind, samples: .s24)
    coder.gain = -1
    coder.loudness = Loudness(integrated: 3, truePeak: 3.5)
    let outcome = try coder.run()
    #expect(outcome.frames == 48000 && outcome.clippedSamples > 10_000)
    let metadata = try TakeFile.read(path: coder.output).metadata
    #expect(metadata.loudness == nil && metadata.gain == -1)
    #expect(
      metadata.notes.last
        == "\(outcome.clippedSamples) samples exceeded full scale and were clipped")
  }

  @Test("bext has the loudness at the places of EBU Tech 3285 version 2")
  func broadcastExtension() {
    var chunk = BroadcastExtension()
    let none = chunk.payload(historyBytes: 0)
    #expect(
      none[412..<422].elementsEqual([0xFF, 0x7F, 0xFF, 0x7F, 0xFF, 0x7F, 0xFF, 0x7F, 0xFF, 0x7F]))
    chunk.loudness = Loudness(integrated: -16.004, truePeak: -1)
    let bytes = chunk.payload(historyBytes: 0)
    #expect(
      bytes.count == none.count && bytes[..<412] == none[..<412] && bytes[422...] == none[422...])
    func value(_ offset: Int) -> Int16 {
      Int16(bitPattern: UInt16(bytes[offset]) | UInt16(bytes[offset + 1]) << 8)
    }
    #expect(value(412) == -1600 && value(414) == 0x7FFF && value(416) == -100)
    #expect(value(418) == 0x7FFF && value(420) == 0x7FFF)
  }
}
