import Diagnostics
import Drawings
import Recorder
import TOML

extension Command {
  /// `pinna check`.
  static let check = Command(
    "check", summary: "bring-up: measures everything and says what is wrong with a board",
    discussion: """
      Opens everything that the board file names, listens for some seconds, and says what is not as it should be and what \
      to do about it: the capture device, every microphone, the clock, lost frames, the card, accelerometer, buttons, lights, \
      mixer, and the system around them. Lights blink once, a file is written to the folder of takes and removed again, and the \
      mixer is set as the board file says, as for a take; nothing else of the board is changed. The board should lie still in an ordinary room: quiet, but not silent.

      Last it says what the geometry of the board can do in every case, with the filters that are there, and what physics \
      forbids it. --html writes all of it as a page with pictures, for a browser; of files that are there it replaces only \
      pages of pinna.

      With names of checks or of their groups only those are made, and nothing else is touched. With a scenario the \
      simulated board is checked, with the faults that the scenario gives it; so is a board that exists as numbers only. \
      Stop a recorder that runs on the board first, and check as the user that it runs as: rights are those of the user. \
      The exit code is 0 when nothing failed and 1 when something did.
      """,
    positionals: [
      Positional(
        "CHECK", "names of checks or groups, such as sound.hum or sound; without any, all",
        count: .any)
    ],
    options: [
      BoardArgument.option, scenario, seconds, page, list, SettingsArguments.config, json,
    ],
    examples: [
      .init("pinna check --board respeaker-4mic-hat", "everything"),
      .init("pinna check sound storage --board uma-8", "only the sound and the card"),
      .init("pinna check --board uma-8 --html uma-8.html", "a page with pictures"),
      .init("pinna check --scenario faulty.toml --json", "a simulated board, for a program"),
      .init("pinna check --list", "what there is to be checked"),
    ]
  ) { arguments, console in
    let selection = try selection(arguments)
    if arguments.has(list) {
      try printList(selection, asJSON: arguments.has(json), console)
      return .success
    }
    // Before the work: somebody waits for it.
    let pagePath = arguments.text(page)
    if let pagePath { try OutputFile.check(pagePath, mark: HTMLPage.mark) }
    let bench = try CheckBench.bench(arguments, scenario: arguments.text(scenario), console)
    var checkup = Checkup(bench, selection)
    if let seconds = arguments.number(seconds) { checkup.seconds = seconds }
    let report = run(checkup, console)
    let facts = CheckPageFacts(report, ears: bench.filters?.ears ?? .kemar)
    if let pagePath {
      try OutputFile.write(facts.page.html(), to: pagePath)
      console.note("wrote \(pagePath)")
    }
    if arguments.has(json) {
      try console.print(JSONOutput.text(CheckFacts(report)))
    } else {
      try console.print(
        lines: CheckText(report, geometry: facts.geometry).lines(console.terminal))
    }
    return report.isPassed ? .success : .failure
  }

  private static let scenario = Option.text(
    "scenario", "FILE", "check the simulated board of a scenario file")
  private static let seconds = Option.number(
    "seconds", "N", Checkup.secondsRange, unit: "s", "how long to listen", standard: "5")
  private static let page = Option.text(
    "html", "FILE", "write a page with pictures of everything to this file")
  private static let list = Option.flag(
    "list", "say what there is to be checked, and check nothing")

  private static func selection(_ arguments: Arguments) throws(CommandError) -> CheckSelection {
    do throws(UnknownCheck) {
      return try CheckSelection(arguments.positionals)
    } catch {
      let names = Check.all.map(\.name)
      let groups = Set(names.map { String($0.prefix { $0 != "." }) })
      throw arguments.usageError(
        "no check '\(error.word)': "
          + Suggestion.question(for: error.word, in: names + groups.sorted())
          + "pinna check --list shows all")
    }
  }

  private static func printList(
    _ selection: CheckSelection, asJSON: Bool, _ console: Console
  ) throws {
    if asJSON {
      try console.print(JSONOutput.text(selection.checks.map(CheckFacts.Entry.init)))
    } else {
      try console.print(CheckText.table(selection), showsTitles: false)
    }
  }

  /// Makes the checks, with a line that says what is being done.
  private static func run(_ checkup: Checkup, _ console: Console) -> CheckReport {
    var progress = Progress("Checking", console: console)
    defer { progress.finish() }
    return checkup.run(at: WallClock.now()) { what, part in
      progress.title = what
      progress.update(part)
    }
  }
}
