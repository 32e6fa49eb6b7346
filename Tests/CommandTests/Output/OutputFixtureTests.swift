import Boards
import LinuxBoard
import Testing

@testable import CommandSupport
@testable import pinna

/// The output of every command is what it was: byte for byte, with times and folders taken out.
@Suite("Documents of commands are those that are kept")
struct OutputFixtureTests {
  private let bench: OutputBench

  init() throws { bench = try OutputBench() }

  @Test func boards() throws {
    try bench.check("board show hand --json", "board-show.json")
    try bench.check("board show hand", "board-show.txt")
    try bench.write("schema = 1\nname = 3\n", to: "boards/wrong.toml")
    let validate = "board validate hand @boards/wrong.toml"
    try bench.check(validate + " --json", "board-validate.json", .data)
    try bench.check(validate, "board-validate.txt", .data)
    let library = BoardLibrary(folders: [bench.path("boards")])
    let listings = try library.list().map { entry in
      if let error = entry.error { return BoardListing(entry, error: error) }
      return BoardListing(entry, board: try library.load(entry.id))
    }
    try bench.check(text: try JSONOutput.text(listings), "board-list.json")
    let lines = BoardListing.table(listings).lines()
    try bench.check(text: lines.joined(separator: "\n"), "board-list.txt")
  }

  @Test func layouts() throws {
    try bench.check("layout --board hand --all --json", "layout.json")
    try bench.check("layout --board hand --all", "layout.txt")
    try bench.check("layout --board hand --orientation landscapeLeft --svg -", "layout.svg")
  }

  @Test func designs() throws {
    let design = "design --board table --config @settings.toml"
    try bench.check(design + " --mismatch --on hand --json", "design.json")
    try bench.check(design + " --mismatch --on hand", "design.txt")
    #expect(bench.run(design + " --html @design.html").code == .success)
    try bench.check(file: "design.html", "design.html")
  }

  @Test func takes() throws {
    let simulate =
      "simulate @scene.toml --config @settings.toml --raw --pre-roll 0.2 "
      + "--start 2026-11-20~05:29:50 --out"
    try bench.check(simulate + " @takes --json", "simulate.json")
    try bench.check(file: "takes/scene.html", "simulate.html")
    try bench.check(simulate + " @again", "simulate.txt")
    let take = "@takes/20261120_052950_001"
    try bench.check("takes list @takes --json", "takes-list.json")
    try bench.check("takes show \(take).wav --json", "takes-show.json")
    try bench.check("takes show \(take).wav", "takes-show.txt")
    try bench.check("takes verify \(take).wav --json", "takes-verify.json")
    try bench.check("takes verify \(take).wav", "takes-verify.txt")
    let export = "takes export \(take).wav --format wav --out"
    try bench.check(export + " @one.wav --json", "takes-export.json")
    try bench.check(export + " @two.wav", "takes-export.txt")
    try bench.check("takes recover @takes --json", "takes-recover.json")
    try bench.check("takes copy @copy --from @takes --json", "takes-copy.json")
    try bench.check("takes copy @copy --from @takes", "takes-copy.txt")
    let render = "render \(take)_raw.wav"
    let settings = "--board hand --config @settings.toml"
    try bench.check("\(render) @three.wav \(settings) --json", "render.json")
    try bench.check("\(render) @four.wav \(settings)", "render.txt")
  }

  @Test func checks() throws {
    let check = "check --config @settings.toml --scenario @faults.toml --seconds 2.5"
    try bench.check(check + " --json", "check.json", .failure)
    try bench.check(check + " --html @check.html", "check.txt", .failure)
    try bench.check(file: "check.html", "check.html")
    try bench.check("check --list --json", "check-list.json")
    try bench.check("check --list", "check-list.txt")
  }

  @Test func guidedChecks() throws {
    let deeds =
      GuidedScript.presses + GuidedScript.turns + GuidedScript.taps + GuidedScript.claps
    try bench.write(GuidedScript.board, to: "square.toml")
    try bench.write(GuidedScript.scenario(deeds), to: "hands.toml")
    let check = "check guided --config @settings.toml --scenario @hands.toml --patience 12"
    try bench.check(check + " --json", "check-guided.json")
    try bench.check(check + " --html @guided.html", "check-guided.txt")
    let page = try bench.read("guided.html")
    let claps = try #require(page.firstRange(of: "<h2>Claps in a take"))
    try bench.check(text: String(page[claps.lowerBound...]), "check-guided.html")
    try bench.check(text: bench.run(check).diagnostics, "check-guided-steps.txt")
  }

  @Test func calibrations() throws {
    try bench.write(ClapScene.board, to: "square.toml")
    try bench.write(ClapScene.scenario(ClapScene.exchanged), to: "claps.toml")
    let calibrate = "check --config @settings.toml --scenario @claps.toml --calibrate"
    try bench.check(calibrate + " @one.toml --json", "check-calibration.json")
    try bench.check(calibrate + " @two.toml", "check-calibration.txt")
  }

  @Test func inputs() throws {
    let device = CaptureDeviceDescription(
      device: "hw:CARD=none,DEV=0", card: "Pair", name: "PCM", holder: "arecord (pid 12)",
      problem: "open: Permission denied; join the group audio")
    let list = InputList(devices: [device], boards: [pairBoard])
    try bench.check(text: try JSONOutput.text(CaptureDeviceList(list)), "inputs.json")
  }

  @Test func monitor() throws {
    var status = ViewSamples.content(.armed, channels: 3).status
    status.channels[1].isClipped = true
    let facts = LevelReadings(status)
    try bench.check(text: try JSONOutput.text(facts), "monitor.json")
  }

  @Test func recordWithoutATake() throws {
    let output = Transcript()
    let console = Console(
      terminal: .file, diagnosticsTerminal: .file, output: { output.append($0) },
      diagnostics: { _ in })
    try RecordReport(takes: [], isSession: false, console: console).print(asJSON: true)
    try bench.check(text: output.text, "record.json")
  }
}
