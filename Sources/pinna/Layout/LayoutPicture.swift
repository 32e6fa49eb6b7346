import Boards
import Drawings

/// A layout as an SVG picture that needs no other file, and that suits light and dark pages.
struct LayoutPicture: Sendable {
  /// The board whose layouts are drawn.
  let board: Board

  /// The picture of one case, with the microphones listed below it.
  func document(of which: Board.Case) -> String {
    let format = LayoutPanel.Format.single
    return document(
      panels: [panel(which, format)], format: format, columns: 1,
      title: "\(board.name), \(board.title(of: which))")
  }

  /// The picture of every case on one sheet; on the sheet of a hand-held board, each data source has a row.
  func sheet() -> String {
    let format = LayoutPanel.Format.small
    let columns = min(board.cases.count, board.orientation == .handHeld ? 4 : 2)
    return document(
      panels: board.cases.map { panel($0, format) }, format: format, columns: max(1, columns),
      title: "\(board.name), every case")
  }

  /// The picture of one case without a frame, for a page that already has one.
  ///
  /// A list says which numbers stand for the names that appear in levels and findings.
  func figure(of which: Board.Case) -> String {
    var svg = SVG()
    let format = LayoutPanel.Format.small
    svg.group(panel(which, format))
    let names = nameLines(width: format.size.x)
    for (row, line) in names.enumerated() {
      svg.text(
        line, at: SVG.Point(20, format.size.y + 8 + Double(row) * Self.lineHeight),
        class: "ink small")
    }
    let size = format.size + SVG.Point(0, Double(names.count) * Self.lineHeight)
    return svg.document(
      size: size, title: "\(board.name), \(board.title(of: which))", style: Palette.style)
  }

  /// The pixels from one line of small letters to the next.
  private static let lineHeight = 16.0

  /// The microphones with their numbers, arranged in lines of this width.
  private func nameLines(width: Double) -> [String] {
    // A small letter is about 6.5 pixels wide; a number is always on the same line as its name.
    let columns = Int((width - 40) / 6.5)
    return board.microphones.enumerated().map { "\($0.offset + 1) \($0.element.name)" }
      .lines(joinedBy: " · ", width: columns)
  }

  private func panel(_ which: Board.Case, _ format: LayoutPanel.Format) -> SVG {
    guard let layout = board.layout(which) else {
      var svg = SVG()
      svg.text(board.title(of: which), at: SVG.Point(20, 30), class: "ink title")
      svg.text(
        "no left and right: forward is parallel to up", at: SVG.Point(20, 54), class: "quiet")
      return svg
    }
    return LayoutPanel(board: board, which: which, layout: layout, format: format).svg
  }

  private func document(
    panels: [SVG], format: LayoutPanel.Format, columns: Int, title: String
  ) -> String {
    let rows = (panels.count + columns - 1) / columns
    let key = microphoneKey(width: format.size.x * Double(columns))
    // A letter of a title is about 10 pixels wide.
    let heading = board.name.wrapped(to: Int((format.size.x * Double(columns) - 40) / 10))
    let header = 30 + Double(heading.count) * 22
    let body = header + Double(rows) * format.size.y
    let size = SVG.Point(format.size.x * Double(columns), body + key.height)
    var svg = SVG()
    svg.rect(Box(minX: 0, minY: 0, width: size.x, height: size.y), class: "page")
    for (row, line) in heading.enumerated() {
      svg.text(line, at: SVG.Point(20, 34 + Double(row) * 22), class: "ink title")
    }
    for (index, panel) in panels.enumerated() {
      let place = SVG.Point(Double(index % columns), Double(index / columns)) * format.size
      svg.group(panel, at: place + SVG.Point(0, header), class: "case")
    }
    svg.group(key.svg, at: SVG.Point(0, body))
    return svg.document(size: size, title: title, style: Palette.style)
  }

  /// The key to the signs, and the microphones with their numbers, names, channels and places.
  private func microphoneKey(width: Double) -> (svg: SVG, height: Double) {
    var svg = SVG()
    svg.line(from: SVG.Point(20, 4), to: SVG.Point(width - 20, 4), class: "rule thin")
    let hasFar = board.cases.compactMap { board.layout($0) }.contains { layout in
      board.microphones.indices.contains {
        board.isOnFarSide($0, toward: Viewpoint(of: layout).toward)
      }
    }
    svg.text(
      "C = connector, the bottom edge (-y)"
        + (hasFar ? " · ring = microphone on the far side" : ""),
      at: SVG.Point(20, 28), class: "quiet small")
    let entries = board.microphones.enumerated().map { index, microphone in
      "\(index + 1) \(microphone.name) · channel \(microphone.channel)"
        + " · (\(Self.millimetres(microphone.position))) mm"
    }
    let entryWidth = Double(entries.map(\.terminalWidth).max() ?? 0) * 6.5 + 16
    let columns = max(1, Int((width - 40) / entryWidth))
    for (index, entry) in entries.enumerated() {
      let cell = SVG.Point(Double(index % columns) * entryWidth, Double(index / columns) * 20)
      svg.text(entry, at: SVG.Point(20, 52) + cell, class: "ink small")
    }
    let lines = (entries.count + columns - 1) / columns
    return (svg, 60 + Double(lines) * 20)
  }

  private static func millimetres(_ v: Vector3) -> String {
    [v.x, v.y, v.z].map { ($0 * 1000).text(digits: 1) }.joined(separator: ", ")
  }
}
