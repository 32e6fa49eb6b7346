import Glibc
import TestSupport
import Testing

@testable import TakeFiles

/// The finds of fuzzing, and files of every kind cut at many places, go through everything that reads strange files.
@Suite struct RecoveryCorpusTests {
  /// `Tests/Fuzzing/corpus`.
  private static let corpus =
    #filePath.split(separator: "/").dropLast(3).reduce("") { $0 + "/" + $1 } + "/Fuzzing/corpus"

  private static func problem(_ bytes: [UInt8], _ harness: RecoveryHarness) -> String? {
    bytes.withUnsafeBytes { harness.problem(with: $0) }
  }

  @Test("every file of the corpus is read, recovered and mended without fault")
  func replay() throws {
    let harness = try #require(RecoveryHarness())
    let names = try TakeDirectory(path: Self.corpus).entryNames().filter { !$0.hasPrefix(".") }
    #expect(names.count > 100)
    for name in names {
      let file = try OpenFile.read(Self.corpus + "/" + name)
      var bytes = [UInt8](repeating: 0, count: file.regularSize ?? 0)
      let read = bytes.withUnsafeMutableBytes {
        OpenFile.read(into: $0, from: file.descriptor, at: 0).bytes
      }
      _ = file.close()
      #expect(read == bytes.count)
      #expect(Self.problem(bytes, harness) == nil, "\(name)")
    }
  }

  @Test("files of every kind, cut anywhere, are recovered without fault")
  func cut() throws {
    let harness = try #require(RecoveryHarness())
    let directory = try TemporaryDirectory()
    let seeds = try RecoverySeeds.make(in: directory.path)
    #expect(seeds.count >= 12)
    for seed in seeds {
      for part in 0...48 {
        let bytes = Array(seed.bytes.prefix(seed.bytes.count * part / 48))
        #expect(Self.problem(bytes, harness) == nil, "\(seed.name), \(bytes.count) bytes")
      }
    }
  }

  @Test("the harness notices what must not be")
  func notices() throws {
    let harness = try #require(RecoveryHarness())
    #expect(Self.problem([], harness) == nil)
    // A corpus that nothing can fail is no test: a header that lies is a flaw.
    let directory = try TemporaryDirectory()
    let seed = try #require(
      try RecoverySeeds.make(in: directory.path).first { $0.name == "plain-s16-zero.wav" })
    try directory.write(seed.bytes, to: "x.wav")
    #expect(!(try WAVMend.flaws(of: directory.file("x.wav")).isEmpty))
  }
}
