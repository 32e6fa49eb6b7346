import Boards
import Diagnostics
import Recorder
import SimulatedBoard
import Testing

/// The guided parts without a person: hands and sounds of a scenario do what is asked, one thing every three seconds.
@Suite("Guided parts") struct GuidedTests {
  /// Seconds from one thing that hands do to the next.
  static let pace = 3.0

  /// A scenario whose hands do these things one after the other.
  static func script(_ deeds: [String], _ more: String = "") -> String {
    let hands = deeds.enumerated().map { index, deed in
      let at = Self.pace * Double(index + 1)
      // A clap is a burst beside the board, at arm's length.
      guard deed.hasPrefix("clap ") else { return "[[hand]]\nat = \(at)\n\(deed)" }
      return """
        [[source]]
        noise = "white"
        azimuth = \(deed.dropFirst(5) == "left" ? -80 : 80)
        elevation = 0.0
        distance = 0.8
        level = -20.0
        start = \(at)
        until = \(at + 0.03)
        """
    }
    return more + "\n" + hands.joined(separator: "\n") + "\n"
  }

  /// What is found, and what was asked.
  static func run(
    _ checks: [String], _ text: String, answers: [GuideAnswer?] = [], patience: Double = 8
  ) throws -> (findings: [Finding], asked: [String]) {
    var asked: [String] = []
    var left = answers[...]
    var answer: GuideAnswer?
    let guide = Guide(
      ask: { step, number, count in
        asked.append("\(number)/\(count) \(step.check) \(step.subject)")
        answer = left.popFirst() ?? nil
      },
      answer: {
        defer { answer = nil }
        return answer
      })
    let board = try PlantedBench.board()
    let report = try PlantedBench.report(
      board, seed: 1, text, filters: GeometryCheckTests.filters(board), checks: checks,
      guide: guide, patience: patience)
    return (report.findings, asked)
  }

  static func words(_ findings: [Finding]) -> [String] {
    findings.map { "\($0.check) \($0.subject): \($0.verdict.rawValue)" }
  }

  @Test("buttons that are pressed as asked pass")
  func presses() throws {
    let found = try Self.run(
      ["guided.press"], Self.script(["press = \"record\"", "press = \"source\""]))
    #expect(
      Self.words(found.findings) == ["guided.press record: pass", "guided.press source: pass"])
    #expect(found.asked == ["1/2 guided.press record", "2/2 guided.press source"])
  }

  @Test("the wrong button, and none, are told with what to do")
  func wrongPresses() throws {
    let found = try Self.run(["guided.press"], Self.script(["press = \"source\""]))
    #expect(
      Self.words(found.findings) == ["guided.press record: fail", "guided.press source: fail"])
    #expect(found.findings[0].message == "the line of source closes")
    #expect(found.findings[1].message == "its line did not change within 8 s")
    #expect(found.findings.allSatisfy { $0.remedy != nil })
  }

  static let turns = [
    "turn = \"portrait\"", "turn = \"portraitUpsideDown\"", "turn = \"landscapeLeft\"",
    "turn = \"landscapeRight\"",
  ]

  @Test("a board that is turned as asked passes, and one with a turned sensor says by how much")
  func holds() throws {
    let right = try Self.run(["guided.hold"], Self.script(Self.turns))
    #expect(right.findings.map(\.verdict) == [.pass, .pass, .pass, .pass])
    let held = Self.script(
      ["turn = \"portrait\""], "[hardware.accelerometer]\nturned = 90\n")
    let wrong = try Self.run(["guided.hold"], held, patience: 5)
    #expect(wrong.findings.first?.verdict == .fail)
    #expect([90, 270].contains(wrong.findings.first?.value))
  }

  static let taps = (1...4).map { "tap = \"MIC\($0)\"" }

  @Test("taps say which channel answers; exchanged channels are told with the right ones")
  func tapped() throws {
    let right = try Self.run(["guided.tap"], Self.script(Self.taps))
    #expect(right.findings.map(\.verdict) == [.pass, .pass, .pass, .pass])
    let exchanged = try Self.run(
      ["guided.tap"], Self.script(Self.taps, "[hardware.capture]\nchannels = [0, 2, 1, 3]\n"))
    #expect(exchanged.findings.map(\.verdict) == [.pass, .fail, .fail, .pass])
    #expect(exchanged.findings.map(\.value) == [0, 2, 1, 3])
    #expect(exchanged.findings[1].remedy == "write channel = 2 for MIC2 into the board file")
  }

  @Test("nobody who taps is a failure after the patience; skip, again and stop are obeyed")
  func answers() throws {
    let found = try Self.run(
      ["guided.tap"], Self.script(["tap = \"MIC1\""]), answers: [nil, .again, nil, .skip, .stop])
    #expect(
      found.asked.map { $0.split(separator: " ")[0] } == ["1/4", "2/4", "1/4", "2/4", "3/4"])
    #expect(
      Self.words(found.findings) == [
        "guided.tap MIC1: fail", "guided.tap MIC2: skip", "guided.tap MIC3: skip",
        "guided.tap MIC4: skip",
      ])
    #expect(found.findings[0].message == "no tap was heard within 8 s")
  }

  static let claps = Self.turns.flatMap { [$0, "clap left", "clap right"] }

  @Test("claps from left and right are left and right in a take, in every case")
  func clapped() throws {
    let found = try Self.run(["guided.clap"], Self.script(Self.claps))
    #expect(found.findings.count == 8)
    for finding in found.findings {
      #expect(finding.verdict == .pass, "\(finding.subject): \(finding.message)")
      #expect((finding.value ?? 0) >= 2, "\(finding.limit ?? "")")
    }
  }

  @Test("exchanged left and right are heard")
  func exchanged() throws {
    let found = try Self.run(
      ["guided.clap"],
      Self.script(
        ["clap left", "clap right"], "[hardware.capture]\nchannels = [1, 0, 2, 3]\n"),
      answers: [nil, nil, .stop])
    #expect(found.findings.prefix(2).map(\.verdict) == [.fail, .fail])
  }
}
