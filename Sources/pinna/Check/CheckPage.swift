import Boards
import Diagnostics
import Drawings
import Recorder

/// A checkup of a board as one page, with pictures and all findings in parts that unfold.
///
/// First come the verdict, the problems with their remedies, every part of the board in short, and the abilities of its
/// geometry.
struct CheckPage {
  /// The report of the checkup.
  let report: CheckReport
  /// The abilities of the geometry; without cases if the geometry was not checked.
  let geometry: GeometryReport
  /// The spectra of the microphones; empty if nothing was captured.
  var spectra: [SpectrumChart]
  /// The wake-ups of the capture thread on an idle and on a busy machine; empty if the thread was never woken.
  var wakeUps: [WakeUpChart]

  /// Makes the page of a report.
  ///
  /// - Parameter ears: the ears for which the filters were designed.
  init(_ report: CheckReport, ears: Ears) {
    self.report = report
    geometry = GeometryReport(report, ears: ears)
    spectra = SpectrumChart.all(report)
    wakeUps = [
      WakeUpChart(title: "Wake-ups of an idle board", report.record),
      WakeUpChart(title: "Wake-ups of a busy board", report.busyRecord),
    ].compactMap { $0 }
  }

  /// The board that was checked.
  var board: Board { report.board }

  /// The page as one HTML document, which needs no other file and no network.
  func html() -> String {
    var page = HTMLPage(title: "\(board.name): checkup")
    page.rules(Palette.style + "\n" + Self.style)
    addComplaints(to: &page)
    addParts(to: &page)
    addAbilities(to: &page)
    addLayouts(to: &page)
    addGeometry(to: &page)
    ClapReport(report).add(to: &page)
    addSound(to: &page)
    addFindings(to: &page)
    addConditions(to: &page)
    return page.document
  }

  // MARK: Left and right

  private func addLayouts(to page: inout HTMLPage) {
    page.section(title: "Which side is left", remark: "drawings of every case") {
      addDrawings(to: &$0)
    }
  }

  private func addDrawings(to page: inout HTMLPage) {
    page.paragraph(
      "How the board is held in every case: LEFT is blue, RIGHT is orange, FORWARD is green. Numbers mark "
        + "the microphones; a ring marks a microphone on the far side. C marks the connector, on the bottom edge (-y)."
    )
    let picture = LayoutPicture(board: board)
    page.multiples(board.numberedCases.map(picture.figure), areWide: true)
    page.table(
      TextTable(
        columns: [.init("Microphone"), .init("Channel", .right), .init("x, y, z in mm", .right)],
        rows: board.microphones.enumerated().map { index, microphone in
          let place = microphone.position * 1000
          return [
            .init("\(index + 1) \(microphone.name)"), .init("\(microphone.channel)"),
            .init([place.x, place.y, place.z].map { $0.text(digits: 1) }.joined(separator: ", ")),
          ]
        }))
  }

  // MARK: Sound

  private func addSound(to page: inout HTMLPage) {
    if !spectra.isEmpty {
      page.section(title: "What every microphone heard", remark: "spectra") { page in
        page.paragraph(
          "Level in dBFS per sixth-octave band against frequency in Hz; a full-scale sine wave is 0 dBFS. The "
            + "solid line is this microphone; the green band covers all microphones that are not silent"
            + (spectra.contains { !$0.noise.isEmpty }
              ? "; the dashed line is white noise at the upper bound of this microphone's self-noise."
              : ".")
        )
        page.multiples(spectra.map { $0.fragment() }, areWide: true)
      }
    }
    if !wakeUps.isEmpty {
      page.section(title: "How late the capture thread woke up", remark: "wake-ups") { page in
        page.paragraph(
          "Number of wake-ups of the capture thread, by lateness. A delay of half the device's buffer "
            + "causes a warning; beyond the whole buffer, sound is lost.")
        page.multiples(wakeUps.map { $0.fragment() }, areWide: true)
      }
    }
  }

  private static let style = """
    .complaint{border:1px solid var(--line);border-left:5px solid var(--quiet);border-radius:8px;
    background:var(--card);padding:10px 14px;margin:12px 0;max-width:84ch;overflow-wrap:anywhere}
    .complaint.fail{border-left-color:var(--red)}.complaint.warn{border-left-color:var(--orange)}
    .complaint p{margin:4px 0}.complaint .what{font-weight:600}
    .complaint .remedy:before{content:"\\2192\\00a0"}
    .verdict{font-weight:700;display:inline-block;min-width:3.6em}
    .verdict.fail{color:var(--red)}.verdict.warn{color:var(--orange)}.verdict.pass{color:var(--green)}
    .verdict.skip{color:var(--quiet)}
    .result{font-size:1.25rem;font-weight:600;margin:0;padding:12px 14px;border-radius:8px;max-width:84ch;\
    background:var(--card);border:1px solid var(--line);border-left:5px solid var(--quiet)}
    .result.fail{border-left-color:var(--red)}.result.warn{border-left-color:var(--orange)}
    .result.pass{border-left-color:var(--green)}
    .parts{display:grid;grid-template-columns:max-content max-content 1fr;gap:4px 14px;margin:16px 0}
    .parts dt{display:contents}.parts dd{margin:0;color:var(--quiet);overflow-wrap:anywhere}
    .findings{width:100%;table-layout:fixed}
    .findings td{white-space:normal;overflow-wrap:anywhere;vertical-align:top}
    .findings col.v{width:4.5em}.findings col.c{width:11em}.findings col.s{width:11em}.findings col.l{width:32%}
    .facts{display:grid;grid-template-columns:max-content 1fr;gap:4px 18px;margin:12px 0}
    .facts dt{color:var(--quiet)}.facts dd{margin:0;overflow-wrap:anywhere}
    @media (max-width:700px){.findings,.findings tbody,.findings tr,.findings td{display:block}
    .findings thead,.findings colgroup{display:none}.findings td{border:0;padding:0}
    .findings tr{border-bottom:1px solid var(--line);padding:8px 0}
    .facts{grid-template-columns:1fr;gap:0}.facts dd{margin-bottom:8px}
    .parts{grid-template-columns:max-content 1fr}.parts dd{grid-column:1/-1;margin-bottom:8px}}
    """
}
