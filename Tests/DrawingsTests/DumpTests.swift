import Boards
import Drawings
import Glibc
import Testing

@Test func dumpSVG() {
  func save(_ name: String, _ text: String) {
    let f = fopen("/tmp/show/\(name)", "w"); fputs(text, f); fclose(f)
  }
  mkdir("/tmp/show", 0o755)
  for (i, board) in DrawnBoards.all.enumerated() {
    let p = LayoutPicture(board: board)
    save("\(i)-\(board.id)-one.svg", p.document(of: board.cases[min(2, board.cases.count - 1)]))
    save("\(i)-\(board.id)-sheet.svg", p.sheet())
  }
  let phone = DrawnBoards.phone
  let names: [(String, Double)] = [("Front Center", 0), ("Front Left", -30), ("Front Right", 30), ("Side Left", -90), ("Side Right", 90), ("Rear Left", -135), ("Rear Right", 135), ("Rear Center", 180)]
  let takes = phone.cases.prefix(3).enumerated().map { i, c in
    DemoTake(caseName: phone.title(of: c), layoutSVG: LayoutPicture(board: phone).figure(of: c), fileName: "20261120_13000\(i)_001.wav",
      voices: names.map { n, az in
        DemoVoice(name: n, placedAzimuth: az, leftLevel: -20 - 6 * sin(az * .pi / 180), rightLevel: -20 + 6 * sin(az * .pi / 180),
          timeDifference: 600 * sin(az * .pi / 180), measuredAzimuth: az == 180 ? nil : az + 7 * cos(az), isCorrect: az != 180)
      })
  }
  save("demo.html", DemoPage.render(takes: takes))
  let az = Array(stride(from: -180.0, to: 180, by: 5))
  save("polar.svg", PolarPlot(title: "1 kHz octave", curves: [
    .init(name: "left", channel: .left, points: az.map { ($0, 6 * sin(-$0 * .pi / 180) - 6) }),
    .init(name: "right", channel: .right, points: az.map { ($0, 6 * sin($0 * .pi / 180) - 6) }),
    .init(name: "right, target", channel: .right, isTarget: true, points: az.map { ($0, 8 * sin($0 * .pi / 180) - 8) }),
  ]).document())
}
