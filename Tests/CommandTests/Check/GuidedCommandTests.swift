import Diagnostics
import FoundationEssentials
import TestSupport
import Testing

@testable import CommandSupport
@testable import pinna

@Suite("pinna check with a person, whose hands are those of a scenario")
struct GuidedCommandTests {
  private let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
    try folder.write(GuidedScript.board, to: "square.toml")
    try folder.write("[stereo]\nears = \"sphere\"\n", to: "settings.toml")
  }

  private func pinna(
    _ words: [String], _ scenario: String, terminal: Terminal = .file
  ) throws -> CommandRun {
    let path = try folder.write(scenario, to: "hands.toml")
    return CommandRun.pinna(
      ["check"] + words + ["--scenario", path, "--config", folder.path + "/settings.toml"],
      terminal: terminal)
  }

  private struct Answer: Decodable {
    struct Found: Decodable {
      var check: String
      var subject: String
      var verdict: String
      var message: String
      var value: Double?
      var remedy: String?
    }
    var findings: [Found]
  }

  /// The guided findings that are not in order.
  private func complaints(_ words: [String], _ scenario: String) throws -> [Answer.Found] {
    let run = try pinna(words + ["--json", "--patience", "8"], scenario)
    let answer = try JSONDecoder().decode(Answer.self, from: Data(run.output.utf8))
    #expect(run.code == (answer.findings.contains { $0.verdict == "fail" } ? .failure : .success))
    return answer.findings.filter { $0.verdict != "pass" }
  }

  // MARK: As it should be

  @Test("with --guided everything is checked, and then what needs hands, step by step")
  func everything() throws {
    let deeds =
      GuidedScript.presses + GuidedScript.turns + GuidedScript.taps + GuidedScript.claps
    let run = try pinna(
      ["--guided", "--seconds", "2.5", "--patience", "12", "--html", folder.path + "/page.html"],
      GuidedScript.scenario(deeds, from: 14))
    #expect(run.code == .success, "\(run.output)\n\(run.diagnostics)")
    let text = run.output.split { $0.isWhitespace }.joined(separator: " ")
    #expect(text.contains("By hand every button answers"))
    #expect(text.contains("left is left and right is right, in every case"))
    #expect(text.contains("deliver sound"))
    let lines = run.diagnostics.split(separator: "\n")
    #expect(lines.first == " 1 of 18  Press the record button and release it.")
    #expect(lines.dropFirst().first == "          ok    its line answers")
    #expect(lines.contains { $0.hasPrefix("18 of 18  Hold the board") })
    #expect(lines.allSatisfy { $0.count <= 80 })
    // There are no keys in a scenario.
    #expect(!run.diagnostics.contains("Keys:"))
    #expect(run.output.contains("CLAP"))
    let page = try folder.read("page.html")
    #expect(page.contains("Claps in a take"))
    #expect(page.contains("#1 Back portrait, left"))
    for check in Check.allCases { #expect(page.contains("<td>\(check)</td>"), "\(check)") }
  }

  @Test("names choose guided checks without the option, and only those")
  func names() throws {
    let run = try pinna(
      ["guided.press", "--json"], GuidedScript.scenario(GuidedScript.presses))
    #expect(run.code == .success, "\(run.output)")
    let answer = try JSONDecoder().decode(Answer.self, from: Data(run.output.utf8))
    #expect(answer.findings.map(\.check) == ["guided.press", "guided.press"])
    #expect(answer.findings.map(\.subject) == ["record", "source"])
    #expect(run.diagnostics.contains("1 of 2  Press the record button"))
  }

  // MARK: Planted faults

  @Test("mirrored channels: a tap names the channel that answers, and left is heard on the right")
  func mirrored() throws {
    let mirror = "[hardware.capture]\nchannels = [1, 0, 3, 2]\n"
    let tapped = try complaints(
      ["guided.tap"], GuidedScript.scenario(GuidedScript.taps, mirror))
    #expect(tapped.map(\.check) == Array(repeating: "guided.tap", count: 4))
    #expect(tapped.map(\.value) == [1, 0, 3, 2])
    #expect(
      tapped.first?.message
        == "channel 1 answers instead of 0: the board file has b on that channel")
    #expect(tapped.first?.remedy == "write channel = 1 for a into the board file")
    let clapped = try complaints(
      ["guided.clap"], GuidedScript.scenario(GuidedScript.claps, mirror))
    // What mirrors left and right of who holds it upright mirrors top and bottom of who turns it by a quarter.
    #expect(
      clapped.map(\.subject)
        == ["portrait", "portraitUpsideDown"].flatMap { pose in
          ["left", "right"].map { "Back \(pose), \($0)" }
        })
    #expect(clapped.allSatisfy { $0.verdict == "fail" && ($0.value ?? 0) < 0 })
    #expect(
      clapped.filter { $0.subject.hasSuffix(", left") }
        .allSatisfy { $0.message.hasSuffix("earlier on the right") })
  }

  @Test("two exchanged channels are named, and no other")
  func swapped() throws {
    let found = try complaints(
      ["guided.tap"],
      GuidedScript.scenario(
        GuidedScript.taps, "[hardware.capture]\nchannels = [0, 1, 3, 2]\n"))
    #expect(found.map(\.subject) == ["c", "d"])
    #expect(found.map(\.value) == [3, 2])
  }

  @Test("a button that does not answer, and one that does")
  func silentButton() throws {
    let found = try complaints(
      ["guided.press"], GuidedScript.scenario(["press = \"record\""]))
    #expect(found.map(\.subject) == ["source"])
    #expect(found.first?.message == "its line did not change within 8 s")
    #expect(found.first?.remedy?.contains("active-low") == true)
  }

  @Test("an accelerometer that is mounted by a quarter turn otherwise says so")
  func turned() throws {
    let found = try complaints(
      ["guided.hold"],
      GuidedScript.scenario([], "[hardware.accelerometer]\nturned = 90\n"))
    let portrait = try #require(found.first { $0.subject == "portrait" })
    #expect(portrait.verdict == "fail")
    #expect(portrait.message.contains("the accelerometer reports landscape"))
    #expect(portrait.remedy?.contains("mount = [[") == true)
  }

  // MARK: The command line

  @Test("the list marks what needs a person")
  func list() throws {
    let lines = CommandRun.pinna(["check", "--list"]).output.split(separator: "\n")
    let marked = lines.filter { $0.hasSuffix("(by hand)") }
    #expect(marked.count == Check.allCases.filter(\.needsPerson).count)
    #expect(marked.allSatisfy { $0.hasPrefix("guided.") })
    let json = CommandRun.pinna(["check", "--list", "--json", "guided.tap"]).output
    #expect(json.contains("\"part\" : \"person\""))
  }

  @Test("a wrong patience says what would be right", arguments: ["0", "1e9", "long"])
  func wrongPatience(word: String) {
    let run = CommandRun.pinna(["check", "guided", "--patience", word, "--board", "phone"])
    #expect(run.code == .usage)
    #expect(run.diagnostics.contains("from 2 to 600"), "\(run.diagnostics)")
  }

  @Test("prompts are no wider than the terminal", arguments: [50, 60])
  func width(columns: Int) throws {
    let terminal = Terminal(
      isTerminal: false, width: columns, allowsColor: false, isUnicode: true)
    let run = try pinna(
      ["guided.clap", "--patience", "2"], GuidedScript.scenario(["clap -90"]), terminal: terminal)
    let widest = run.diagnostics.split(separator: "\n").map(\.count).max() ?? 0
    #expect((30...columns).contains(widest), "\(run.diagnostics)")
    let output = run.output.split(separator: "\n").map(\.count).max() ?? 0
    #expect((30...columns).contains(output), "\(run.output)")
  }
}
