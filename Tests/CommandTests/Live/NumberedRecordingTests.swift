import FoundationEssentials
import Glibc
import TakeFiles
import TestSupport
import Testing

@testable import CommandSupport

@Suite(
  "The program on a device whose frames carry their number",
  .enabled(
    if: FaultyDevice.isPossible && ChildProcess.builtPrograms != nil,
    Comment(rawValue: FaultyDevice.needs)))
struct NumberedRecordingTests {
  /// A gap as `takes show --json` has it.
  private struct Gap: Decodable {
    var frame: Int
    var frames: Int
    var isEstimated: Bool
  }

  private struct Facts: Decodable {
    var gaps: [Gap]
  }

  /// Frames of a period of the board.
  private static let period = 256
  private let folder: TemporaryDirectory
  private static let program = (ChildProcess.builtPrograms ?? ".") + "/pinna"

  /// True when the filters are kept, so that takes start at once.
  private static let isPrepared: Bool = {
    guard let folder = try? TemporaryDirectory(),
      (try? folder.write(Array(board.utf8), to: "board.toml")) != nil,
      (try? folder.write(Array(settings(folder).utf8), to: "pinna.toml")) != nil,
      (try? folder.write(Array(FaultyDevice([:]).configuration.utf8), to: "asound.conf")) != nil
    else { return false }
    return ChildProcess.run(
      [
        program, "record", "--config", folder.file("pinna.toml"), "--out", folder.path, "--quiet",
        "--duration", "0.1",
      ],
      variables: [
        "ALSA_CONFIG_PATH": folder.file("asound.conf"), "PINNA_CACHE": TestForm.cache,
      ])?.status == 0
  }()

  init() throws {
    try #require(Self.isPrepared)
    folder = try TemporaryDirectory()
    try folder.write(Array(Self.board.utf8), to: "board.toml")
    try folder.write(Array(Self.settings(folder).utf8), to: "pinna.toml")
  }

  private static let board = PairBoardFile.attached.replacing(
    "hw:CARD=pinnatest,DEV=0", with: FaultyDevice.name)

  private static func settings(_ folder: TemporaryDirectory) -> String {
    """
    board = "\(folder.file("board.toml"))"
    [take]
    directory = "\(folder.path)"
    pre-roll = 0.0
    [stereo]
    ears = "sphere"

    """
  }

