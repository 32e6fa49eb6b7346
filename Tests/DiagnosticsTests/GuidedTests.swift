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
        azimuth = \(deed.dropFirst(5))
        elevation = 0.0
        distance = 0.8
        level = -20.0
        start = \(at)
        until = \(at + 0.03)
        """
    }
    return more + "\n" + hands.joined(separator: "\n") + "\n"
  }

  /// Runs a guided checkup: its findings, and the steps that were asked for.
  static func run(
    _ checks: [String], _ text: String, on board: Board? = nil, answers: [GuideAnswer?] = [],
    patience: Double = 8
  ) throws -> Found {
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
    let board = try board ?? PlantedBench.board()
    let report = try PlantedBench.report(
      board, seed: 1, text, filters: GeometryCheckTests.filters(board), checks: checks,
      guide: guide, patience: patience)
    return Found(findings: report.findings, claps: report.claps, asked: asked)
  }

  /// The outcome of a guided checkup.
  struct Found {
    var findings: [Finding]
    var claps: [ClapComparison]
    /// The steps that were asked for, with their numbers.
    var asked: [String]
  }

  /// A board file of this package.
  static func shipped(_ id: String) throws -> Board {
    var parts = #filePath.split(separator: "/", omittingEmptySubsequences: false).dropLast(3)
    parts.append("boards/\(id).toml")
    return try Board.load(path: parts.joined(separator: "/"))
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
    #expect(found.findings[0].message == "the line of source answers")
    #expect(found.findings[1].message == "its line did not change within 8 s")
    #expect(found.findings.allSatisfy { $0.remedy != nil })
  }

  static let turns = [
    "turn = \"portrait\"", "turn = \"portraitUpsideDown\"", "turn = \"landscapeLeft\"",
    "turn = \"landscapeRight\"",
  ]

  @Test("a button that bounces is pressed once: its release is not the press of the next one")
  func bounces() throws {
    let found = try Self.run(
      ["guided.press"],
      Self.script(
        ["press = \"record\"", "press = \"source\""],
        "[hardware.buttons.record]\nbounce = 5.0\n"))
    #expect(found.findings.map(\.verdict) == [.pass, .pass])
  }

  @Test("a board that is turned as asked passes")
  func holds() throws {
    let found = try Self.run(["guided.hold"], Self.script(Self.turns))
    #expect(found.findings.map(\.verdict) == [.pass, .pass, .pass, .pass])
    #expect(found.findings.map(\.subject) == InputOrientation.allCases.map(\.rawValue))
  }

  @Test(
    "a sensor that is mounted otherwise is told with the mount that makes it right",
    arguments: [90, 180, 270])
  func turnedSensor(degrees: Int) throws {
    let found = try Self.run(
      ["guided.hold"],
      Self.script(["turn = \"portrait\""], "[hardware.accelerometer]\nturned = \(degrees)\n"),
      answers: [nil, .stop], patience: 5)
    let first = try #require(found.findings.first)
    #expect(first.verdict == .fail)
    #expect(degrees == 180 ? first.value == 180 : first.value == 90 || first.value == 270)
    let remedy = try #require(first.remedy)
    #expect(remedy.contains("write into [accelerometer] of the board file: mount = [["))
    let numbers = remedy.split { !"-0123456789".contains($0) }.compactMap { Double($0) }
    try #require(numbers.count == 9)
    let seen = try #require(
      InputOrientation.allCases.first { first.message.contains("reports \($0.rawValue),") }
    ).up
    let rows = (0..<3).map { Vector3(numbers[3 * $0], numbers[3 * $0 + 1], numbers[3 * $0 + 2]) }
    // The chip is not turned in the file, so the new mount makes the true edge of the one that was seen.
    #expect(
      Vector3(dot(rows[0], seen), dot(rows[1], seen), dot(rows[2], seen))
        == InputOrientation.portrait.up)
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

  @Test("a tap on a microphone that hears nothing does not accuse the channel of another one")
  func deadMicrophone() throws {
    let found = try Self.run(
      ["guided.tap"],
      Self.script(Self.taps, "[[hardware.microphone]]\nname = \"MIC2\"\ndead = true\n"))
    #expect(found.findings.map(\.verdict) == [.pass, .fail, .pass, .pass])
    #expect(found.findings[1].message == "channel 1 picks up nothing at all")
  }

  @Test("no tap is a failure after the patience; skip, again and stop are obeyed")
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

  @Test("a tap between two microphones is asked for again, and says nothing in the end")
  func unclear() throws {
    // Both at once, three times.
    let both = (1...3).flatMap { round in
      ["MIC1", "MIC2"].map { "[[hand]]\nat = \(3 * round)\ntap = \"\($0)\"" }
    }
    let found = try Self.run(
      ["guided.tap"], both.joined(separator: "\n"), answers: [nil, nil, nil, .stop])
    #expect(
      found.asked == Array(repeating: "1/4 guided.tap MIC1", count: 3) + ["2/4 guided.tap MIC2"])
    #expect(found.findings.first?.verdict == .warn)
    #expect(found.findings.first?.remedy?.contains("pinna check guided.tap") == true)
  }

  // MARK: Claps

  static let claps = Self.turns.flatMap { [$0, "clap -80", "clap 80"] }

  @Test("claps from left and right are left and right in a take, in every case")
  func clapped() throws {
    let board = try Self.shipped("respeaker-4mic-hat")
    let found = try Self.run(["guided.clap"], Self.script(Self.claps), on: board)
    // Four poses, two sides; both data sources hear each.
    #expect(found.asked.count == 8)
    #expect(found.findings.count == 16)
    for finding in found.findings {
      #expect(finding.verdict == .pass, "\(finding.subject): \(finding.message)")
    }
    #expect(found.claps.count == 16)
    for clap in found.claps {
      let sign = clap.side == .right ? 1.0 : -1
      #expect(sign * clap.heard.decibels > 1 && sign * clap.heard.microseconds > 200, "\(clap)")
      #expect(abs(clap.heard.decibels - clap.promised.decibels) < 1.6, "\(clap)")
      // The promise is a mean over 60 degrees, the clap came from one direction.
      #expect(abs(clap.heard.microseconds - clap.promised.microseconds) < 100, "\(clap)")
    }
  }

  @Test("what only one microphone hears is no clap, and nothing is judged with a dead microphone")
  func noClap() throws {
    let board = try Self.shipped("respeaker-4mic-hat")
    let tapped = try Self.run(
      ["guided.clap"], Self.script(["tap = \"MIC1\"", "clap -80"]), on: board,
      answers: [nil, nil, .stop])
    #expect(tapped.asked.prefix(2).map { $0.prefix(3) } == ["1/8", "1/8"])
    #expect(tapped.findings.prefix(2).map(\.verdict) == [.pass, .pass])
    let dead = try Self.run(
      ["guided.clap"],
      Self.script(["clap -80"], "[[hardware.microphone]]\nname = \"MIC3\"\ndead = true\n"),
      on: board, answers: [nil, .stop])
    let first = try #require(dead.findings.first)
    #expect(first.verdict == .skip)
    #expect(first.message.contains("MIC3 is dead"))
  }

  @Test("a clap on a board with soft microphones, as its file states, is no tap on the other one")
  func gains() throws {
    var board = try Self.shipped("respeaker-4mic-hat")
    for index in 1..<4 { board.microphones[index].gain = 15 }
    let found = try Self.run(
      ["guided.clap"], Self.script(["clap -80"]), on: board, answers: [nil, .stop])
    #expect(found.findings.prefix(2).map(\.verdict) == [.pass, .pass])
  }

  @Test("exchanged left and right are heard")
  func exchanged() throws {
    let found = try Self.run(
      ["guided.clap"],
      Self.script(["clap -80", "clap 80"], "[hardware.capture]\nchannels = [1, 0, 3, 2]\n"),
      on: try Self.shipped("respeaker-4mic-hat"), answers: [nil, nil, .stop])
    let judged = found.findings.prefix(4)
    #expect(judged.map(\.verdict) == [.fail, .fail, .fail, .fail])
    #expect(judged.allSatisfy { ($0.value ?? 0) < 0 })
    #expect(judged.allSatisfy { $0.remedy?.contains("guided.tap") == true })
    #expect(found.claps.allSatisfy { $0.isExchanged })
  }

  @Test("data sources that look across each other have claps of their own")
  func table() throws {
    let board = try Self.shipped("matrix-voice-table")
    // To the left and right of who looks along Top; of who looks along Right these are 0 and 180 degrees.
    let found = try Self.run(
      ["guided.clap"], Self.script(["clap -80", "clap 80", "clap 0", "clap 180"]), on: board)
    #expect(found.asked.count == 4)
    #expect(found.findings.count == 8)
    for finding in found.findings {
      #expect(finding.verdict == .pass, "\(finding.subject): \(finding.message)")
    }
  }

  @Test("where physics keeps left and right together nothing is judged, and nothing promised")
  func limited() throws {
    var board = try Self.shipped("i2s-pair")
    board.body = nil
    let found = try Self.run(
      ["guided.clap"], Self.script(["turn = \"landscapeLeft\"", "clap -80", "clap 80"]),
      on: board, answers: [.skip, .skip, .skip, .skip, nil, nil, .stop])
    let judged = found.findings.filter { $0.message.hasPrefix("this geometry separates") }
    #expect(!judged.isEmpty && judged.allSatisfy { $0.verdict == .skip })
  }
}
