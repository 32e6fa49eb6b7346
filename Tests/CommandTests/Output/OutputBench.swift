import Assembly
import Testing

@testable import CommandSupport
@testable import pinna

/// A folder with boards, a scenario and settings, in which commands give the same documents every time.
final class OutputBench {
  private let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
    try OutputFolder.make(folder.path + "/boards")
    try folder.write(Self.board(), to: "boards/hand.toml")
    try folder.write(
      Self.board() + "[orientation]\nmode = \"fixed\"\nup = [0.0, 1.0, 0.0]\n",
      to: "boards/table.toml")
    try folder.write(
      "[stereo]\nears = \"sphere\"\n[take]\ndirectory = \".\"\n",
      to: "settings.toml")
    try folder.write(Self.scene, to: "scene.toml")
    try folder.write(Self.faults, to: "faults.toml")
  }

  /// The path of a file of the folder.
  func path(_ name: String) -> String { folder.path + "/" + name }

  /// Writes a file to the folder.
  func write(_ text: String, to name: String) throws { try folder.write(text, to: name) }

  /// The text of a file of the folder.
  func read(_ name: String) throws -> String { try folder.read(name) }

  /// Runs a line after `pinna`, in which an `@` stands before files of the folder and a `~` for a space in a word.
  func run(_ line: String) -> CommandRun {
    let words = line.split(separator: " ").map { String($0.replacing("~", with: " ")) }
    return CommandRun.pinna(
      words.map { $0.first == "@" ? path(String($0.dropFirst())) : $0 },
      environment: ["PINNA_BOARDS": path("boards")])
  }

  /// Compares what a line after `pinna` prints with a file.
  func check(_ line: String, _ name: String, _ code: ExitCode = .success) throws {
    let run = run(line)
    #expect(run.code == code, "\(name): \(run.diagnostics)")
    try check(text: run.output, name)
  }

  /// Compares a text with a file.
  func check(text: String, _ name: String) throws {
    try OutputFixture(name: name).check(plain(text))
  }

  /// Compares a file that a command wrote with the one that is kept.
  func check(file: String, _ name: String) throws {
    try check(text: try folder.read(file), name)
  }

  /// The text without what differs from run to run: the folder, the time of day, and hashes of filters.
  private func plain(_ text: String) -> String {
    text.replacing(folder.path, with: "FOLDER")
      .replacing(/\d{4}-\d\d-\d\d[T ]\d\d:\d\d:\d\d ?[+-]\d\d:\d\d/, with: "TIME")
      // Digits behind a point are those of a number.
      .replacing(/([^.0-9a-f])[0-9a-f]{16,64}/) { "\($0.output.1)HASH" }
  }

  // MARK: What is there

  private static func board() -> String {
    """
    schema = 1
    name = "Pair"
    source = "made for tests"
    [capture]
    device = "simulated"
    channels = 2
    [[microphone]]
    name = "a"
    channel = 0
    position = [-70.0, 0.0, 0.0]
    [[microphone]]
    name = "b"
    channel = 1
    position = [70.0, 0.0, 0.0]
    [[data-source]]
    name = "Back"
    orientation = "back"
    forward = [0.0, 0.0, -1.0]
    patterns = ["stereo", "omni"]
    [buttons.record]
    chip = "bench"
    line = 17
    [buttons.marker]
    chip = "bench"
    line = 18

    """
  }

  /// Two sounds, a take with a marker and a gap.
  private static let scene = """
    board = "boards/hand.toml"
    duration = 4.0
    seed = 7
    [[source]]
    noise = "white"
    azimuth = -50.0
    distance = 1.5
    level = -20.0
    start = 1.0
    until = 1.8
    [[source]]
    noise = "pink"
    azimuth = 60.0
    distance = 1.5
    level = -20.0
    start = 2.0
    until = 2.8
    [[hand]]
    at = 0.5
    press = "record"
    [[hand]]
    at = 1.9
    press = "marker"
    [[hand]]
    at = 3.2
    press = "record"
    [[fault]]
    at = 2.9
    overrun = 480
    """

  /// A board on a table whose second microphone is too soft and whose record button is stuck.
  private static let faults = """
    board = "boards/table.toml"
    duration = 60.0
    seed = 3
    [[source]]
    noise = "pink"
    azimuth = -40.0
    distance = "far"
    level = -65.0
    [hardware]
    board = "boards/table.toml"
    [[hardware.microphone]]
    name = "b"
    gain = -8.0
    [hardware.buttons.record]
    stuck = "closed"

    """
}
