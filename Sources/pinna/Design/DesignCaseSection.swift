import Beamforming
import Boards
import Drawings

/// The section about one case, on the page of a board's designs.
struct DesignCaseSection {
  let board: Board
  let entry: DesignedCase

  /// Adds the section to a page.
  func add(to page: inout HTMLPage) {
    page.figures([
      (
        svg: LayoutPicture(board: board).figure(of: entry.design.which),
        caption: "Which edge is which"
      ),
      (
        svg: PersonPicture(board: board).figure(of: entry.design.which),
        caption: PersonPicture(board: board).caption(of: entry.design.which)
      ),
    ])
    page.subheading("What it can and cannot do")
    page.list(entry.sentences)
    let charts = DesignCharts(entry: entry)
    page.subheading(
      entry.isStereo
        ? "Polar plots: the left channel is blue, the right channel is orange, the target is dashed"
        : "Polar plots: the pattern is green, the target is dashed")
    page.multiples(charts.polarPlots)
    if entry.isStereo {
      page.subheading(
        "Between the \(entry.figures.midSide == nil ? "ears" : "channels"): the target is dashed; the green band is "
          + "the just noticeable difference")
      page.multiples(charts.timeDifference + charts.levelDifferences, areWide: true)
    }
    page.subheading("Octave by octave: bars show the result, lines show the target")
    page.multiples(charts.octaves, areWide: true)
    if let robustness = entry.robustness {
      page.subheading("\(robustness.boardCount) boards whose microphones differ")
      page.multiples(SpreadChart(robustness: robustness).fragments, areWide: true)
    }
  }
}
