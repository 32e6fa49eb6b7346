import Boards
import Diagnostics
import FoundationEssentials
import Recorder
import Testing

@testable import CommandSupport
@testable import pinna

@Suite struct CheckCommandTests {
  private let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
    try folder.write(Self.quiet, to: "quiet.toml")
    try folder.write(
      PairBoardFile.attached.replacing("hw:CARD=pinnatest,DEV=0", with: "simulated"),
      to: "numbers.toml")
    try folder.write(PairBoardFile.attached, to: "pair.toml")
  }

  /// A room with sounds from two sides.
  private static let quiet = """
    board = "numbers.toml"
    duration = 60.0
    seed = 3
    [[source]]
    noise = "pink"
    azimuth = -40.0
    distance = "far"
    level = -45.0
    [[source]]
    noise = "pink"
    azimuth = 100.0
    distance = "far"
    level = -51.0
    """

  @Test(
    "A failure has its exit status also when its output is not read to the end",
    arguments: [[], ["--json"]])
  func unread(options: [String]) {
    let console = Console(
      terminal: .file, diagnosticsTerminal: .file, output: { _ in throw OutputClosed() },
      diagnostics: { _ in })
    let words = ["check", "device", "--board", folder.path + "/pair.toml"] + options
    #expect(Program.pinna.run(words, console: console) == .failure)
  }

  private func pinna(_ words: [String], terminal: Terminal = .file) -> CommandRun {
    CommandRun.pinna(
      ["check"] + words, terminal: terminal)
  }

  /// The checkup of a program, by its schema.
  private struct Answer: Decodable {
    struct Found: Decodable {
      var check: String
      var subject: String
      var verdict: String
      var message: String
      var value: Double?
      var unit: String?
      var limit: String?
      var remedy: String?
    }
    struct Summary: Decodable {
      var hasPassed: Bool
      var pass: Int
      var warn: Int
      var fail: Int
      var skip: Int
    }
    var schema: String
    var board: String
    var device: String
    var date: String
    var isClockSet: Bool
    var seconds: Double
    var findings: [Found]
    var summary: Summary
  }

  private func answer(_ run: CommandRun) throws -> Answer {
    try JSONDecoder().decode(Answer.self, from: Data(run.output.utf8))
  }

  // MARK: Simulated boards

  @Test("a healthy board has the verdict first and at most 30 lines, and physics in two sentences")
  func short() {
    for board in [folder.path + "/numbers.toml", "phone"] {
      let run = pinna(["--board", board, "--seconds", "2.5"])
      #expect(run.code == .success, "\(run.output)")
      let lines = run.output.split(separator: "\n", omittingEmptySubsequences: false).dropLast()
      #expect(lines.first == "OK    Every check passed.")
      #expect(lines.count <= 30, "\(lines.count): \(run.output)")
      #expect(lines.allSatisfy { $0.count <= 80 })
      let words = lines.joined(separator: " ")
      #expect(words.contains("Left and right ") && words.contains("directions are correct up to"))
      #expect(words.contains("--verbose shows every check"))
      #expect(!words.contains("CASE"))
    }
  }

  @Test("a board that exists as numbers passes, and with --verbose every check has its line")
  func healthy() {
    let run = pinna(["--board", folder.path + "/numbers.toml", "--seconds", "2.5", "--verbose"])
    #expect(run.code == .success, "\(run.output)")
    #expect(run.diagnostics.isEmpty)
    for check in CheckSelection.all.checks {
      let kind = check.group + ".*"
      #expect(run.output.contains(check.rawValue) || run.output.contains(kind), "\(check.rawValue)")
    }
    #expect(run.output.contains("Every check passed."))
    #expect(!run.output.contains("FAIL") && !run.output.contains("WARN"))
    #expect(!run.output.contains("\u{1B}"))
  }

  @Test("a fault of a scenario comes first, with what to do, and the exit code is 1")
  func faulty() throws {
    try folder.write(
      Self.quiet + "\n[[fault]]\nat = 0.0\nmicrophone-dead = \"b\"\n", to: "dead.toml")
    let run = pinna(["--scenario", folder.path + "/dead.toml", "--seconds", "2.5"])
    #expect(run.code == .failure)
    let lines = run.output.split(separator: "\n", omittingEmptySubsequences: false)
    #expect(lines.count > 5 && lines[3] == "FAIL  sound.alive  b", "\(run.output)")
    #expect(run.output.contains("channel 1 is silent"))
    #expect(run.output.contains("→  check its supply") || run.output.contains("→ "))
    #expect(lines[0] == "FAIL  1 failure: fix this, then check again.")
  }

  @Test("nothing is wider than the terminal", arguments: [50, 64, 80])
  func width(columns: Int) {
    let terminal = Terminal(
      isTerminal: false, width: columns, allowsColor: false, isUnicode: true)
    for words in [
      ["--board", folder.path + "/pair.toml"], ["--scenario", folder.path + "/quiet.toml"],
    ] {
      let run = pinna(words + ["--seconds", "2.5"], terminal: terminal)
      let widest = run.output.split(separator: "\n").map(\.count).max() ?? 0
      #expect((40...columns).contains(widest), "\(run.output)")
    }
  }

  @Test("colours are for terminals")
  func colours() {
    let terminal = Terminal(isTerminal: true, width: 80, allowsColor: true, isUnicode: true)
    let run = pinna(["device", "--board", folder.path + "/pair.toml"], terminal: terminal)
    #expect(run.output.contains("\u{1B}[31m"))
  }

  @Test("JSON has the schema that programs are promised")
  func json() throws {
    let run = pinna(["--scenario", folder.path + "/quiet.toml", "--json", "--seconds", "2.5"])
    #expect(run.code == .success)
    let answer = try answer(run)
    #expect(answer.schema == "pinna-check-4")
    #expect(answer.board == "numbers" && answer.device == "simulated")
    #expect(answer.seconds == 2.5)
    #expect(answer.date.count == "2026-11-22T09:30:00+01:00".count)
    #expect(answer.summary.hasPassed && answer.summary.fail == 0)
    let verdicts = answer.findings.map(\.verdict)
    #expect(verdicts.filter { $0 == "pass" }.count == answer.summary.pass)
    #expect(verdicts.filter { $0 == "skip" }.count == answer.summary.skip)
    #expect(answer.summary.pass > 20)
    let levels = answer.findings.filter { $0.check == "sound.level" }
    #expect(levels.map(\.subject) == ["a", "b"])
    #expect(levels.allSatisfy { $0.unit == "dBFS(A)" && $0.value.map { $0 < -30 } == true })
    #expect(levels.allSatisfy { $0.limit?.isEmpty == false && $0.remedy == nil })
  }

  @Test("a simulated card is not taken for the folder in the settings")
  func simulatedCard() throws {
    let settings = try folder.write("[take]\ndirectory = \"/proc/takes\"\n", to: "proc.toml")
    let run = pinna([
      "storage", "--scenario", folder.path + "/quiet.toml", "--config", settings, "--json",
    ])
    let answer = try answer(run)
    #expect(Set(answer.findings.map(\.subject)) == ["simulated card"])
  }

  @Test("the same scenario gives the same findings, whatever the machine is doing")
  func repeatable() throws {
    func findings() throws -> [String] {
      let run = pinna(["--scenario", folder.path + "/quiet.toml", "--json", "--seconds", "2.5"])
      return try answer(run).findings.map { "\($0.check) \($0.subject) \($0.message)" }
    }
    #expect(try findings() == findings())
  }

  // MARK: Real hardware

  @Test("a capture device that is not there is a finding, with exit code 1")
  func absent() throws {
    let run = pinna(["device", "sound", "--board", folder.path + "/pair.toml", "--json"])
    #expect(run.code == .failure)
    let answer = try answer(run)
    let failed = answer.findings.filter { $0.verdict == "fail" }
    #expect(failed.map(\.check) == ["device.open"])
    #expect(failed.first?.subject == "hw:CARD=pinnatest,DEV=0")
    #expect(failed.first?.remedy?.contains("device tree overlay") == true)
    let sound = answer.findings.filter { $0.check.hasPrefix("sound.") }
    #expect(!sound.isEmpty && sound.allSatisfy { $0.verdict == "skip" })
  }

  @Test("the card of the settings is written to, and nothing is left in it")
  func storage() throws {
    let takes = try TemporaryFolder()
    let settings = try folder.write(
      "[take]\ndirectory = \"\(takes.path)\"\n", to: "settings.toml")
    let words = ["--board", folder.path + "/pair.toml", "--config", settings, "--json"]
    let answer = try answer(pinna(["storage.directory", "storage.space"] + words))
    #expect(answer.findings.map(\.check) == ["storage.directory", "storage.space"])
    #expect(answer.findings.map(\.subject) == [takes.path, takes.path])
    #expect(answer.findings.first?.verdict == "pass")
    #expect(!takes.contains(".pinna-check") && !takes.contains(".pinna-check.speed"))
    let gone = try folder.write(
      "[take]\ndirectory = \"\(takes.path)/none\"\n", to: "gone.toml")
    let run = pinna(["storage", "--board", folder.path + "/pair.toml", "--config", gone])
    #expect(run.code == .failure)
    #expect(run.output.contains("FAIL  storage.directory"))
    #expect(run.output.contains("mkdir -p"))
  }

  @Test("a part of the checks touches nothing that it does not need")
  func part() throws {
    // Listening would take 60 s, and fail without a device.
    let words = ["realtime", "system.clock", "--board", folder.path + "/pair.toml"]
    let answer = try answer(pinna(words + ["--seconds", "60", "--json"]))
    let prefixes = Set(answer.findings.map { $0.check.prefix { $0 != "." } })
    #expect(prefixes == ["realtime", "system"])
    #expect(
      answer.findings.filter { $0.check.hasPrefix("system.") }.map(\.check) == ["system.clock"])
  }

  // MARK: The command line

  @Test("the list has every check once, with what it says; names choose from it")
  func list() {
    let all = pinna(["--list"])
    #expect(all.code == .success)
    #expect(all.output.split(separator: "\n").count == Check.allCases.count)
    #expect(all.output.split(separator: "\n").allSatisfy { $0.count <= 80 })
    let some = pinna(["--list", "sound.hum", "button"]).output.split(separator: "\n")
    #expect(some.count == 3)
    #expect(some.first?.hasPrefix("sound.hum") == true)
    #expect(pinna(["--list", "--json"]).output.contains("\"check\" : \"device.open\""))
  }

  @Test(
    "a mistake of the command line says what would be right",
    arguments: [
      (["sound.hmu"], "did you mean \"sound.hum\"?"), (["soud"], "did you mean \"sound\"?"),
      (["quantum"], "no check 'quantum'"), (["--seconds", "0"], "from 2.5 to 60"),
      ([], "--board is missing"),
    ])
  func mistakes(words: [String], message: String) throws {
    let settings = try folder.write("", to: "empty.toml")
    let run = pinna(words + ["--config", settings])
    #expect(run.code == .usage)
    #expect(run.diagnostics.contains(message), "\(run.diagnostics)")
    #expect(run.output.isEmpty)
  }

  @Test("what cannot even begin has the exit code of its reason")
  func beginning() throws {
    #expect(pinna(["--board", "no-such-board"]).code == .noInput)
    let wrong = try folder.write("schema = 1\n", to: "wrong.toml")
    #expect(pinna(["--board", wrong]).code == .configuration)
    #expect(pinna(["--scenario", folder.path + "/none.toml"]).code == .noInput)
    let scenario = try folder.write("board = 3\n", to: "bad.toml")
    #expect(pinna(["--scenario", scenario]).code == .data)
  }
}
