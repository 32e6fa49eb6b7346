import Glibc
import TakeFiles
import TestSupport
import Testing

/// Takes read by programs that others wrote.
@Suite struct ReadByOthersTests {
  private static let frames = 96_000

  /// Two seconds of noise with everything that a take can say.
  private static func take(
    _ directory: TemporaryDirectory, _ format: AudioFormat, end: TakeMetadata.End? = .stopped
  ) throws -> (path: String, words: [Int32]) {
    var metadata = TakeMetadataTests.sample()
    metadata.take = "20261120_153800_007"
    metadata.content = .rendered
    metadata.firstFrame = 0
    metadata.part = 0
    metadata.gaps = [TakeGap(frame: 70_000, frames: 480, cause: "overrun")]
    metadata.markers = [TakeMarker(frame: 12_345, kind: .button, label: "the owl")]
    metadata.end = nil
    let path = directory.file("20261120_153800_007.wav")
    var writer = try WAVWriter.create(path: path, format: format, metadata: metadata)
    var random = SeededGenerator(seed: 4)
    let words = (0..<(frames * format.channels)).map { _ in
      Int32.random(in: .min ... .max, using: &random) & ~255
    }
    try writer.append(samples: words, frames: frames)
    try writer.checkpoint(metadata)
    guard let end else { return (writer.inProgressPath, words) }
    metadata.end = end
    try writer.finish(metadata)
    return (path, words)
  }

  private static let stereo = AudioFormat(rate: 48000, channels: 2, samples: .s24)
  private static let raw = AudioFormat(rate: 48000, channels: 6, samples: .s32)

  @Test(
    "libsndfile sees bext, cue points, labels and every frame",
    .enabled(if: Tool.sndfileInfo.isInstalled, "needs sndfile-info (sndfile-programs)"))
  func libsndfile() throws {
    let directory = try TemporaryDirectory()
    let (path, _) = try Self.take(directory, Self.stereo)
    let (text, code) = Tool.sndfileInfo.run("--broadcast \(path)")
    #expect(code == 0)
    for line in [
      "Originator               : Pinna", "Origination date         : 2026-11-20",
      "Origination time         : 15:38:00", "56280.002562 seconds",
      "A=PCM,F=48000,W=24,M=stereo",
    ] { #expect(text.contains(line), Comment(rawValue: text)) }
    let info = Tool.sndfileInfo.run(path).output
    #expect(info.contains("Frames      : 96000"), Comment(rawValue: info))
    #expect(info.contains("Pos : 12345"))
    #expect(info.contains("labl : 1 : the owl"))
    #expect(info.contains("labl : 2 : gap of 480 frames: overrun"))
    #expect(info.contains("ended: stopped"))
  }

  @Test(
    "FFmpeg sees date, time reference, comment and chapters",
    .enabled(if: Tool.ffprobe.isInstalled, "needs ffprobe (ffmpeg)"))
  func ffmpeg() throws {
    let directory = try TemporaryDirectory()
    let (path, _) = try Self.take(directory, Self.stereo)
    let (text, code) = Tool.ffprobe.run(
      "-v error -show_format -show_streams -show_chapters \(path)")
    #expect(code == 0)
    for line in [
      "duration_ts=96000", "TAG:time_reference=2701440123", "TAG:date=2026-11-20",
      "TAG:encoded_by=Pinna", "TAG:title=the owl", "codec_name=pcm_s24le",
    ] { #expect(text.contains(line), Comment(rawValue: text)) }
  }

  @Test(
    "MediaInfo sees who made it, when, and how it was coded",
    .enabled(if: Tool.mediainfo.isInstalled, "needs mediainfo"))
  func mediainfo() throws {
    let directory = try TemporaryDirectory()
    let (path, _) = try Self.take(directory, Self.stereo)
    let text = Tool.mediainfo.run(path).output
    for words in [
      "Pinna", "2026-11-20 15:38:00", "A=PCM,F=48000,W=24,M=stereo", "24 bits", "2 s 0 ms",
    ] {
      #expect(text.contains(words), Comment(rawValue: text))
    }
  }

  @Test(
    "SoX reads every frame of the raw file too",
    .enabled(if: Tool(name: "soxi").isInstalled, "needs sox"))
  func sox() throws {
    for format in [Self.stereo, Self.raw] {
      let directory = try TemporaryDirectory()
      let (path, _) = try Self.take(directory, format)
      let tool = Tool(name: "soxi")
      #expect(tool.run("-s \(path)").output == "\(Self.frames)\n")
      #expect(tool.run("-c \(path)").output == "\(format.channels)\n")
      #expect(tool.run("-b \(path)").output == "\(format.samples.bits)\n")
    }
  }

  @Test(
    "Python's wave module gives back every sample, also of a take that was cut off",
    .enabled(if: Tool(name: "python3").isInstalled, "needs python3"), arguments: [true, false])
  func python(isFinished: Bool) throws {
    let directory = try TemporaryDirectory()
    let (path, words) = try Self.take(directory, Self.stereo, end: isFinished ? .stopped : nil)
    let script = """
      import sys, wave
      w = wave.open(sys.argv[1])
      open(sys.argv[2], "wb").write(w.readframes(w.getnframes()))
      print(w.getnchannels(), w.getsampwidth(), w.getframerate(), w.getnframes())
      """
    try directory.write(Array(script.utf8), to: "read.py")
    let (text, code) = Tool(name: "python3").run(
      "\(directory.file("read.py")) \(path) \(directory.file("samples"))")
    #expect(code == 0, Comment(rawValue: text))
    let samples = try directory.read("samples")
    let got = samples.count / 6
    #expect(text == "2 3 48000 \(got)\n")
    #expect(isFinished ? got == Self.frames : got > Self.frames - 2400)
    let bytes = words[..<(2 * got)].flatMap { word in
      [8, 16, 24].map { UInt8(truncatingIfNeeded: word >> $0) }
    }
    #expect(bytes == samples)
  }
}
