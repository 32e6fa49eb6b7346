import Boards
import Calibration
import Diagnostics
import FoundationEssentials
import Testing

@testable import CommandSupport
@testable import pinna

/// `pinna check --calibrate`.
@Suite struct CheckCalibrationTests {
  private let bench: CalibrationBench

  init() throws { bench = try CalibrationBench() }

  @Test("a scenario gives a board file with the values that were planted, and leaves the old one")
  func planted() throws {
    let run = bench.calibrate(bench.claps())
    #expect(run.code == .success, "\(run.diagnostics)")
    #expect(try bench.folder.read("square.toml") == ClapScene.board)
    let board = try Board.load(path: bench.folder.path + "/new.toml")
    let microphones = board.microphones
    #expect(board.calibration == .calibrated)
    #expect(microphones.map(\.channel) == [1, 0, 2, 3])
    #expect(microphones.map(\.isInverted) == [false, false, true, false])
    for (found, wanted) in zip(microphones, [(0.0, 0.0), (2.5, 12), (0, 0), (0, 0)]) {
      #expect(abs(found.gain - wanted.0) < 0.2)
      #expect(abs(found.delay * 1e6 - wanted.1) < 2)
    }
    for words in ["8 sounds used.", "upright", "inverted", "cp ", "left and right differ by"] {
      #expect(run.output.contains(words), "\(run.output)")
    }
  }

  @Test("a board file of another system's editor is written with its own ends of lines")
  func otherLines() throws {
    try bench.folder.write(
      ClapScene.board.split(separator: "\n", omittingEmptySubsequences: false)
        .joined(separator: "\r\n"), to: "square.toml")
    let run = bench.calibrate(bench.claps())
    #expect(run.code == .success, "\(run.diagnostics)")
    let bytes = Array(try bench.folder.read("new.toml").utf8)
    #expect(bytes.indices.allSatisfy { bytes[$0] != 10 || bytes[$0 - 1] == 13 })
    let board = try Board.load(path: bench.folder.path + "/new.toml")
    #expect(board.microphones.map(\.channel) == [1, 0, 2, 3])
    #expect(board.calibration == .calibrated)
  }

  @Test("a board file whose keys are written with escapes can be changed")
  func escapedKeys() throws {
    var board = ClapScene.board
    while let range = board.firstRange(of: "[[microphone]]") {
      board.replaceSubrange(range, with: "[[\"\\u006dicrophone\"]]")
    }
    try bench.folder.write(board, to: "square.toml")
    // Values are tried in the file before the recording is looked at, which is not there.
    let run = bench.calibrate(
      ["--recording", bench.folder.path + "/none.wav", "--sounds", "around", "--board"]
        + [bench.folder.path + "/square.toml"])
    #expect(run.code == .noInput, "\(run.diagnostics)")
    #expect(run.diagnostics.contains("none.wav"))
  }

  @Test("with the proposal the findings are gone")
  func mended() throws {
    try bench.folder.write(ClapScene.scenario(ClapScene.hardware), to: "wrong.toml")
    let words = ["sound.polarity", "sound.gain"] + bench.claps("wrong.toml")
    let before = bench.pinna(words)
    #expect(before.code == .failure)
    #expect(before.output.contains("FAIL  sound.polarity  c"))
    #expect(before.output.contains("WARN  sound.gain  b"))
    #expect(bench.calibrate(bench.claps("wrong.toml")).code == .success)
    let after = bench.pinna(words + ["--board", bench.folder.path + "/new.toml"])
    #expect(after.code == .success, "\(after.output)")
    #expect(after.output.contains("Every check passed."))
  }

  @Test(
    "a recording is calibrated with directions in words and degrees, and again without a change")
  func recorded() throws {
    let words = ["--recording", try bench.recording(), "--board"]
    let list = ["--sounds", "front,45,90/5,behind-right,behind,-135,left,front-left"]
    let first = bench.calibrate(words + [bench.folder.path + "/square.toml"] + list)
    #expect(first.code == .success, "\(first.diagnostics)")
    let board = try Board.load(path: bench.folder.path + "/new.toml")
    #expect(board.microphones.map(\.channel) == [0, 1, 2, 3])
    #expect(board.microphones.map(\.isInverted) == [false, false, true, false])
    let again = bench.calibrate(
      words + [bench.folder.path + "/new.toml", "--sounds", "around", "--json"], to: "again.toml")
    let answer = try JSONDecoder().decode(Answer.self, from: Data(again.output.utf8))
    #expect(try #require(answer.misfitBefore).delayMicroseconds < 1)
    #expect(try #require(answer.misfitBefore).levelError < 0.1)
    #expect(!answer.changes.contains { $0.contains("channel") || $0.contains("inverted") })
  }

