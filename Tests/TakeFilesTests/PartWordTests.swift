import TestSupport
import Testing

@testable import TakeFiles

@Suite("Words of letters at the end of file names")
struct PartWordTests {
  private let folder: TemporaryDirectory
  private var takes: TakeDirectory { TakeDirectory(path: folder.path) }
  private let take = "20260801_120000_007"

  init() throws { folder = try TemporaryDirectory() }

  /// Makes a file of 400 frames.
  private func make(_ name: String, part: Int = 0, family: String? = nil) throws {
    var metadata = MadeTake.metadata(markers: 0)
    (metadata.gaps, metadata.preRollFrames) = ([], 0)
    metadata.end = .stopped
    metadata.part = part
    metadata.firstFrame = 400 * part
    if let family { metadata.familyID = family }
    var writer = try WAVWriter.create(
      path: folder.file(name + ".wav"),
      format: AudioFormat(rate: 8000, channels: 2, samples: .s24), metadata: metadata)
    try writer.append(interleaved: MadeTake.samples(frames: 400, channels: 2), frames: 400)
    try writer.finish(metadata)
  }

  @Test(
    "a rendering called top, a mix of another program and the take are three takes",
    arguments: ["top", "mix", "left", "eq"])
  func word(_ word: String) throws {
    try make(take)
    try make("\(take)_\(word)", family: "another")
    let found = try takes.takes()
    #expect(found.map(\.name) == [take, "\(take)_\(word)"])
    #expect(found.map(\.number) == [7, nil])
    #expect(found.map(\.frames) == [400, 400])
    #expect(try takes.takes(numbers: [7]).map(\.name) == [take])
    #expect(try takes.takes(near: "\(take)_\(word).wav").map(\.name).contains("\(take)_\(word)"))
    #expect(try takes.lastTake()?.name == take)
    #expect(found.allSatisfy { TakeVerifier.verify($0).isSound })
  }

  @Test("a mix whose take is gone hides no other take, and counts as another file")
  func alone() throws {
    try make(take)
    try make("20260801_130000_009_mix", family: "another")
    #expect(try takes.lastTake()?.name == take)
    let numbers = try takes.numbers()
    #expect(numbers.takes == [7])
    #expect(numbers.otherFileCount == 1)
  }

  @Test("a take keeps its name in a copy, even if an earlier copy of a mix beside it differs")
  func copied() throws {
    try make(take)
    try make("\(take)_mix", family: "another")
    let medium = try TemporaryDirectory()
    try medium.write([1, 2, 3], to: "\(take)_mix.wav")
    let plan = try CopyPlan(
      from: try OpenFolder(path: folder.path), to: TakeDirectory(path: medium.path))
    #expect(plan.items.map { TakeName.fileName(of: $0.destination) }.first == "\(take).wav")
    #expect(plan.items.count == 2)
  }

  @Test("a file of another program counts as a part only if a single letter ends its name")
  func other() throws {
    try make(take)
    for word in ["b", "mix"] {
      var bytes = Array("RIFF".utf8)
      bytes.append(littleEndian: UInt32(36 + 1600))
      bytes += Array("WAVEfmt ".utf8) + [16, 0, 0, 0, 1, 0, 2, 0]
      for number in [8000, 32000] { bytes.append(littleEndian: UInt32(number)) }
      bytes += [4, 0, 16, 0] + Array("data".utf8)
      bytes.append(littleEndian: UInt32(1600))
      bytes += [UInt8](repeating: 1, count: 1600)
      try folder.write(bytes, to: "\(take)_\(word).wav")
    }
    #expect(try takes.takes().map(\.frames) == [800, 400])
  }

  @Test("parts with two letters are parts if their metadata say so")
  func parts() throws {
    for part in 0...27 { try make("\(take)_\(TakeName.letters(part))", part: part) }
    let found = try takes.takes()
    #expect(found.map(\.name) == [take])
    #expect(found.first?.frames == 28 * 400)
  }
}
