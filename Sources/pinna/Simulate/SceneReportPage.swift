import Beamforming
import Boards
import Drawings
import SimulatedBoard

/// Where the sounds of a scenario were and where the takes have them, as a page with pictures.
struct SceneReportPage {
  let report: SceneReport
  let board: Board

  /// The page, one HTML document for the folder of the takes: it links to them by their names.
  var html: String { DemoPage.render(takes: takes) }

  /// The takes as the page shows them; takes without a sound to compare are left out.
  var takes: [DemoTake] {
    let picture = LayoutPicture(board: board)
    return report.takes.compactMap { take in
      let which = take.take.plan.design.which
      let voices = take.rows.compactMap(Self.voice)
      guard !voices.isEmpty else { return nil }
      return DemoTake(
        caseName: board.title(of: which), layoutSVG: picture.figure(of: which),
        fileName: Self.name(of: take.take.files.first ?? ""), voices: voices)
    }
  }

  /// A sound that was heard, or should have been; `nil` for one that cannot be compared.
  private static func voice(_ row: TakeReport.Row) -> DemoVoice? {
    guard let heard = row.heard else {
      guard row.skipped == .silent || row.skipped == .missing else { return nil }
      return DemoVoice(
        name: row.name, placedAzimuth: row.placed.azimuth, leftLevel: Heard.lowestLevel,
        rightLevel: Heard.lowestLevel, timeDifference: nil, measuredAzimuth: nil, isCorrect: false)
    }
    return DemoVoice(
      name: row.name, placedAzimuth: row.placed.azimuth, leftLevel: heard.leftLevel,
      rightLevel: heard.rightLevel, timeDifference: -heard.timeDifference * 1e6,
      measuredAzimuth: row.heardAzimuth, isCorrect: row.isOnCorrectSide)
  }

  private static func name(of path: String) -> String {
    path.split(separator: "/").last.map(String.init) ?? path
  }
}
