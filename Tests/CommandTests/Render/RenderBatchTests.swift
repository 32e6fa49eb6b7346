import Glibc
import TakeFiles
import TestSupport
import Testing

@testable import CommandSupport
@testable import pinna

/// `pinna render --into`: many files, and what is there stays.
@Suite struct RenderBatchTests {
  private let folder: TemporaryFolder
  private let inputs: [String]

  init() throws {
    folder = try TemporaryFolder()
    try folder.write(PairBoardFile.bare, to: "pair.toml")
    let path = folder.path
    inputs = try (1...3).map { try Self.noise("\(path)/night_00\($0)_raw.wav", seed: $0) }
  }

  @discardableResult
  private static func noise(
    _ path: String, seed: Int, frames: Int = 4800, metadata: TakeMetadata? = nil
  ) throws -> String {
    var writer = try WAVWriter.create(
      path: path, format: AudioFormat(rate: 48_000, channels: 2, samples: .s24),
      metadata: metadata)
    let samples = (0..<(2 * frames)).map { Float(($0 * 7919 * seed) % 997) / 4000 }
    try writer.append(interleaved: samples, frames: frames)
    try writer.finish(metadata)
    return path
  }

  private func render(_ inputs: [String], _ more: String...) -> CommandRun {
    CommandRun.pinna(
      ["render"] + inputs
        + [
          "--into", folder.path + "/out", "--board", "\(folder.path)/pair.toml", "--pattern",
          "omni", "--ears", "sphere",
        ] + more)
  }

