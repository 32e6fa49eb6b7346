import Acoustics
import Boards
import Diagnostics
import Testing

@Suite("The board file that self-calibration proposes")
struct CalibrationProposalTests {
  private static let name = CalibrationSetting.Name.respeaker

  private static func calibration(
    seed: UInt64, board: Board? = nil
  ) throws -> (found: ArrayCalibration, scene: CalibrationScene) {
    let setting = try name.setting()
    let scene = CalibrationScene(setting.board, from: setting.directions, seed: seed)
    let board = board ?? setting.board
    let found = try ArrayCalibration(
      scene.recording(), sounds: scene.sounds, board: board, field: ArrayField(board))
    return (found, scene)
  }

  @Test("Only what was measured changes, and the rest of the text stays")
  func text() throws {
    let (found, scene) = try Self.calibration(seed: 7)
    let text = try CalibrationScene.text(path: Self.name.path)
    let proposal = try CalibrationProposal(found, text: text, date: "2024-05-01")
    let old = text.split(separator: "\n", omittingEmptySubsequences: false)
    let new = proposal.text.split(separator: "\n", omittingEmptySubsequences: false)
    let changed = ["channel", "inverted", "gain", "delay", "position", "state", "[cal", "# ", ""]
    for step in new.difference(from: old) {
      guard case .insert(_, let line, _) = step else { continue }
      #expect(changed.contains { $0.isEmpty ? line.isEmpty : line.hasPrefix($0) })
    }
    // Every comment and every word about the source is still there.
    let kept = Set(new)
    #expect(old.filter { $0.contains("#") }.allSatisfy { kept.contains($0) })
    #expect(proposal.text.contains("# Calibrated on 2024-05-01 from 26 sounds"))
    #expect(proposal.board.calibration == .calibrated)
    #expect(!proposal.changes.isEmpty)
    for (proposed, real) in zip(proposal.board.microphones, scene.specimen.microphones) {
      #expect(proposed.channel == real.channel)
      #expect(abs(proposed.gain - real.gain) < 4)
      #expect((proposed.position - scene.board.microphones[0].position).length < 0.1)
    }
  }

  @Test("The proposed file loads as the proposed board, and is calibrated again without a change")
  func again() throws {
    let (found, _) = try Self.calibration(seed: 8)
    let text = try CalibrationScene.text(path: Self.name.path)
    let first = try CalibrationProposal(found, text: text, date: "2024-05-01")
    let loaded = try Board.load(text: first.text, name: "proposal", id: first.board.id)
    #expect(loaded == first.board)
    let (next, _) = try Self.calibration(seed: 8, board: loaded)
    let before = try #require(next.before)
    #expect(before.delay < 0.5)
    #expect(before.level < 0.05)
    let second = try CalibrationProposal(next, text: first.text, date: "2024-06-01")
    #expect(second.text.contains("2024-06-01"))
    #expect(!second.text.contains("2024-05-01"))
    #expect(
      zip(second.board.microphones, loaded.microphones).allSatisfy { a, b in
        a.channel == b.channel && a.isInverted == b.isInverted && abs(a.gain - b.gain) < 0.05
          && abs(a.delay - b.delay) < 1e-6
      })
  }

  @Test("Values keep their comments, and tables that are there are used")
  func comments() throws {
    let (found, _) = try Self.calibration(seed: 9)
    var text = try CalibrationScene.text(path: Self.name.path)
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false).map { line in
      line.hasPrefix("channel =") ? "\(line)   # as printed on the board" : "\(line)"
    }
    text =
      lines.joined(separator: "\n") + """

        [calibration]   # of the design
        gain-error = 0.8
        state = "nominal"   # not measured
        """
    let proposal = try CalibrationProposal(found, text: text, date: "2024-05-01")
    #expect(proposal.text.components("# as printed on the board") == 4)
    #expect(proposal.text.components("state = ") == 1)
    #expect(proposal.text.contains("state = \"calibrated\" # not measured"))
    #expect(proposal.board.mismatch == .standard(for: .calibrated))
  }

  @Test("A file of another board, or one that is written in another way, is refused")
  func refused() throws {
    let (found, _) = try Self.calibration(seed: 10)
    let other = try CalibrationScene.text(path: CalibrationSetting.Name.phone.path)
    #expect(throws: CalibrationRefusal.self) {
      try CalibrationProposal(found, text: other, date: "2024-05-01")
    }
    let text = try CalibrationScene.text(path: Self.name.path)
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false).map { line in
      line.hasPrefix("position =") ? line.split(separator: "[").joined(separator: "[\n") : "\(line)"
    }
    #expect(throws: CalibrationRefusal.self) {
      try CalibrationProposal(found, text: lines.joined(separator: "\n"), date: "2024-05-01")
    }
  }
}

extension String {
  /// How often a text is in it.
  fileprivate func components(_ part: String) -> Int {
    indices.filter { self[$0...].hasPrefix(part) }.count
  }
}
