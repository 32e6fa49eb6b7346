import Beamforming
import Boards
import Drawings

@testable import pinna

/// Pages of checkups to look at.
enum CheckedPages {
  /// A board with every kind of finding, every picture, and names that HTML gives a meaning.
  static func faulty() throws -> CheckPage {
    var board = DrawnBoards.phone
    board.name = "Phone <b> & \"co\""
    board.microphones[1].name = "<MIC2>"
    var page = CheckPage(
      board: board, summary: "simulated, on 2026-11-22 09:30:00", findings: findings(board))
    page.spectra = board.microphones.map { microphone in
      SpectrumChart(
        title: "\(microphone.name), channel \(microphone.channel): -41.0 dBFS(A)",
        level: curve(-60), noise: curve(-100), range: (low: curve(-75), high: curve(-55)))
    }
    page.wakeUps = [wakeUps]
    page.geometry = try geometry(board)
    page.claps = claps
    page.facts = [.init("Board", board.name), .init("Seconds", "5")]
    return page
  }

  /// A board whose device did not open: no pictures of sound.
  static let unopened = CheckPage(
    board: DrawnBoards.table, summary: "hw:0, on 2026-11-22 09:30:00",
    findings: [
      .init(
        check: "device.open", subject: "hw:CARD=aDeviceWithAVeryLongNameThatNobodyWrapped,DEV=0",
        verdict: .fail, message: "there is no such capture device", limit: "opens and gives frames",
        remedy: "plug the board in and load its driver"),
      .init(check: "sound.alive", subject: "", verdict: .skip, message: "could not be looked at"),
    ])

  /// A clap on each side; the one on the right is heard on the left.
  static let claps = ClapReport(
    rows: [
      .init(
        title: "#2 Back portraitUpsideDown, left", isRight: false,
        heard: SideDifference(decibels: -6.5, microseconds: -310),
        promised: SideDifference(decibels: -7.25, microseconds: -300), isExchanged: false),
      .init(
        title: "#2 Back portraitUpsideDown, right", isRight: true,
        heard: SideDifference(decibels: -5, microseconds: -290),
        promised: SideDifference(decibels: 7.5, microseconds: 300), isExchanged: true),
    ], sector: 30)

  static let wakeUps = WakeUpChart(
    title: "Wake-ups of an idle board",
    bars: [
      .init(to: 62.5e-6, count: 812), .init(to: 125e-6, count: 100), .init(to: 250e-6, count: 22),
      .init(to: 500e-6, count: 0), .init(to: 1e-3, count: 3), .init(to: 2e-3, count: 1),
    ], median: 41e-6, late: 0.9e-3, largest: 1.7e-3, buffer: 0.5)

  private static func findings(_ board: Board) -> [CheckPage.Finding] {
    board.microphones.map { microphone in
      CheckPage.Finding(
        check: "sound.alive", subject: microphone.name,
        verdict: microphone.channel == 1 ? .fail : .pass,
        message: microphone.channel == 1 ? "channel 1 is silent: every word is 0 & <0>" : "alive",
        limit: "words that change", remedy: microphone.channel == 1 ? "look at its supply" : nil)
    } + [
      .init(
        check: "sound.hum", subject: "MIC1", verdict: .warn, message: "hum of 50 Hz mains",
        limit: "at most -80 dBFS", remedy: "run it from a battery"),
      .init(check: "motion.noise", subject: "", verdict: .skip, message: "no accelerometer"),
    ]
  }

  private static func curve(_ level: Double) -> SpectrumChart.Points {
    (0..<58).map { SIMD2(26 * exp2(Double($0) / 6), level - Double($0) / 3) }
  }

  /// Two cases of a ring, one of them with other figures as measured.
  private static func geometry(_ board: Board) throws -> GeometryReport {
    let ring = DrawnBoards.ring(of: 4)
    let page = try DesignedPages.page(ring, pattern: .stereo, cases: 2)
    return GeometryReport(
      board: ring,
      entries: page.entries.enumerated().map { index, entry in
        GeometryReport.Entry(page: entry, measured: index == 0 ? entry.figures : nil)
      }, ears: "a spherical head")
  }

  private static func exp2(_ value: Double) -> Double {
    var result = 1.0
    for _ in 0..<Int(value) { result *= 2 }
    return result * (1 + value - value.rounded(.down))
  }
}
