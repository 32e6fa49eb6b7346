import Glibc
import TestSupport
import Testing

@testable import CommandSupport

/// The simulator pyroomacoustics and sofar, in the virtual environment that `PINNA_TEST_VENV` names.
enum RoomSimulator {
  private static let python = getenv("PINNA_TEST_VENV").map {
    String(cString: $0) + "/bin/python"
  }
  private static let script =
    #filePath.split(separator: "/").dropLast(3).reduce("") { $0 + "/" + $1 }
    + "/Fixtures/room_scene.py"

  /// The head that listens in the rooms, which is also the one that filters are designed for.
  static let head = "/usr/share/libmysofa/MIT_KEMAR_normal_pinna.sofa"

  static let isAvailable =
    python.map {
      access(head, R_OK) == 0
        && ChildProcess.run([$0, "-c", "import numpy, pyroomacoustics, sofar, soundfile"])?.status
          == 0
    } ?? false

  /// Runs the script that makes rooms.
  static func run(_ arguments: [String]) -> ChildProcess.Outcome? {
    python.flatMap { ChildProcess.run([$0, script] + arguments) }
  }
}

/// The stereo that `pinna render` makes of a board in a room, beside the ears of a head in its place.
@Suite(
  "Rooms",
  .enabled(
    if: RoomSimulator.isAvailable,
    "needs libmysofa's heads, and pyroomacoustics, sofar and soundfile where PINNA_TEST_VENV says"))
struct RoomTests {
  @Test(
    "Stereo of a board in a room is near to what a head hears there", arguments: RoomScene.all)
  func nearTheHead(scene: RoomScene) throws {
    let files = try RoomFiles(scene)
    let head = try files.ears()
    let rendered = try files.render(scene.asHeld)
    let reached = RoomComparison(rendered, head: head)
    let others = [
      ("swapped", RoomComparison(rendered.map(\.swapped), head: head)),
      ("mono", RoomComparison(rendered.map(\.mono), head: head)),
      ("held wrongly", RoomComparison(try files.render(scene.notAsHeld), head: head)),
    ]
    print(
      (["\(scene)", RoomComparison.header, reached.line("as held")]
        + others.map { $0.1.line($0.0) } + [RoomComparison.bounds.line("at most")])
        .joined(separator: "\n"))
    #expect(reached.findings.isEmpty, "\(reached.findings)")
    for (name, other) in others {
      #expect(!other.findings.isEmpty, "\(name) passes for what a head hears")
    }
  }
}
