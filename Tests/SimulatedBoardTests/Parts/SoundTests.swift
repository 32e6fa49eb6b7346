import Boards
import Glibc
import SimulatedBoard
import TakeFiles
import TestSupport
import Testing

@Suite struct SoundTests {
  private func render(
    _ source: SoundSource, rate: Int = 48000, frames: Int
  ) throws -> [Float] {
    let board = SceneFixture.board(positions: [.zero], rate: rate)
    return SceneFixture.floats(
      try SceneRenderer(
        scenario: SceneFixture.scenario([source]), board: board, layouts: SceneFixture.upright),
      frames: frames)[0]
  }

  private func file(
    _ samples: [Float], channels: Int = 1, rate: Int, in directory: TemporaryDirectory
  ) throws -> String {
    let path = directory.file("sound.wav")
    var writer = try WAVWriter.create(
      path: path, format: AudioFormat(rate: rate, channels: channels, samples: .f32))
    try writer.append(interleaved: samples, frames: samples.count / channels)
    try writer.finish()
    return path
  }

  private let ahead = SoundSource.Position.device(Vector3(0, 0, 1), .far)

  @Test(arguments: [SoundSource.Sound.noise(.white), .noise(.pink), .tone(frequency: 1000)])
  func levelsAreThoseOfASineWaveAtFullScale(sound: SoundSource.Sound) throws {
    let signal = try render(
      SoundSource(sound: sound, position: ahead, level: -20), frames: 480_000)
    let level = SceneFixture.decibels(
      SceneFixture.rootMeanSquare(signal[4800...]) * 2.0.squareRoot())
    // White noise loses what the interpolation takes at the very top.
    #expect(abs(level + 20) < 0.5)
  }

  @Test func pinkNoiseHasTheSamePowerInEveryOctave() throws {
    let signal = try render(
      SoundSource(sound: .noise(.pink), position: ahead), frames: 480_000)
    // Octaves by summing and differencing neighbours (the Haar transform): exact for this purpose within a decibel.
    var octave = signal.map(Double.init)
    var levels: [Double] = []
    for _ in 0..<8 {
      var (low, power): ([Double], Double) = ([], 0)
      for i in stride(from: 0, to: octave.count - 1, by: 2) {
        low.append((octave[i] + octave[i + 1]) / 2.0.squareRoot())
        power += (octave[i] - octave[i + 1]) * (octave[i] - octave[i + 1]) / 2
      }
      levels.append(10 * log10(power / Double(signal.count)))
      octave = low
    }
    let middle = levels[1..<8].reduce(0, +) / 7
    for level in levels[1..<8] { #expect(abs(level - middle) < 1) }
  }

  @Test func aFileStartsWhereItShouldWithItsOwnSamples() throws {
    let directory = try TemporaryDirectory()
    // Two clicks, far enough apart for the interpolation.
    var samples = [Float](repeating: 0, count: 2000)
    samples[0] = 0.5
    samples[1000] = -0.25
    let path = try file(samples, rate: 48000, in: directory)
    let signal = try render(
      SoundSource(sound: .file(path: path), position: ahead, level: -20, start: 0.1), frames: 10000)
    // The mean power becomes that of a sine wave of -20 dBFS.
    let gain = 0.1 / 2.0.squareRoot() / SceneFixture.rootMeanSquare(samples)
    for (n, value) in signal.enumerated() {
      let expected = n == 4800 ? 0.5 * gain : n == 5800 ? -0.25 * gain : 0
      #expect(abs(Double(value) - expected) < 1e-6)
    }
  }

  @Test(arguments: [8000, 22050, 44100, 96000])
  func otherRatesKeepFrequencyPhaseAndLevel(rate: Int) throws {
    let directory = try TemporaryDirectory()
    let samples = (0..<rate).map { Float(0.5 * sin(2 * .pi * 1000 * Double($0) / Double(rate))) }
    let path = try file(samples, rate: rate, in: directory)
    let signal = try render(
      SoundSource(sound: .file(path: path), position: ahead, level: -6), frames: 48000)
    let (amplitude, phase) = SceneFixture.tone(signal, 4800..<43200, frequency: 1000)
    #expect(abs(SceneFixture.decibels(amplitude) + 6) < 0.02)
    #expect(abs(phase) < 0.0005)
    #expect(
      SceneFixture.rootMeanSquare(signal[4800..<43200]) * 2.0.squareRoot() < amplitude * 1.0001)
  }

  @Test func channelsAreMixedAndFilesLoopAndEnd() throws {
    let directory = try TemporaryDirectory()
    let samples = (0..<4800).flatMap { n -> [Float] in
      let value = Float(sin(2 * .pi * 100 * Double(n) / 48000))
      return [value, value, -value, value]
    }
    let path = try file(samples, channels: 4, rate: 48000, in: directory)
    var source = SoundSource(sound: .file(path: path), position: ahead, level: 0)
    let once = try render(source, frames: 14400)
    #expect(abs(SceneFixture.tone(once, 0..<4800, frequency: 100).amplitude - 1) < 1e-3)
    #expect(once[4900...].allSatisfy { $0 == 0 })
    source.isLooped = true
    source.until = 0.25
    let looped = try render(source, frames: 14400)
    #expect(abs(SceneFixture.tone(looped, 4800..<9600, frequency: 100).amplitude - 1) < 1e-3)
    #expect(looped[12100...].allSatisfy { $0 == 0 })
  }

  @Test func tonesRiseAndFallWithoutAClick() throws {
    let signal = try render(
      SoundSource(
        sound: .tone(frequency: 500), position: ahead, level: 0, start: 0.0501, until: 0.1),
      frames: 9600)
    let steepest = zip(signal, signal.dropFirst()).map { abs($0 - $1) }.max()
    #expect(try #require(steepest) < 0.07)
    #expect(signal[..<2300].allSatisfy { $0 == 0 } && signal[4900...].allSatisfy { $0 == 0 })
  }

  @Test func aMissingFileIsSaid() {
    #expect(
      throws: TakeFileError.system(operation: .open, path: "/nowhere/x.wav", code: ENOENT)
    ) {
      _ = try render(
        SoundSource(sound: .file(path: "/nowhere/x.wav"), position: ahead), frames: 1)
    }
  }
}
