import Beamforming
import Boards
import Drawings

/// What the geometry of a board can do, case by case, as text for a terminal.
struct GeometryReport: Sendable {
  /// One case.
  struct Entry: Sendable {
    /// The filters in use, with what they give.
    var page: DesignPage.Entry
    /// The figures of the same filters with the gains that were measured, where they matter.
    var measured: Figures?

    /// A case from its parts.
    init(page: DesignPage.Entry, measured: Figures? = nil) {
      self.page = page
      self.measured = measured
    }
  }

  /// The board.
  let board: Board
  /// The cases, in the order of their rows.
  let entries: [Entry]
  /// Whose ears the target has, in words.
  let ears: String

  /// A report of a board's cases.
  ///
  /// - Parameter ears: whose ears the target has, such as "KEMAR".
  init(board: Board, entries: [Entry], ears: String) {
    self.board = board
    self.entries = entries
    self.ears = ears
  }

  /// The report as lines, none wider than the terminal nor than 80 columns.
  ///
  /// - Parameters:
  ///   - width: columns of the terminal.
  ///   - colored: whether styles are written as escape sequences.
  func text(width: Int, colored: Bool) -> [String] {
    guard !entries.isEmpty else { return [] }
    let width = min(width, DesignReport.widest)
    let notes = DesignReport(
      entries: entries.map {
        DesignReport.Entry(
          $0.page.design, figures: $0.page.figures, curves: $0.page.curves, board: board)
      })
    let words = legend.wrapped(to: width).map {
      colored ? TextStyle.dim.applied(to: $0) : $0
    }
    return fitted(width).lines(colored: colored) + words + [""] + notes.sentences(width: width)
  }

  /// The table, with the numbers of the cases alone and then with fewer columns, until it fits.
  private func fitted(_ width: Int) -> TextTable {
    func fits(_ table: TextTable) -> Bool {
      table.lines().allSatisfy { $0.terminalWidth <= width }
    }
    var table = table(Self.textColumns)
    if fits(table) { return table }
    for row in table.rows.indices {
      table.rows[row][0].text = DesignReport.short(table.rows[row][0].text)
    }
    while !fits(table), table.columns.count > 2 {
      table.columns.removeLast()
    }
    return table
  }

  private var legend: String {
    "What this geometry can do, for the ears of \(ears). L/R: left to right from 500 Hz to 4 kHz in dB; HEAD: the part "
      + "of the head's. F/B: front to back of pink noise in dB. UP TO: Hz without spatial aliasing. NOISE: self-noise "
      + "in dB(A) against one microphone. \(filterWords)"
      + (hasMeasured ? " Below a case: with the gains that were measured." : "")
  }

  /// Which form the filters of which cases have.
  var filterWords: String {
    let closed = entries.filter { !$0.page.design.isRefined }
    if closed.isEmpty { return "Filters: refined." }
    if closed.count == entries.count {
      return "Filters: closed form; refined ones, once they are there, come closer to the head."
    }
    let names = closed.map { DesignReport.short(board.title(of: $0.page.design.which)) }
    return "Filters: refined; closed form in \(names.joined(separator: ", "))."
  }

  var hasMeasured: Bool { entries.contains { $0.measured != nil } }

  // MARK: The table

  /// One column of figures.
  struct Column: Sendable {
    var title: String
    var text: @Sendable (Figures) -> String?
  }

  private static let values: [@Sendable (Figures) -> String?] = [
    { $0.separation?.text(digits: 1) },
    { figures in
      guard figures.separation != nil else { return nil }
      return "\((100 * DesignPage.separationShare(figures)).text(digits: 0)) %"
    },
    { $0.broadbandFrontToBack.text(digits: 1) },
    { $0.usableBandwidth.text(digits: 0) },
    { $0.selfNoise.signedText(digits: 1) },
  ]

  private static func columns(_ titles: [String]) -> [Column] {
    zip(titles, values).map { Column(title: $0, text: $1) }
  }

  private static let textColumns = columns(["L/R", "HEAD", "F/B", "UP TO", "NOISE"])
  static let pageColumns = columns([
    "Left to right, dB", "of the head", "Front to back, dB", "Up to, Hz", "Self-noise, dB(A)",
  ])

  /// One row per case, and below it one with the gains that were measured.
  func table(_ columns: [Column]) -> TextTable {
    func row(_ title: String, _ figures: Figures, _ style: TextStyle?) -> [TextTable.Cell] {
      [.init(title, style)] + columns.map { .init($0.text(figures) ?? "-", style) }
    }
    return TextTable(
      columns: [.init("CASE")] + columns.map { .init($0.title, .right) },
      rows: entries.flatMap { entry in
        [row(board.title(of: entry.page.design.which), entry.page.figures, nil)]
          + (entry.measured.map { [row("  as measured", $0, .dim)] } ?? [])
      })
  }
}
