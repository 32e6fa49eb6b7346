import Acoustics
import TakeFiles
import TestSupport
import Testing

@testable import CommandSupport
@testable import pinna

/// The files of a room: what the microphones and the head receive, and what `pinna render` makes of the former.
struct RoomFiles {
  private let scene: RoomScene
  private let folder: TemporaryDirectory

  /// Makes the room.
  init(_ scene: RoomScene) throws {
    self.scene = scene
    folder = try TemporaryDirectory()
    try folder.write(Array(scene.boardText.utf8), to: "board.toml")
    let outcome = try #require(
      RoomSimulator.run(
        scene.arguments(
          microphones: folder.file("microphones.wav"), ears: folder.file("ears.wav"))))
    try #require(outcome.status == 0, "\(outcome.output)")
  }

  /// The responses at the ears of the head, one per azimuth.
  func ears() throws -> [BinauralResponse] { try responses("ears.wav") }

  /// Renders a way of holding the board with `pinna render`, with more options.
  func render(
    _ hold: RoomScene.Hold, _ options: [String] = []
  ) throws -> [BinauralResponse] {
    let name = "\(hold.source) \(hold.orientation ?? "lying").wav"
    let run = CommandRun.pinna(
      [
        "render", folder.file("microphones.wav"), folder.file(name), "--board",
        folder.file("board.toml"), "--source", hold.source, "--pattern", "stereo",
        "--front-emphasis", "0", "--low-cut", "off", "--samples", "f32", "--no-limiter",
      ] + (hold.orientation.map { ["--orientation", $0] } ?? []) + options)
    try #require(run.code == .success, "\(run.diagnostics)")
    return try responses(name)
  }

  /// The segments of a file with two channels.
  private func responses(_ name: String) throws -> [BinauralResponse] {
    var reader = try WAVReader.open(path: folder.file(name))
    try #require(reader.channels == 2 && reader.rate == RoomScene.rate)
    try #require(reader.frames == RoomScene.azimuths.count * RoomScene.frames)
    var samples = [Float](repeating: 0, count: 2 * reader.frames)
    let count = reader.frames
    let frames = try samples.withUnsafeMutableBufferPointer {
      try reader.read(into: $0.baseAddress!, frames: count)
    }
    try #require(frames == count)
    return RoomScene.azimuths.indices.map { segment in
      let range = (segment * RoomScene.frames)..<((segment + 1) * RoomScene.frames)
      return BinauralResponse(
        left: range.map { Double(samples[2 * $0]) },
        right: range.map { Double(samples[2 * $0 + 1]) })
    }
  }
}
