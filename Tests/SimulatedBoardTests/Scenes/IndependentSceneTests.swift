import Beamforming
import Boards
import Glibc
import Testing

/// The simulator pyroomacoustics, in the virtual environment that `PINNA_TEST_VENV` names.
enum IndependentSimulator {
  private static let python = getenv("PINNA_TEST_VENV").map {
    String(cString: $0) + "/bin/python"
  }

  static let isAvailable =
    python.map { Process.run([$0, "-c", "import numpy, pyroomacoustics, soundfile"]) == 0 } ?? false

  /// Runs the script that makes scenes; gives its exit status.
  static func run(_ arguments: [String]) -> Int32? {
    python.flatMap {
      Process.run([$0, RenderedSides.root + "/Tests/Fixtures/independent_scene.py"] + arguments)
    }
  }
}

/// A program that is run to its end.
private enum Process {
  /// The exit status; `nil` when the program cannot be started or was killed.
  static func run(_ words: [String]) -> Int32? {
    var arguments: [UnsafeMutablePointer<CChar>?] = words.map { strdup($0) } + [nil]
    defer { for argument in arguments { free(argument) } }
    var child: pid_t = 0
    guard posix_spawn(&child, words[0], nil, nil, &arguments, environ) == 0 else { return nil }
    var status: Int32 = 0
    while waitpid(child, &status, 0) < 0 {
      guard errno == EINTR else { return nil }
    }
    // As WIFEXITED and WEXITSTATUS, which are macros.
    return status & 0x7f == 0 ? (status >> 8) & 0xff : nil
  }
}

/// Some cases of a board, by their numbers in `Board.cases`.
struct IndependentScenes: Sendable, CustomTestStringConvertible {
  var board: String
  var cases: [Int]

  var testDescription: String { board }

  static let all = [
    IndependentScenes(board: "phone", cases: Array(0..<8)),
    IndependentScenes(board: "matrix-voice-table", cases: [1]),
    IndependentScenes(board: "respeaker-4mic-hat", cases: [2]),
    IndependentScenes(board: "i2s-pair", cases: [4]),
    IndependentScenes(board: "uma-8", cases: [7]),
  ]
}

/// "Left is left" for microphone files that a program made which shares nothing with this one.
@Suite(
  .enabled(
    if: IndependentSimulator.isAvailable,
    "needs pyroomacoustics and soundfile in the virtual environment that PINNA_TEST_VENV names"))
struct IndependentSceneTests {
  @Test(
    "render puts another simulator's sources on their sides",
    arguments: IndependentScenes.all.sampled(2))
  func sides(row: IndependentScenes) throws {
    // The other simulator knows no bodies.
    let sides = try RenderedSides(board: row.board, inTheAir: true)
    let capture = sides.board.capture
    var words = ["--rate", "\(capture.rate)", "--channels", "\(capture.channels)"]
    for microphone in sides.board.microphones {
      words += ["--microphone", "\(microphone.channel)"] + Self.words(microphone.position)
    }
    func path(_ index: Int, _ azimuth: Double) -> String {
      sides.folder.file("\(index) \(azimuth).wav")
    }
    for index in row.cases {
      for azimuth in [-60.0, 60] {
        let direction = try sides.direction(sides.board.cases[index], azimuth: azimuth)
        words += ["--scene"] + Self.words(direction) + [path(index, azimuth)]
      }
    }
    try #require(IndependentSimulator.run(words) == 0)
    for index in row.cases {
      let which = sides.board.cases[index]
      let design = try sides.design(which)
      #expect(design.pattern == .stereo)
      for azimuth in [-60.0, 60] {
        let heard = try sides.hear(
          path(index, azimuth), design: design, name: "\(index) \(azimuth) stereo.wav")
        sides.expect(
          heard, from: azimuth, "\(row.board), \(sides.board.name(of: which)) \(azimuth)")
      }
    }
  }

  private static func words(_ v: Vector3) -> [String] { ["\(v.x)", "\(v.y)", "\(v.z)"] }
}
