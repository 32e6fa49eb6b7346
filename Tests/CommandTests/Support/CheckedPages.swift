import Beamforming
import Boards
import Diagnostics
import Drawings
import Realtime
import Recorder
import Testing

@testable import pinna

/// Pages of checkups to look at.
enum CheckedPages {
  /// A board with every kind of finding, every picture, and names that HTML gives a meaning.
  static func faulty() throws -> CheckPage {
    var board = DrawnBoards.phone
    board.name = "Phone <b> & \"co\""
    board.microphones[1].name = "<MIC2>"
    var report = CheckReport(
      board: board, time: WallTime(epochSeconds: 0), seconds: 5, findings: findings(board),
      cases: try cases())
    report.claps = claps.claps
    var page = CheckPage(report, ears: .sphere)
    page.spectra = board.microphones.map { microphone in
      SpectrumChart(
        title: "\(microphone.name), channel \(microphone.channel): -41.0 dBFS(A)",
        level: curve(-60), noise: curve(-100), range: (low: curve(-75), high: curve(-55)))
    }
    page.wakeUps = [try wakeUps()]
    return page
  }

  /// A board whose device did not open: no pictures of sound.
  static let unopened = CheckPage(
    CheckReport(
      board: DrawnBoards.table, time: WallTime(epochSeconds: 0), seconds: 5,
      findings: [
        Finding(
          .deviceOpen, "hw:CARD=aDeviceWithAVeryLongNameThatIsNotWrapped,DEV=0", .fail,
          "there is no such capture device", limit: "opens and delivers frames",
          remedy: "plug the board in and load its driver"),
        Finding(.soundAlive, .skip, "could not run"),
      ]), ears: .sphere)

  /// A clap on each side; the one on the right is heard on the left.
  static let claps: ClapReport = {
    let which = Board.Case(dataSource: 0, orientation: .portraitUpsideDown)
    var report = CheckReport(
      board: DrawnBoards.phone, time: WallTime(epochSeconds: 0), seconds: 5, findings: [])
    report.claps = [
      ClapComparison(
        which: which, side: .left, heard: SideDifference(decibels: -6.5, microseconds: -310),
        promised: SideDifference(decibels: -7.25, microseconds: -300)),
      ClapComparison(
        which: which, side: .right, heard: SideDifference(decibels: -5, microseconds: -290),
        promised: SideDifference(decibels: 7.5, microseconds: 300)),
    ]
    return ClapReport(report)
  }()

  /// A thousand wake-ups: a median of 41 us, 0.9 ms that 99.9 % do not exceed, 1.7 ms at most.
  static func wakeUps() throws -> WakeUpChart {
    let seconds = [(41e-6, 874), (100e-6, 100), (200e-6, 22), (0.9e-3, 3), (1.7e-3, 1)]
    let wakeUps = seconds.flatMap { seconds, count in
      (0..<count).map { _ in WakeUp(time: seconds, stamp: 0, captured: 256, waiting: 256) }
    }
    let lateness = try #require(WakeUpLateness(wakeUps, rate: 48000, period: 256))
    return WakeUpChart(title: "Wake-ups of an idle board", lateness, buffer: 0.5)
  }

  private static func findings(_ board: Board) -> [Finding] {
    board.microphones.map { microphone in
      Finding(
        .soundAlive, microphone.name, microphone.channel == 1 ? .fail : .pass,
        microphone.channel == 1 ? "channel 1 is silent: every sample is 0 & <0>" : "alive",
        limit: "samples that change", remedy: microphone.channel == 1 ? "check its supply" : nil)
    } + [
      Finding(
        .soundHum, "MIC1", .warn, "hum of 50 Hz mains", limit: "at most -80 dBFS",
        remedy: "run it from a battery"),
      Finding(.motionNoise, .skip, "no accelerometer"),
    ]
  }

  private static func curve(_ level: Double) -> SpectrumChart.Points {
    (0..<58).map { SIMD2(26 * exp2(Double($0) / 6), level - Double($0) / 3) }
  }

  /// Two cases of a ring, one of them with other figures as measured.
  private static func cases() throws -> [CaseStudy] {
    let page = try DesignedPages.page(DrawnBoards.ring(of: 4), pattern: .stereo, cases: 2)
    return page.entries.enumerated().map { index, entry in
      CaseStudy(
        design: entry.design, figures: entry.figures, curves: entry.curves,
        measured: index == 0 ? entry.figures : nil)
    }
  }

  private static func exp2(_ value: Double) -> Double {
    var result = 1.0
    for _ in 0..<Int(value) { result *= 2 }
    return result * (1 + value - value.rounded(.down))
  }
}