  @Test("claps are asked for one by one, around the board, and each is acknowledged")
  func guided() throws {
    let twice = ClapScene.around + ClapScene.around
    try bench.folder.write(
      ClapScene.scenario(ClapScene.exchanged, twice, spacing: 1.5), to: "slow.toml")
    let run = bench.calibrate(bench.claps("slow.toml") + ["--guided", "--patience", "5"])
    #expect(run.code == .success, "\(run.diagnostics)")
    for words in [
      " 1 of 16  Lay the board flat", "TOP RIGHT corner", "16 of 16", "ok    heard",
    ] {
      #expect(run.diagnostics.contains(words), "\(run.diagnostics)")
    }
    let microphones = try Board.load(path: bench.folder.path + "/new.toml").microphones
    #expect(microphones.map(\.channel) == [1, 0, 2, 3])
    #expect(microphones.map(\.isInverted) == [false, false, true, false])
    for (found, wanted) in zip(microphones, [(0.0, 0.0), (2.5, 12), (0, 0), (0, 0)]) {
      #expect(abs(found.gain - wanted.0) < 0.2)
      #expect(abs(found.delay * 1e6 - wanted.1) < 2)
    }
  }

  @Test("when no claps are heard, that is said, and nothing is written")
  func noClaps() throws {
    try bench.folder.write(ClapScene.scenario("", [], spacing: 5), to: "quiet.toml")
    let run = bench.calibrate(bench.claps("quiet.toml") + ["--guided", "--patience", "2"])
    #expect(run.code != .success)
    #expect(run.diagnostics.contains("no clap was heard within 2 s"), "\(run.diagnostics)")
    #expect(!bench.folder.contains("new.toml"))
    let numbers = bench.calibrate(["--board", bench.folder.path + "/square.toml"])
    #expect(numbers.code == .usage)
    #expect(numbers.diagnostics.contains("no hardware that could record claps"))
  }

  /// A calibration of a program, by its schema.
  private struct Answer: Decodable {
    struct Values: Decodable {
      var channel: Int
      var isInverted: Bool
      var gainDecibels: Double
      var delayMicroseconds: Double
      var positionMillimetres: [Double]
    }
    struct Deviation: Decodable {
      var gainDecibels: Double
      var delayMicroseconds: Double
      var positionMillimetres: [Double]
    }
    struct Found: Decodable {
      var name: String
      var before: Values
      var after: Values
      var deviation: Deviation
    }
    struct Misfit: Decodable {
      var delayMicroseconds: Double
      var levelError: Double
    }
    struct Separation: Decodable {
      var `case`: String
      var decibelsBefore: Double
      var decibelsAfter: Double
    }
    var schema: String
    var board: String
    var boardFile: String
    var proposal: String
    var isCalibrated: Bool
    var microphones: [Found]
    var changes: [String]
    var misfitBefore: Misfit?
    var misfitAfter: Misfit
    var separation: Separation?
    var soundsUsed: [String]
    var soundsUnused: [String]
  }

  // MARK: A real array

  /// Claps in a real room, around four microphones of a real array: Tests/Hearing/real/README.md.
  private static let realClaps =
    #filePath.split(separator: "/").dropLast(3).reduce("") { $0 + "/" + $1 }
    + "/Hearing/real/r3vival-claps.flac"
  private static let realSounds = "0,30,60,90,120,150,180,-150,-120,-90,-60,-30"

  private func realBoard(_ places: [(Double, Double, Double)]) throws -> String {
    let tables = places.enumerated().map { index, place in
      "[[microphone]]\nname = \"m\(index)\"\nchannel = \(index)\n"
        + "position = [\(place.0), \(place.1), \(place.2)]\n"
    }
    let text = ClapScene.board
    let start = try #require(text.firstRange(of: "[[microphone]]")).lowerBound
    let end = try #require(text.firstRange(of: "[[data-source]]")).lowerBound
    let whole = String(text[..<start]) + tables.joined() + String(text[end...])
    return try bench.folder.write(whole, to: "real.toml")
  }

