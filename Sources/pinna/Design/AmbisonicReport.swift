import Beamforming
import Boards
import Drawings
import Essentials
import Recorder

/// The figures of a board's ambisonics, case by case.
///
/// There is no head to compare ambisonics with, so its figures have a table of their own.
struct AmbisonicReport {
  /// The figures of one case, for programs.
  struct Entry: Encodable {
    var dataSource: String
    var orientation: String?
    var pattern: String = PolarPattern.ambix.rawValue
    var taps: Int
    var delayFrames: Int
    var rate: Int
    var notes: [String]
    var figures: AmbisonicFigures
  }

  private(set) var entries: [Entry] = []
  private var titles: [CaseTitle] = []

  /// Designs the filters of these cases and measures them, which takes a moment.
  ///
  /// - Throws: ``CommandError`` if the filters cannot be made.
  init(_ cases: [Board.Case], _ filters: FilterStore, _ console: Console) throws(CommandError) {
    let board = filters.board
    var progress = Progress.ofBody(board, console: console)
    defer { progress.finish() }
    for which in cases {
      let (design, figures) = try translating(to: CommandError.filters) {
        () throws(FilterStoreError) in
        let design = try filters.design(which, pattern: .ambix) { progress.update($0) }
        return (design, try filters.designer().ambisonicFigures(design))
      }
      guard let figures else { continue }
      titles.append(board.caseTitle(of: which))
      entries.append(
        Entry(
          dataSource: board.dataSources[which.dataSource].name,
          orientation: which.orientation?.rawValue, taps: design.filters.taps,
          delayFrames: design.filters.delay, rate: design.filters.rate,
          notes: design.notes.map(\.description), figures: figures))
    }
  }

  /// The table, with an explanation of its columns.
  func lines(width: Int, colored: Bool) -> [String] {
    let titled = zip(titles, entries)
    let columns =
      ["FROM Hz", "TO Hz", "DIRECTION"] + ["W", "Y", "X"].map { "\($0) dB" }
      + ["W", "Y", "X"].map { "\($0) NOISE" }
    let table = TextTable(
      columns: [.init("CASE")] + columns.map { .init($0, .right) },
      rows: titled.map { title, entry in
        let figures = entry.figures
        let values =
          [
            figures.lowest.text(digits: 0), figures.highest.text(digits: 0),
            figures.direction.text(digits: 1),
          ] + (figures.levels + figures.noise).map { $0.signedText(digits: 1) }
        return [.init(title)] + values.map { .init($0) }
      })
    let legend =
      "Designed: first-order ambisonics, W, Y and X; Z is silent. FROM and TO: the frequencies between "
      + "which directions are within 10 degrees and levels within 3 dB; above TO the colour stays correct, but "
      + "directions do not. DIRECTION: mean error in degrees at 1 kHz around the horizon; W, Y and X: errors of "
      + "the levels of these channels at 1 kHz, in dB. NOISE: self-noise relative to one microphone, in dB(A)."
    let prose = min(width, DesignReport.widest)
    let section = DesignReport.Section(table: table, legend: legend)
    return section.lines(prose: prose, colored: colored) + [""] + sentences(prose)
  }

  /// The limits of the geometry, each named once with the cases that it affects.
  private func sentences(_ width: Int) -> [String] {
    var order: [String] = []
    for note in entries.flatMap(\.notes) where !order.contains(note) { order.append(note) }
    return order.flatMap { note -> [String] in
      let whom = zip(titles, entries).filter { $1.notes.contains(note) }.map { $0.0.short }
      let text =
        entries.count == 1
        ? note
        : (whom.count == entries.count ? "all cases" : whom.joined(separator: ", ")) + ": " + note
      return text.wrapped(to: max(20, width - 2)).enumerated().map { index, line in
        (index == 0 ? "- " : "  ") + line
      }
    }
  }
}