  private func outputs() throws -> [String: [UInt8]] {
    var found: [String: [UInt8]] = [:]
    let list = ChildProcess.run(["ls", "-A", folder.path + "/out"])
    for name in try #require(list).output.split(separator: "\n").map(String.init) {
      found[name] = try folder.bytes("out/" + name)
    }
    return found
  }

  @Test("a take in progress is not rendered")
  func unfinished() throws {
    let path = TakeName.inProgressPath(for: inputs[0])
    try TakeFile.rename(inputs[0], to: path)
    let run = CommandRun.pinna(["render", path, folder.expect("out.wav")])
    #expect(run.code == .temporary, "\(run.diagnostics)")
    #expect(run.diagnostics.contains("is being recorded or was cut off"))
  }

  @Test("every file is rendered once, and the same command goes on where it was interrupted")
  func resumed() throws {
    let first = render(Array(inputs.prefix(2)))
    #expect(first.code == .success && first.diagnostics.contains("2 rendered"), "\(first)")
    let made = try outputs()
    #expect(made.count == 2 && made["night_001_back_portrait_omni.wav"] != nil, "\(made.keys)")
    // A worker that was killed leaves a file in progress.
    let left = TakeName.inProgressPath(for: folder.path + "/out/night_003_back_portrait_omni.wav")
    try folder.write("", to: "out/" + TakeName.fileName(of: left))
    let second = render(inputs)
    #expect(second.code == .success, "\(second.diagnostics)")
    #expect(second.diagnostics.contains("1 rendered, 2 skipped"), "\(second.diagnostics)")
    let all = try outputs()
    #expect(all.count == 3)
    for (name, bytes) in made { #expect(all[name] == bytes) }
    #expect(render(inputs).diagnostics.contains("0 rendered, 3 skipped"))
    // The same as one by one.
    let one = CommandRun.pinna([
      "render", inputs[2], folder.path + "/one.wav", "--board", "\(folder.path)/pair.toml",
      "--pattern", "omni", "--ears", "sphere",
    ])
    #expect(one.code == .success)
    #expect(
      try TakeFile.read(path: folder.path + "/one.wav").metadata.audioChecksum
        == TakeFile.read(path: folder.path + "/out/night_003_back_portrait_omni.wav").metadata
        .audioChecksum)
  }

  @Test(
    "what is there and is not the same is never replaced, and the others are rendered all the same")
  func others() throws {
    #expect(render([inputs[0]]).code == .success)
    let changed = render(inputs, "--low-cut", "200")
    #expect(changed.code == .cannotCreate, "\(changed.diagnostics)")
    #expect(changed.diagnostics.contains("made with other settings"), "\(changed.diagnostics)")
    #expect(changed.diagnostics.contains("2 rendered, 1 failed"), "\(changed.diagnostics)")
    #expect(
      render([inputs[1]], "--low-cut", "200", "--samples", "f32").code == .cannotCreate)
    // A file that was cut off is not sound.
    let path = folder.path + "/out/night_001_back_portrait_omni.wav"
    #expect(truncate(path, 3000) == 0)
    #expect(render([inputs[0]]).diagnostics.contains("and it will be made again"))
    // Files of two recorders with one name.
    mkdir(folder.path + "/birch", 0o755)
    try Self.noise(folder.path + "/birch/night_002_raw.wav", seed: 9, frames: 4000)
    let same = render([folder.path + "/birch/night_002_raw.wav"], "--low-cut", "200")
    #expect(same.code == .cannotCreate && same.diagnostics.contains("from another recording"))
    let missing = render([folder.path + "/none.wav", inputs[1]], "--low-cut", "200")
    #expect(missing.code == .noInput && missing.diagnostics.contains("0 rendered, 1 skipped"))
  }

  @Test("takes of two recorders with one name, one time and one length are told apart")
  func twoRecorders() throws {
    let takes = try ["oak", "birch"].map { name in
      mkdir("\(folder.path)/\(name)", 0o755)
      var metadata = TakeMetadata()
      (metadata.take, metadata.content, metadata.rate) = ("20261231_235900_001", .raw, 48_000)
      metadata.familyID = TakeMetadata.identity(of: [name])
      metadata.end = .stopped
      return try Self.noise(
        "\(folder.path)/\(name)/20261231_235900_001_raw.wav", seed: 1, metadata: metadata)
    }
    #expect(render([takes[0]]).code == .success)
    #expect(render([takes[0]]).diagnostics.contains("0 rendered, 1 skipped"))
    let other = render([takes[1]])
    #expect(other.code == .cannotCreate, "\(other.diagnostics)")
    #expect(other.diagnostics.contains("made from another recording"), "\(other.diagnostics)")
  }

  @Test("files of other recorders with one name, one time and one length are told apart")
  func otherRecorders() throws {
    let files = try (1...2).map { unit in
      mkdir("\(folder.path)/unit\(unit)", 0o755)
      return try Self.noise("\(folder.path)/unit\(unit)/ZOOM0001.WAV", seed: unit)
    }
    let run = render(files)
    #expect(run.code == .cannotCreate, "\(run.diagnostics)")
    #expect(run.diagnostics.contains("made from another recording"), "\(run.diagnostics)")
    #expect(run.diagnostics.contains("1 rendered, 1 failed"), "\(run.diagnostics)")
    #expect(render([files[0]]).diagnostics.contains("0 rendered, 1 skipped"))
  }

  @Test("a file that another process is making is skipped only if it is the same")
  func beingMade() throws {
    #expect(render([inputs[0]]).code == .success)
    let path = folder.path + "/out/night_001_back_portrait_omni.wav"
    let made = try TakeFile.read(path: path).metadata
    #expect(unlink(path) == 0)
    let writer = try WAVWriter.create(
      path: path, format: AudioFormat(rate: 48_000, channels: 1, samples: .s24), metadata: made)
    let same = render([inputs[0]])
    #expect(same.diagnostics.contains("0 rendered, 1 skipped"), "\(same.diagnostics)")
    let other = render([inputs[0]], "--low-cut", "200")
    #expect(other.code == .cannotCreate, "\(other.diagnostics)")
    #expect(other.diagnostics.contains("another process is making it"), "\(other.diagnostics)")
    try writer.finish(made)
  }

  @Test("words that say nothing together are refused")
  func usage() {
    for run in [
      render([inputs[0], inputs[0]]), render(inputs, "--from", "1"), render(inputs, "--keep-delay"),
      CommandRun.pinna(["render"] + inputs),
    ] { #expect(run.code == .usage, "\(run.diagnostics)") }
  }
}
