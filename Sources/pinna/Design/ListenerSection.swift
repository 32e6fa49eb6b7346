import Beamforming
import Boards
import Drawings
import Recorder

/// The part of a page about the listener: where the sounds from all around are heard in a take, both with the filters
/// alone and by direction.
struct ListenerSection {
  let board: Board
  let entries: [DesignedCase]

  private var heard: [(entry: DesignedCase, curves: ListenerCurves)] {
    entries.compactMap { entry in entry.listener.map { (entry, $0) } }
  }

  /// Adds the section to a page, or nothing if no case is in stereo.
  func add(to page: inout HTMLPage) {
    guard let first = heard.first else { return }
    page.heading("What a listener gets")
    let green =
      first.curves.directional == nil
      ? ""
      : "Green: rendered by direction, as takes are by default, for a single sound at a time. "
    page.paragraph(
      "Pink noise from every 15 degrees, rendered as in a take with the filters in use: how much "
        + "earlier and louder the right channel is, and where a listener hears the sound. Dashed: "
        + "\(target(first.entry)). Thin: filters alone. \(green)Two ears cannot tell front from back, so a "
        + "sound behind is heard where its mirror image in front would be."
    )
    if heard.count > 1 { page.subheading(board.title(of: first.entry.design.which)) }
    page.multiples(charts(first.curves), areWide: true)
    page.table(table)
  }

  private func target(_ entry: DesignedCase) -> String {
    entry.design.frontEmphasis > 0
      ? "the ears of the head that the filters aim at, with its front emphasis"
      : "the ears of the head that the filters aim at"
  }

  /// A table of the mean errors relative to the head, with one row for each case.
  private var table: TextTable {
    TextTable(
      columns: [
        .init("Mean error"), .init("Level, dB", .right), .init("by direction", .right),
        .init("Time, µs", .right), .init("by direction", .right), .init("Heard, degrees", .right),
        .init("by direction", .right),
      ],
      rows: heard.map { entry, curves in
        let linear = curves.linear.errors(against: curves.target)
        let made = curves.directional?.errors(against: curves.target)
        func cells(_ alone: Double, _ other: Double?, digits: Int) -> [TextTable.Cell] {
          [.init(alone.text(digits: digits)), .init(other.map { $0.text(digits: digits) } ?? "-")]
        }
        let title: [TextTable.Cell] = [.init(board.title(of: entry.design.which))]
        return title + cells(linear.level, made?.level, digits: 1)
          + cells(linear.time, made?.time, digits: 0)
          + cells(linear.angle, made?.angle, digits: 0)
      })
  }

  private func charts(_ curves: ListenerCurves) -> [String] {
    [
      chart("Heard at, degrees to the RIGHT", curves, \.directions, least: -90...90),
      chart("Time difference, µs", curves, \.times, least: -800...800),
      chart("Level difference, dB", curves, \.levels, least: -12...12),
    ]
  }

  private func chart(
    _ title: String, _ curves: ListenerCurves,
    _ path: KeyPath<ListenerCurves.Differences, [Double]>, least: ClosedRange<Double>
  ) -> String {
    func points(_ differences: ListenerCurves.Differences) -> [SIMD2<Double>] {
      Chart.around(curves.azimuths, differences[keyPath: path])
    }
    let all = [curves.target, curves.linear, curves.directional].compactMap { $0 }
    var chart = Chart(
      aroundListener: title,
      y: Chart.ticks(holding: all.flatMap { $0[keyPath: path] }, least: least))
    chart.curves = [.init(style: "trace thin", points: points(curves.linear))]
    if let directional = curves.directional {
      chart.curves.append(.init(style: "forward open", points: points(directional)))
    }
    chart.curves.append(.init(style: "mark open dashed target", points: points(curves.target)))
    return chart.fragment()
  }
}
