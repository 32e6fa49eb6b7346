import Beamforming
import Boards
import Drawings

/// The parts of the page about the abilities of the board's geometry.
extension CheckPage {
  /// Adds two sentences about the abilities of the geometry, and a drawing of how the board is held.
  func addAbilities(to page: inout HTMLPage) {
    let words = GeometryWords(board, geometry.cases.map(\.designed)).sentences
    guard !words.isEmpty else { return }
    page.heading("What the board can do")
    for sentence in words { page.paragraph(sentence) }
    let picture = PersonPicture(board: board)
    if let first = board.cases.first {
      page.figures([(svg: picture.figure(of: first), caption: picture.caption(of: first))])
    }
  }

  /// Adds the numbers, then the octaves, then every case with its polar plots and physical limits.
  func addGeometry(to page: inout HTMLPage) {
    guard !geometry.cases.isEmpty else { return }
    let designs = DesignPage(
      board: board, entries: geometry.cases.map(\.designed), ears: geometry.ears)
    page.section(title: "What this geometry can do", remark: "figures and polar plots") {
      addFigures(designs, to: &$0)
    }
  }

  private func addFigures(_ designs: DesignPage, to page: inout HTMLPage) {
    page.paragraph(
      "Computed from the filters in use, for the ears of \(geometry.ears). A limit of physics is not a "
        + "fault of the board.")
    page.cards(designs.cards)
    var table = geometry.table(GeometryReport.pageColumns)
    table.columns[0].title = "Case"
    page.table(table)
    if geometry.hasMeasured {
      page.paragraph(
        "The row below a case shows the figures of the same filters with the measured gains.")
    }
    designs.addOverview(to: &page)
    page.subheading("Case by case")
    page.paragraph(
      "Polar plots: FORWARD is up, the left ear is blue, the right ear is orange, a mono pattern is green, and the "
        + "target of the filters is dashed.")
    for (index, entry) in designs.entries.enumerated() {
      add(entry, isOpen: index == 0, to: &page)
    }
  }

  private func add(_ entry: DesignedCase, isOpen: Bool, to page: inout HTMLPage) {
    page.details(
      title: board.title(of: entry.design.which), remark: entry.design.pattern.rawValue,
      isOpen: isOpen
    ) { page in
      page.list(entry.sentences)
      page.multiples(DesignCharts(entry: entry).polarPlots)
    }
  }
}
