import Beamforming
import Boards
import Recorder
import TestSupport
import Testing

@testable import CommandSupport
@testable import pinna

/// The figures of several cases, computed at once.
@Suite struct DesignWorkTests {
  private let console = Console(
    terminal: .file, diagnosticsTerminal: .file, environment: [:], ask: nil, output: { _ in },
    diagnostics: { _ in })
  private let board = Board(
    id: "three", name: "Three", source: "made for tests",
    capture: Capture(device: "none", channels: 3),
    microphones: [Vector3(-0.05, 0, 0), Vector3(0.05, 0, 0), Vector3(0, 0.05, 0.01)].enumerated()
      .map { Microphone(name: "M\($0.offset)", channel: $0.offset, position: $0.element) },
    dataSources: [
      DataSource(
        name: "Back", orientation: .back, forward: DeviceFace.back.direction,
        patterns: [.stereo, .omni], microphones: [0, 1, 2])
    ])

  private func entries(
    _ patterns: [PolarPattern], ears: Ears = .sphere, threads: Int
  ) throws -> String {
    let work = DesignWork(
      filters: FilterStore(
        board: board, ears: ears, settings: DesignSettings(), rendering: .directional,
        cacheDirectory: nil),
      wishes: zip(board.numberedCases, patterns).map { ($0, $1) }, withMismatch: false,
      isForPage: false, other: nil)
    return try JSONOutput.text(try work.entries(console, threads: threads))
  }

  @Test("figures are the same bit for bit, in the order of the cases, on any number of threads")
  func threads() throws {
    // What calibration would gain is computed for the first case in stereo, which is not the first one.
    let patterns: [PolarPattern] = [.omni, .stereo, .stereo]
    let alone = try entries(patterns, threads: 1)
    #expect(try entries(patterns, threads: 3) == alone)
  }

  @Test("an error of the head ends the work with its words, on any number of threads")
  func failure() {
    for threads in [1, 3] {
      #expect(throws: CommandError.self) {
        try entries([.stereo, .stereo], ears: .file("/dev/null/no.sofa"), threads: threads)
      }
    }
  }
}
