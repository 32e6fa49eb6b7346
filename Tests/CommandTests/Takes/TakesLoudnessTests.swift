import Glibc
import TakeFiles
import TestSupport
import Testing

@testable import CommandSupport
@testable import pinna

/// `pinna takes export --normalize` and `--gain`.
@Suite struct TakesLoudnessTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  /// A sound of a part of a take: seconds of noise with a mean level, and one sample as its peak.
  private struct Sound {
    var seconds = 3.0
    var level: Float = -40
    var peak: Float?
  }

  /// Writes a take of stereo noise, the same in every run.
  private func make(
    _ sound: Sound = Sound(), part: Int? = nil, content: TakeName.Content = .rendered,
    channels: Int = 2
  ) throws -> String {
    var metadata = TakeMetadata()
    metadata.take = "20260801_120000_001"
    metadata.familyID = "0123456789abcdef0123456789abcdef"
    metadata.date = CivilDate(year: 2026, month: 8, day: 1, hour: 12, minute: 0, second: 0)
    metadata.boardID = "phone"
    metadata.rate = 48000
    metadata.content = content
    metadata.part = part ?? 0
    metadata.pattern = "stereo"
    metadata.tracks = [.init(name: "LEFT"), .init(name: "RIGHT")]
    let name = TakeName(date: metadata.date, number: 1, content: content, part: part)
    var writer = try WAVWriter.create(
      path: name.path(in: folder.path),
      format: AudioFormat(rate: 48000, channels: channels, samples: .s24), metadata: metadata)
    var random = SeededGenerator(seed: UInt64(7 + (part ?? 0)))
    let frames = Int(sound.seconds * 48000)
    // Each sample is one of the five before it as well, so that codecs keep nearly all of the noise.
    let factor = pow(10, sound.level / 20) * 3.0.squareRoot().float
    let white = (0..<(frames * channels)).map { _ in
      factor * Float.random(in: -1...1, using: &random)
    }
    var samples = white
    for index in (5 * channels)..<max(5 * channels, white.count) {
      samples[index] =
        (0..<5).reduce(0) { $0 + white[index - $1 * channels] } / 5.0.squareRoot().float
    }
    if let peak = sound.peak { samples[samples.count / 2] = pow(10, peak / 20) }
    try writer.append(interleaved: samples, frames: frames)
    metadata.end = .stopped
    try writer.finish(metadata)
    return name.path(in: folder.path)
  }

  private func export(_ words: String...) -> CommandRun {
    CommandRun.pinna(["takes", "export"] + words)
  }

  private func loudness(_ paths: String...) throws -> Loudness {
    try #require(try LoudnessSurvey(paths).run().loudness)
  }

  @Test("each kind of file has the loudness that is asked for, and the take is not touched")
  func kinds() throws {
    let take = try make()
    let before = try folder.read("20260801_120000_001.wav")
    for kind in TakeFileKind.allCases where kind != .m4a || ExportTests.hasFfmpeg {
      let out = folder.expect("out.\(kind.ending)")
      let run = export(take, "--format", kind.rawValue, "--normalize", "-23", "--out", out)
      #expect(run.code == .success, "\(run.diagnostics)")
      #expect(run.diagnostics == "")
      #expect(run.output.contains(" dB, -23 LUFS, true peak -"), "\(run.output)")
      let reached = try loudness(out)
      // Opus and AAC drop the highest of the noise.
      let tolerance = [.wav, .flac].contains(kind) ? 0.05 : 0.5
      #expect(abs(reached.integrated + 23) < tolerance, "\(kind): \(reached)")
      let shown = CommandRun.pinna(["takes", "show", out])
      #expect(shown.output.contains(" LUFS, range 0.0 LU, true peak -"), "\(shown.output)")
      #expect(shown.output.contains("LUFS and a true peak of"), "\(shown.output)")
    }
    #expect(try folder.read("20260801_120000_001.wav") == before)
  }

  @Test(
    "ffmpeg measures the same loudness of the new file",
    .enabled(if: ExportTests.hasFfmpeg, "needs ffmpeg"))
  func byOthers() throws {
    let take = try make()
    let out = folder.expect("out.wav")
    #expect(export(take, "--format", "wav", "--normalize", "-16", "--out", out).code == .success)
    let words = [
      "ffmpeg", "-nostdin", "-hide_banner", "-i", out, "-af", "ebur128", "-f",
      "null",
      "-",
    ]
    let run = try #require(
      ChildProcess.run(["sh", "-c", words.joined(separator: " ") + " 2>&1"]))
    let start = try #require(run.output.firstRange(of: "Summary:"))
    let summary = String(run.output[start.upperBound...])
    #expect(summary.contains("I:         -16.0 LUFS"), "\(summary)")
  }

  @Test("a true peak that would clip lowers the gain, and the words say what it gives")
  func peak() throws {
    let take = try make(Sound(level: -40, peak: -8))
    let out = folder.expect("out.wav")
    let run = export(take, "--format", "wav", "--normalize", "-16", "--out", out)
    #expect(run.code == .success)
    let start = "pinna: \(take): +"
    #expect(run.diagnostics.hasPrefix(start), "\(run.diagnostics)")
    for words in [
      " dB would raise its true peak to +", " dB instead, so its loudness is -", "instead of -16",
    ] {
      #expect(run.diagnostics.contains(words), "\(run.diagnostics)")
    }
    let reached = try loudness(out)
    #expect(reached.truePeak <= -0.99 && reached.truePeak > -1.1, "\(reached)")
    let second = folder.expect("second.wav")
    let gain = export(take, "--format", "wav", "--gain", "30", "--out", second)
    #expect(gain.code == .success && gain.diagnostics.contains("+30.0 dB would raise"))
    #expect(try folder.read("second.wav").utf8.count > 1000)
    #expect(abs(try loudness(second).truePeak - reached.truePeak) < 0.02)
  }

  @Test("a gain is a gain, to the bit of the samples")
  func gain() throws {
    let take = try make()
    let out = folder.expect("out.wav")
    let words = ["--format", "wav", "--samples", "f32", "--gain", "-6", "--out", out]
    #expect(CommandRun.pinna(["takes", "export", take] + words).code == .success)
    var was = try WAVReader.open(path: take)
    var now = try WAVReader.open(path: out)
    var (old, new) = ([Float](repeating: 0, count: 2000), [Float](repeating: 0, count: 2000))
    let read = (try was.read(into: &old, frames: 1000), try now.read(into: &new, frames: 1000))
    #expect(read == (1000, 1000))
    let factor = Float(pow(10, -6.0 / 20))
    #expect(zip(old, new).allSatisfy { abs($0 * factor - $1) < 1e-7 })
    #expect(old.contains { abs($0) > 1e-3 })
  }

  @Test("samples beyond full scale are counted, and no loudness is stated for the file")
  func clipped() throws {
    let take = folder.expect("loud.wav")
    var writer = try WAVWriter.create(
      path: take, format: AudioFormat(rate: 48000, channels: 2, samples: .f32))
    let tone = (0..<48000).flatMap { frame in
      [Float](repeating: Float(1.5 * sin(0.13 * Double(frame))), count: 2)
    }
    try writer.append(interleaved: tone, frames: 48000)
    try writer.finish()
    let canMakeMP3 = MP3Copy.refusal(for: try TakeFile.read(path: take)) == nil
    for format in canMakeMP3 ? ["wav", "flac", "mp3"] : ["wav", "flac"] {
      let out = folder.expect("out.\(format)")
      let run = export(take, "--samples", "s24", "--gain", "-1", "--json", "--out", out)
      let words = " samples exceeded full scale and were clipped; lower the level with --gain"
      #expect(run.code == .success && run.diagnostics.contains(words), "\(run.diagnostics)")
      #expect(!run.output.contains("truePeak"), "\(run.output)")
      #expect(!run.output.contains("\"clippedSamples\" : 0"), "\(run.output)")
    }
    let whole = export(take, "--format", "wav", "--out", folder.expect("whole.wav"))
    #expect(whole.code == .success && whole.diagnostics == "")
  }

  @Test("parts of one take become louder by the same")
  func parts() throws {
    _ = try make(Sound(level: -30), part: 0)
    _ = try make(Sound(level: -50), part: 1)
    let config = try folder.write("[take]\ndirectory = \"\(folder.path)\"\n", to: "pinna.toml")
    let run = export(
      "1", "--normalize", "-20", "--format", "flac", "--out", folder.path, "--config", config)
    #expect(run.code == .success, "\(run.diagnostics)")
    let paths = ["a", "b"].map { folder.path + "/20260801_120000_001_\($0).flac" }
    let metadata = try paths.map { try TakeFile.read(path: $0).metadata }
    #expect(metadata[0].gain == metadata[1].gain && metadata[0].gain > 1)
    #expect(abs(try loudness(paths[0], paths[1]).integrated + 20) < 0.1)
    #expect(try loudness(paths[1]).integrated < -30)
  }

  @Test("a take without loudness is said to have none, and nothing is written")
  func silence() throws {
    for (sound, reason) in [
      (Sound(seconds: 2, level: -110), "never louder than the gate of -70 LUFS"),
      (Sound(seconds: 0.3), "shorter than 0.4 s"),
    ] {
      let take = try make(sound)
      let run = export(take, "--normalize", "-16", "--out", folder.expect("out.flac"))
      #expect(run.code == .data)
      #expect(run.diagnostics.contains("\(take): its loudness cannot be measured: it is \(reason)"))
      #expect(!folder.contains("out.flac"))
      #expect(unlink(take) == 0)
    }
  }

  @Test("channels of microphones have no loudness, and can only become softer")
  func raw() throws {
    let take = try make(content: .raw, channels: 4)
    for words in [["--normalize", "-16"], ["--gain", "3"]] {
      let out = folder.expect("out.wav")
      let run = CommandRun.pinna(
        ["takes", "export", take, "--format", "wav", "--out", out] + words)
      #expect(run.code == .data)
      #expect(run.diagnostics.contains("4 channels of microphones have no loudness"))
      #expect(!folder.contains("out.wav"))
    }
    let softer = export(take, "--format", "wav", "--gain", "-3", "--out", folder.expect("out.wav"))
    #expect(softer.code == .success, "\(softer.diagnostics)")
    #expect(try TakeFile.read(path: folder.path + "/out.wav").metadata.gain == -3)
  }

  @Test(
    "wrong words are refused with the usage code",
    arguments: [
      (["--normalize", "-16", "--gain", "3"], "give only one of them"),
      (["--normalize", "loud"], "from -50 to -5 LUFS"),
      (["--normalize", "3"], "from -50 to -5 LUFS"),
      (["--normalize", "nan"], "from -50 to -5 LUFS"),
      (["--gain", "100"], "from -60 to 60 dB"),
      (["--gain"], "--gain"),
    ])
  func wrong(words: [String], answer: String) throws {
    let take = try make()
    let run = CommandRun.pinna(["takes", "export", take, "--out", folder.expect("x.flac")] + words)
    #expect(run.code == .usage)
    #expect(run.diagnostics.contains(answer), "\(run.diagnostics)")
    #expect(!folder.contains("x.flac"))
  }

  @Test("show measures it once, and again after another program changed the sound")
  func shown() throws {
    let take = try make(Sound(seconds: 2, level: -30, peak: -6))
    func show(_ words: String...) -> String {
      CommandRun.pinna(
        ["takes", "show", take] + words, environment: ["PINNA_CACHE": "\(folder.path)/cache"]
      ).output
    }
    let first = show()
    #expect(first.contains("LUFS, range 0.0 LU, true peak -") && first.contains("peak -6.0 dBFS"))
    let names = try #require(opendir("\(folder.path)/cache/loudness"))
    defer { closedir(names) }
    var count = 0
    while readdir(names) != nil { count += 1 }
    #expect(count == 3, "one file beside . and ..")
    #expect(show("--json").contains("\"peak\" : -6"))
    // Make the loudest sample silent, and leave all chunks as they are.
    let file = try #require(fopen(take, "r+"))
    fseek(file, 16384 + 3 * 96000, SEEK_SET)
    fwrite([UInt8](repeating: 0, count: 3), 1, 3, file)
    fclose(file)
    let later = timeval(tv_sec: 1_800_000_000, tv_usec: 0)
    utimes(take, [later, later])
    #expect(show().contains("LUFS") && !show().contains("peak -6.0 dBFS"))
    #expect(CommandRun.pinna(["takes", "rename", take, "dawn"]).code == .success)
    #expect(show().contains("dawn") && show().contains("LUFS"))
  }
}

extension Double {
  fileprivate var float: Float { Float(self) }
}
