import Acoustics
import Boards
import Calibration
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

  @Test("A file of another board is refused")
  func refused() throws {
    let (found, _) = try Self.calibration(seed: 10)
    let other = try CalibrationScene.text(path: CalibrationSetting.Name.phone.path)
    #expect(throws: CalibrationRefusal.self) {
      try CalibrationProposal(found, text: other, date: "2024-05-01")
    }
    #expect(throws: CalibrationRefusal.self) {
      try CalibrationProposal.tryWriting(to: other, of: try Self.name.setting().board)
    }
  }

  /// The same board file in other forms that TOML allows.
  enum Form: String, CaseIterable, Sendable {
    case crlf, spacedHeader, quotedHeader, escapedHeader, positionOverLines, inlineTables
    case inlineState, dottedState

    func of(_ text: String) -> String {
      let microphones = text.tables("[[microphone]]")
      switch self {
      case .crlf: return text.replacingAll("\n", with: "\r\n")
      case .spacedHeader:
        return text.replacingAll("[[microphone]]", with: "[[ microphone ]]  # one")
      case .quotedHeader: return text.replacingAll("[[microphone]]", with: "[['microphone']]")
      case .escapedHeader:
        return text.replacingAll("[[microphone]]", with: "[[\"\\u006dicrophone\"]]")
      case .positionOverLines:
        return text.lines { line in
          guard line.hasPrefix("position = [") else { return line }
          let numbers = line.dropFirst(12).prefix { $0 != "]" }.split(separator: ",")
          let marks = ["# right", "# up", "# out"]
          return "position = [  # mm\n"
            + zip(numbers, marks).map { "  \($0.trimmed),   \($1)\n" }.joined() + "]"
        }
      case .inlineTables:
        let rows = microphones.map { table in
          "  { " + table.dropFirst().joined(separator: ", ") + " },  # a capsule"
        }
        let rest = text.without("[[microphone]]")
        return "microphone = [\n" + rows.joined(separator: "\n") + "\n]\n" + rest
      case .inlineState: return "calibration = { state = \"nominal\" }  # as designed\n" + text
      case .dottedState: return "calibration.state = \"nominal\"  # as designed\n" + text
      }
    }
  }

  @Test("A board file in any form is written, in its form", arguments: Form.allCases)
  func forms(form: Form) throws {
    let (found, _) = try Self.calibration(seed: 11)
    let plain = try CalibrationScene.text(path: Self.name.path)
    let text = form.of(plain)
    #expect(text != plain)
    let board = try Self.name.setting().board
    #expect(try Board.load(text: text, name: "form", id: board.id).microphones == board.microphones)
    try CalibrationProposal.tryWriting(to: text, of: board)
    let proposal = try CalibrationProposal(found, text: text, date: "2024-05-01")
    let usual = try CalibrationProposal(found, text: plain, date: "2024-05-01")
    #expect(proposal.board.microphones == usual.board.microphones)
    #expect(proposal.board.calibration == .calibrated)
    #expect(proposal.changes == usual.changes)
    #expect(proposal.text.components("# Calibrated on ") == 1)
    for mark in ["# one", "# right", "# out", "# a capsule", "# as designed"] {
      #expect(proposal.text.components(mark) == text.components(mark))
    }
    let again = try CalibrationProposal(found, text: proposal.text, date: "2024-06-01")
    #expect(again.text.components("# Calibrated on ") == 1)
    if form == .crlf {
      let bytes = Array(proposal.text.utf8)
      #expect(bytes.indices.allSatisfy { bytes[$0] != 10 || bytes[$0 - 1] == 13 })
    }
  }

  @Test("Every shipped board can be written", arguments: CalibrationSetting.Name.allCases)
  func shipped(name: CalibrationSetting.Name) throws {
    let text = try CalibrationScene.text(path: name.path)
    try CalibrationProposal.tryWriting(to: text, of: try name.setting().board)
  }
}

extension StringProtocol {
  fileprivate var trimmed: String { String(drop { $0 == " " }) }
}

extension String {
  fileprivate func replacingAll(_ part: String, with other: String) -> String {
    var (result, rest) = ("", self[...])
    while let range = rest.firstRange(of: part) {
      result += rest[..<range.lowerBound] + other
      rest = rest[range.upperBound...]
    }
    return result + rest
  }

  /// Every line with another one in its place.
  fileprivate func lines(_ change: (String) -> String) -> String {
    split(separator: "\n", omittingEmptySubsequences: false).map { change(String($0)) }
      .joined(separator: "\n")
  }

  /// The lines of all tables of a header, without empty ones and comments.
  fileprivate func tables(_ header: String) -> [[String]] {
    var (tables, isIn): ([[String]], Bool) = ([], false)
    for line in split(separator: "\n") {
      if line.hasPrefix("[") { isIn = line.hasPrefix(header) }
      if line.hasPrefix(header) { tables.append([]) }
      if isIn, !line.hasPrefix("#") { tables[tables.count - 1].append(String(line)) }
    }
    return tables
  }

  /// The text without the tables of a header.
  fileprivate func without(_ header: String) -> String {
    var isIn = false
    return split(separator: "\n", omittingEmptySubsequences: false).filter { line in
      if line.hasPrefix("[") { isIn = line.hasPrefix(header) }
      return !isIn
    }.joined(separator: "\n")
  }

  /// The number of times that a text is in it.
  fileprivate func components(_ part: String) -> Int {
    indices.filter { self[$0...].hasPrefix(part) }.count
  }
}