  private func pinna(
    _ device: FaultyDevice, _ words: [String]
  ) throws -> ChildProcess.Outcome {
    try folder.write(Array(device.configuration.utf8), to: "asound.conf")
    return try #require(
      ChildProcess.run(
        [Self.program] + words,
        variables: [
          "ALSA_CONFIG_PATH": folder.file("asound.conf"), "PINNA_CACHE": TestForm.cache,
        ]))
  }

  /// Records for so many seconds.
  private func record(_ device: FaultyDevice, seconds: Double) throws -> ChildProcess.Outcome {
    try pinna(
      device,
      [
        "record", "--config", folder.file("pinna.toml"), "--out", folder.path, "--raw", "--quiet",
        "--duration", "\(seconds)",
      ])
  }

  /// The frames of the raw file, and the gaps that the program tells of.
  private func take() throws -> (frames: NumberedFrames, gaps: [Gap]) {
    let name = try #require(try folder.names.first { $0.hasSuffix("_raw.wav") })
    var reader = try WAVReader.open(path: folder.file(name))
    var words = [Int32](repeating: 0, count: reader.frames * reader.channels)
    _ = try words.withUnsafeMutableBufferPointer {
      try reader.read(samples: $0.baseAddress!, frames: reader.frames)
    }
    let shown = try #require(
      ChildProcess.run([Self.program, "takes", "show", "--json", folder.file(name)]))
    #expect(shown.status == 0, "\(shown.output)")
    let gaps = try JSONDecoder().decode(Facts.self, from: Data(shown.output.utf8)).gaps
    let frames = NumberedFrames(samples: words, channels: reader.channels)
    // Whatever happened, silence is where a gap is told, and nowhere else.
    #expect(frames.silences.map(\.start) == gaps.map(\.frame))
    #expect(frames.silences.map(\.count) == gaps.map(\.frames))
    return (frames, gaps)
  }

  @Test("a thread that is held up loses frames exactly: each keeps its place")
  func heldUp() throws {
    let run = try record(
      FaultyDevice(["held": "1.5 2.4 2.9 3.0 3.4 4.5"]), seconds: 5)
    #expect(run.status == 0, "\(run.output)")
    let take = try take()
    #expect(!take.gaps.isEmpty)
    #expect(take.gaps.allSatisfy { !$0.isEstimated })
    #expect(take.frames.shifts.allSatisfy { $0 == 0 }, "\(take.frames.shifts)")
  }

  @Test("after many restarts the time line is where it was")
  func restarts() throws {
    let times = (0..<16).map { "\(1.5 + 0.25 * Double($0))" }
    let run = try record(
      FaultyDevice(["overruns": times.joined(separator: " ")]), seconds: 6)
    #expect(run.status == 0, "\(run.output)")
    let take = try take()
    #expect(take.gaps.count >= 4)
    #expect(take.gaps.contains { $0.isEstimated })
    // Each is told by the clock, as well as a thread of a busy machine can; the errors do not add up.
    // A thread that is held up between the start and the clock is late once, and not from then on.
    let errors = take.frames.shifts.map(abs)
    #expect(errors.sorted()[errors.count / 2] <= Self.period, "\(take.frames.shifts)")
    let half = errors.count / 2
    let (first, last) = (errors.prefix(half).reduce(0, +), errors.suffix(half).reduce(0, +))
    #expect(last <= 4 * (first + half * Self.period), "\(take.frames.shifts)")
  }

  @Test("a device that wakes its reader for nothing for a while is not given up")
  func emptyWakes() throws {
    let run = try record(FaultyDevice(["empty": "1.5 2.3 2.9 2.95"]), seconds: 4)
    #expect(run.status == 0, "\(run.output)")
    #expect(!run.output.contains("delivers no frames"))
    #expect(try take().frames.shifts.allSatisfy { $0 == 0 })
  }

  @Test("a device that is gone ends the take with every frame that it gave")
  func dies() throws {
    let run = try record(FaultyDevice(["dies": "2.5"]), seconds: 6)
    #expect(run.output.contains("disconnected"), "\(run.output)")
    let take = try take()
    #expect(take.frames.pieces.count == 1 && take.gaps.isEmpty)
    // Those of the last wake-up were not taken; all that came before are there.
    let piece = try #require(take.frames.pieces.first)
    let last = piece.start + piece.count + (piece.shift ?? 0)
    #expect((100_000...120_000).contains(last), "\(last)")
  }

  @Test(
    "a microphone at the positive end of its range clips, whatever bits the device states",
    arguments: ["24", "32"])
  func clips(bits: String) throws {
    let run = try record(FaultyDevice(["loud": "yes", "bits": bits]), seconds: 4.5)
    #expect(run.status == 0, "\(run.output)")
    #expect(run.output.contains("clip b"), "\(run.output)")
  }

  @Test("run keeps a device that overruns and wakes it for nothing, and says when it is gone")
  func appliance() throws {
    let device = FaultyDevice(["overruns": "0.5 0.7 0.9", "empty": "1.0 1.6", "dies": "2.5"])
    try folder.write(Array(device.configuration.utf8), to: "asound.conf")
    let pipe = StuckPipe()
    let program = try #require(
      LiveProgram(
        ["run", "--config", folder.file("pinna.toml")], folder: folder, output: pipe.writer,
        messages: pipe.writer))
    let output = try #require(pipe.read(until: "disconnected"))
    program.signal(SIGTERM)
    #expect(program.end() == 0)
    let faults = output.split(separator: "\n").filter { $0.contains("  fault ") }
    #expect(faults.count == 1, "\(output)")
    #expect(faults.first?.contains("disconnected") == true, "\(output)")
  }
}
