import Acoustics
import Beamforming
import Boards
import Drawings
import Essentials
import Recorder
import ResponseFiles
import SimulatedBoard
import TakeFiles

extension SimulationRun {
  /// The name of the page that compares the true directions of sounds with those in the takes.
  static let pageName = "scene.html"

  /// Prints the results: the takes, and the sounds of the scenario as they are in the takes.
  ///
  /// - Parameter compares: true to render the takes the other way, too, and to compare both.
  func report(_ outcome: Simulator.Outcome, compares: Bool, asJSON: Bool) throws {
    let report = try listen(outcome, compares: compares)
    var page = SceneReportPage(report: report, board: board)
    let path = "\(directory)/\(Self.pageName)"
    let hasPage = !page.isEmpty
    if hasPage {
      page.sounds = outcome.takes.map(sound)
      if compares { try addFocus(to: &page, outcome.takes) }
      try OutputFile.write(page.html, to: path)
    }
    if asJSON {
      let facts = SimulationOutcome(
        scenario, board, outcome, report: report, page: hasPage ? path : nil)
      try console.print(JSONOutput.text(facts))
      return
    }
    for note in outcome.notes { console.note("note: \(note)") }
    if let difference = outcome.difference { console.note("note: \(difference)") }
    if let words = outcome.noTake {
      console.note(words + (outcome.hasRefused ? ", for the reason above" : ""))
    }
    guard report.takes.contains(where: { !$0.rows.isEmpty }) else { return }
    try console.print()
    let table = SceneReportTable(
      report: report, board: board, isUnicode: console.terminal.isUnicode)
    try console.print(table.table)
    try console.print()
    try console.print(lines: table.summary.wrapped(to: min(console.terminal.width, 100)))
    if hasPage { try console.print("Page: \(path)") }
  }

  /// Adds foci and pictures from the raw files, which takes about as long as making the takes.
  private func addFocus(to page: inout SceneReportPage, _ takes: [TakeResult]) throws {
    let focus = SceneFocus(filters: filters, directory: directory)
    var progress = Progress("Focusing on each sound", console: console)
    defer { progress.finish() }
    for (index, take) in takes.enumerated() {
      progress.update(Double(index) / Double(takes.count))
      page.pictures.append(try focus.picture(take))
      let rows = page.report.takes.first { $0.take.plan.uid == take.plan.uid }?.rows ?? []
      page.sounds[index]?.focused = try focus.versions(take, rows)
    }
  }

  /// The sound of a take for the page; if it is `nil`, the page uses the browser's own player, and a note says why.
  private func sound(_ take: TakeResult) -> TakeSound? {
    do {
      return try TakeSound(take, board: board, directory: directory)
    } catch {
      console.note("note: \(Self.pageName) has no waveform of a take: \(error)")
      return nil
    }
  }

  /// Fails if the storage of this machine ended a take, or prevented one.
  ///
  /// A fault of the scenario's card does not count, because it is intended.
  ///
  /// - Throws: ``CommandError`` (73, 74, 77).
  func checkStorage(_ outcome: Simulator.Outcome) throws(CommandError) {
    let isScripted = scenario.faults.contains { fault in
      switch fault.event {
      case .storageFull, .storageGone, .storageFree, .storageCloseFails: true
      default: false
      }
    }
    guard !isScripted else { return }
    for take in outcome.takes {
      if case .storageFailed(let error) = take.end { throw CommandError(error) }
    }
    guard outcome.takes.isEmpty else { return }
    for (_, event) in outcome.events {
      if case .refused(.fault(.storage(let error))) = event { throw CommandError(error) }
    }
  }

  /// Finds where every sound is heard in the takes, with the ears for which the takes were made.
  private func listen(_ outcome: Simulator.Outcome, compares: Bool) throws -> SceneReport {
    let head: Head
    head = try translate(try filters.ears.head(rate: board.capture.rate)) {
      (error: ResponseFileError) in CommandError(FilterStoreError.head(error))
    }
    let localiser = Localiser(head: head, rate: board.capture.rate, width: filters.settings.width)
    func report(_ outcome: Simulator.Outcome) throws(CommandError) -> SceneReport {
      try translate(
        try SceneReport(scenario: scenario, outcome: outcome, board: board, localiser: localiser),
        to: CommandError.file)
    }
    var found = try report(outcome)
    guard compares else { return found }
    let others = try OtherRendering(filters: filters, directory: directory).takes(outcome.takes)
    guard others.contains(where: { !$0.files.isEmpty }) else { return found }
    var other = outcome
    other.takes = others
    found.compare(with: try report(other))
    return found
  }
}

extension Simulator.Outcome {
  /// A sentence that says why a scenario made no takes; `nil` if it made some.
  var noTake: String? {
    guard takes.isEmpty else { return nil }
    return "no take was made: "
      + (hasRefused
        ? "every request for one was refused" : "the scenario presses no record button")
  }

  /// True if a request to start a take was refused.
  var hasRefused: Bool {
    events.contains { _, event in
      switch event {
      case .refused, .scheduleRefused, .pressWhileLocked: true
      default: false
      }
    }
  }
}
