import Boards
import Glibc
import Recorder
import SimulatedBoard
import TakeFiles
import TestSupport
import Testing

/// The condition for tests that write gigabytes.
private enum LargeTakes {
  static let areWanted = TestForm.isLong && room > 10_000_000_000

  private static var room: Int {
    PlainStorage().freeBytes(directory: "/var/tmp") ?? 0
  }
}

/// Takes across 4 GiB: gigabytes on a real disk.
@Suite(
  .enabled(
    if: LargeTakes.areWanted,
    "needs PINNA_TEST_LONG (deploy/test --long) and 10 GB in /var/tmp"), .serialized)
struct LargeTakeTests {
  /// 32 channels of 32 bits: 6.1 MB a second, 4 GiB in 699 s.
  private static let seconds = 720.0
  private static let bytesPerFrame = 128

  private func record(_ folder: String, fileLimit: Int?) throws -> TakeResult {
    let takes = try SimulatedTakes(board: SimulatedTakes.board(format: .s32, channels: 32))
    let text =
      "board = \"test\"\nduration = \(Self.seconds + 1)\n" + SimulatedTakes.noise(azimuth: 30)
      + SimulatedTakes.take(from: 0.1, to: Self.seconds)
    let scenario = try Scenario.parse(text: text, name: folder + "/scenario.toml")
    var configuration = SessionConfiguration(board: takes.board, directory: folder)
    configuration.form.preRollSeconds = 0
    configuration.form.keepsRaw = true
    var simulator = try Simulator(scenario: scenario, board: takes.board)
    simulator.fileLimit = fileLimit
    let outcome = try simulator.run(configuration: configuration, filters: takes.filters)
    return try #require(outcome.takes.first)
  }

  @Test("past 4 GiB a raw file is RF64, and split at 3.6 GiB it has the same frames")
  func large() throws {
    let folder = "/var/tmp/pinna-large-\(getpid())"
    mkdir(folder, 0o700)
    defer { _ = ChildProcess.run(["rm", "-rf", folder]) }
    let whole = try record(folder, fileLimit: nil)
    let raw = try #require(whole.rawFiles.first)
    #expect(whole.rawFiles.count == 1)
    #expect(whole.frames * Self.bytesPerFrame > 1 << 32)
    try isReadByOthers(raw, frames: whole.frames)

    let split = try record(folder, fileLimit: FileSystemLimit.splitBytes)
    #expect(split.frames == whole.frames)
    #expect(split.rawFiles.count == 2)
    #expect(split.files.count == 2)
    let parts = try split.rawFiles.map { try TakeFile.read(path: $0) }
    #expect(parts[0].frames == FileSystemLimit.splitBytes / Self.bytesPerFrame)
    #expect(parts[1].metadata.firstFrame == parts[0].frames)
    #expect(parts[1].metadata.familyID == parts[0].metadata.familyID)
    #expect(parts.map(\.metadata.part) == [0, 1])
    #expect(parts.allSatisfy { $0.fileBytes < 1 << 32 })
    #expect(try isSame(raw, split.rawFiles))
  }

  /// True when files one after the other have the samples of another one.
  private func isSame(_ whole: String, _ parts: [String]) throws -> Bool {
    var reference = try WAVReader.open(path: whole)
    let block = 1 << 16
    var (a, b) = (
      [Int32](repeating: 0, count: block * 32), [Int32](repeating: 0, count: block * 32)
    )
    for path in parts {
      var reader = try WAVReader.open(path: path)
      while true {
        let count = try reader.read(samples: &b, frames: block)
        if count == 0 { break }
        guard try reference.read(samples: &a, frames: count) == count,
          memcmp(a, b, count * 128) == 0
        else { return false }
      }
    }
    return try reference.read(samples: &a, frames: 1) == 0
  }

  private func isReadByOthers(_ path: String, frames: Int) throws {
    #expect(try Array(head(path)[0..<4]) == Array("RF64".utf8))
    if ChildProcess.has("sndfile-info") {
      let text = try #require(ChildProcess.run(["sndfile-info", path])).output
      #expect(text.contains("Frames      : \(frames)"), Comment(rawValue: text))
    }
    if ChildProcess.has("ffprobe") {
      let text = try #require(
        ChildProcess.run(["ffprobe", "-v", "error", "-show_streams", path])
      ).output
      #expect(text.contains("duration_ts=\(frames)"), Comment(rawValue: text))
    }
    if let python = getenv("PINNA_TEST_VENV").map({ String(cString: $0) + "/bin/python" }) {
      let code = "import sys, soundfile; print(soundfile.info(sys.argv[1]).frames)"
      let text = try #require(ChildProcess.run([python, "-c", code, path])).output
      #expect(text == "\(frames)\n")
    }
    // Python that shares nothing with libsndfile: SciPy reads the chunks itself.
    if ChildProcess.run(["python3", "-c", "import scipy.io.wavfile"])?.status == 0 {
      let code =
        "import sys; from scipy.io import wavfile; print(len(wavfile.read(sys.argv[1], mmap=True)[1]))"
      let text = try #require(ChildProcess.run(["python3", "-c", code, path])).output
      #expect(text.hasSuffix("\(frames)\n"), Comment(rawValue: text))
    }
  }

  private func head(_ path: String) throws -> [UInt8] {
    guard let stream = fopen(path, "r") else { return [] }
    defer { fclose(stream) }
    var bytes = [UInt8](repeating: 0, count: 64)
    let count = fread(&bytes, 1, 64, stream)
    return Array(bytes.prefix(count))
  }
}