  @Test("gains of real microphones in a real room are found, and the file says so")
  func real() throws {
    let places = [(0.0, 48.0, 0.0), (0, -48, 0), (33.9, 0, -33.9), (-33.9, 0, -33.9)]
    let words = [
      "--recording", Self.realClaps, "--sounds", Self.realSounds, "--board", try realBoard(places),
    ]
    let run = bench.calibrate(words + ["--json"])
    #expect(run.code == .failure, "\(run.diagnostics)")
    let answer = try JSONDecoder().decode(Answer.self, from: Data(run.output.utf8))
    #expect(answer.soundsUsed.count == 12)
    #expect(answer.microphones.map(\.after.channel) == [0, 1, 2, 3])
    #expect(answer.microphones.allSatisfy { !$0.after.isInverted })
    let errors = zip(answer.microphones, [0.0, 0, -1.06, 0.6]).map { $0.after.gainDecibels - $1 }
      .sorted()
    let middle = (errors[1] + errors[2]) / 2
    #expect(errors.allSatisfy { abs($0 - middle) < 0.16 }, "\(errors)")
    #expect(answer.misfitAfter.delayMicroseconds < 8)
    let board = try Board.load(path: bench.folder.path + "/new.toml")
    #expect(board.calibration == .nominal)
    #expect(board.mismatch == Mismatch(gainError: 0.2, phaseError: 1))
    let text = bench.calibrate(words, to: "again.toml").output.split { $0 == " " || $0 == "\n" }
      .joined(separator: " ")
    #expect(text.contains("The room echoes: only the first 8 ms of each sound were compared."))
    #expect(text.contains("It has the gains, which matter by far the most"))
  }

  @Test("real claps of another array are refused with the board file, in the right words")
  func realOther() throws {
    let path = try realBoard([(0, 20, 0), (0, -20, 0), (80, 0, 0), (-80, 0, 0)])
    let run = bench.calibrate(
      ["--recording", Self.realClaps, "--sounds", Self.realSounds, "--board", path])
    #expect(run.code == .data)
    #expect(run.diagnostics.contains("no change to the board file"), "\(run.diagnostics)")
    #expect(!bench.folder.contains("new.toml"))
  }

  @Test("JSON has the schema that programs are promised")
  func json() throws {
    let run = bench.calibrate(bench.claps() + ["--json"])
    #expect(run.code == .success)
    let answer = try JSONDecoder().decode(Answer.self, from: Data(run.output.utf8))
    #expect(answer.schema == "pinna-calibration-4" && answer.isCalibrated)
    #expect(answer.board == "square" && answer.proposal == bench.folder.path + "/new.toml")
    #expect(answer.boardFile == bench.folder.path + "/square.toml")
    #expect(answer.microphones.map(\.name) == ["a", "b", "c", "d"])
    #expect(answer.microphones.map(\.before.channel) == [0, 1, 2, 3])
    #expect(answer.microphones.map(\.after.channel) == [1, 0, 2, 3])
    #expect(answer.microphones.map(\.after.isInverted) == [false, false, true, false])
    #expect(answer.microphones.allSatisfy { (0...0.1).contains($0.deviation.gainDecibels) })
    #expect(answer.microphones.allSatisfy { (0...1).contains($0.deviation.delayMicroseconds) })
    let board = try Board.load(path: bench.folder.path + "/new.toml")
    for (found, written) in zip(answer.microphones, board.microphones) {
      #expect(abs(found.after.gainDecibels - written.gain) < 1e-9)
      #expect(abs(found.after.delayMicroseconds - written.delay * 1e6) < 1e-6)
      #expect(abs(found.after.positionMillimetres[0] - written.position.x * 1000) < 1e-6)
    }
    #expect(answer.soundsUsed.count == 8 && answer.soundsUsed.first == "1 (front)")
    #expect(answer.soundsUnused.isEmpty)
    let separation = try #require(answer.separation)
    #expect(separation.decibelsAfter > separation.decibelsBefore + 1)
    // Two channels change: what was said of the old ones is about sounds from elsewhere.
    #expect(answer.misfitBefore?.delayMicroseconds == nil)
    #expect(answer.misfitAfter.delayMicroseconds < 0.5)
  }
}
