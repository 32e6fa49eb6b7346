import Glibc
import TakeFiles
import TestSupport
import Testing

@testable import CommandSupport
@testable import pinna

/// Filters that were exported, in other people's convolvers.
@Suite struct ExportTests {
  static let hasFfmpeg: Bool = {
    let search = getenv("PATH").map { String(cString: $0) } ?? ""
    return search.split(separator: ":").contains { access("\($0)/ffmpeg", X_OK) == 0 }
  }()

  /// Three microphones on four channels, in another order: one is late, one is inverted.
  private static let board = """
    schema = 1
    name = "Three"
    source = "made for tests"
    [capture]
    device = "none"
    channels = 4
    [[microphone]]
    name = "a"
    channel = 3
    position = [-40.0, 0.0, 0.0]
    [[microphone]]
    name = "b"
    channel = 0
    position = [40.0, 0.0, 0.0]
    inverted = true
    [[microphone]]
    name = "c"
    channel = 2
    position = [0.0, 30.0, 5.0]
    delay = 12.0
    [[data-source]]
    name = "Back"
    orientation = "back"
    forward = [0.0, 0.0, -1.0]
    patterns = ["stereo"]
    """

  private static let frames = 24000

  private static func recording(at path: String) throws {
    var random = SeededGenerator(seed: 5)
    var writer = try WAVWriter.create(
      path: path, format: AudioFormat(rate: 48000, channels: 4, samples: .f32))
    // Silent at both ends: ffmpeg knows silence only as what is before and behind a file.
    let samples = (0..<(4 * frames)).map { place in
      let sample = Float.random(in: -0.1...0.1, using: &random)
      return place < 4 || place >= 4 * (frames - 1) ? 0 : sample
    }
    try writer.append(interleaved: samples, frames: frames)
    try writer.finish()
  }

  /// The samples of a file of 32-bit floats.
  private static func samples(_ path: String) throws -> [Float] {
    var reader = try WAVReader.open(path: path)
    var samples = [Float](repeating: 0, count: reader.frames * reader.channels)
    let frames = try reader.read(into: &samples, frames: reader.frames)
    return Array(samples.prefix(frames * reader.channels))
  }

  @Test(
    "ffmpeg with the exported filters gives what render gives",
    .enabled(if: hasFfmpeg, "needs ffmpeg"))
  func ffmpeg() throws {
    let folder = try TemporaryFolder()
    let board = try folder.write(Self.board, to: "three.toml")
    let path = folder.path
    try Self.recording(at: folder.expect("IN.wav"))
    let choice = [
      "--board", board, "--source", "back", "--orientation", "portrait", "--ears", "sphere",
    ]
    let export = CommandRun.pinna(["design"] + choice + ["--export", "\(path)/filters"])
    #expect(export.code == .success, "\(export.diagnostics)")
    let render = CommandRun.pinna(
      ["render", "\(path)/IN.wav", "\(path)/ours.wav"] + choice
        + ["--low-cut", "off", "--no-limiter", "--rendering", "linear", "--wind", "off"]
        + ["--keep-delay", "--samples", "f32"])
    #expect(render.code == .success, "\(render.diagnostics)")

    let notes = try folder.read("filters/three_Back_portrait_stereo.txt")
    let command = try #require(
      notes.split(separator: "\n").first { $0.hasPrefix("ffmpeg -i IN.wav") })
    let gain = try Self.convolutionGain(path)
    let wet = try #require(gain) > 1.5 ? "wet=0.5" : "wet=1"
    let words = String(command)
    let at = try #require(words.firstRange(of: "wet=1"))
    let other = words.replacing("wet=1", with: wet).replacing("IN.wav", with: "../IN.wav")
    #expect(at.lowerBound > words.startIndex)
    let run = try #require(
      ChildProcess.run(["sh", "-c", "cd '\(path)/filters' && \(other) -y -v error -nostdin"]))
    #expect(run.status == 0, "\(run.output)")

    let ours = try Self.samples("\(path)/ours.wav")
    let theirs = try Self.samples("\(path)/filters/OUT.wav")
    #expect(ours.count == 2 * Self.frames && theirs.count >= ours.count)
    let loudest = ours.map(abs).max() ?? 0
    #expect(loudest > 0.05)
    let error = zip(ours, theirs).map { abs($0 - $1) }.max() ?? 1
    #expect(error < 2e-6)
  }

  /// The gain of this ffmpeg's `afir` where it should have none: some versions double.
  private static func convolutionGain(_ folder: String) throws -> Float? {
    for (name, values) in [
      ("one", [1] + [Float](repeating: 0, count: 63)),
      ("flat", [Float](repeating: 0.25, count: 20000)),
    ] {
      var writer = try WAVWriter.create(
        path: "\(folder)/\(name).wav", format: AudioFormat(rate: 48000, channels: 1, samples: .f32))
      try writer.append(interleaved: values, frames: values.count)
      try writer.finish()
    }
    let command =
      "cd '\(folder)' && ffmpeg -nostdin -v error -i flat.wav -i one.wav -filter_complex "
      + "'[0:a][1:a]afir=gtype=none' -c:a pcm_f32le gain.wav"
    guard ChildProcess.run(["sh", "-c", command])?.status == 0 else { return nil }
    return try samples("\(folder)/gain.wav").max().map { $0 / 0.25 }
  }

  @Test("the text for other convolvers has every filter, with the channels of the capture device")
  func notes() throws {
    let folder = try TemporaryFolder()
    let board = try folder.write(Self.board, to: "three.toml")
    let export = CommandRun.pinna([
      "design", "--board", board, "--source", "back", "--orientation", "portrait", "--ears",
      "sphere", "--export", "\(folder.path)/filters",
    ])
    #expect(export.code == .success, "\(export.diagnostics)")
    let notes = try folder.read("filters/three_Back_portrait_stereo.txt")
    // With "c", ffmpeg accepts only numbers of channels for which it has a layout.
    #expect(notes.contains(",pan=3C|c0=c3|"))
    for line in [
      "/convolver/new 4 2 64 256",
      "/impulse/read 4 1 1 0 0 0 1 three_Back_portrait_stereo_left.wav",
      "/impulse/read 3 2 1 0 0 0 3 three_Back_portrait_stereo_right.wav",
      "filter_length: 64,4;",
      "filter \"right_0\" { from_inputs: \"in_3\"; to_outputs: \"right\"; coeff: \"right_0\"; };",
      "  - { type: Filter, channels: [5], names: [right_2] }",
    ] {
      #expect(notes.split(separator: "\n").contains(Substring(line)), "\(line)")
    }
  }
}
