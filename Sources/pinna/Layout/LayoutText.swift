import Boards
import Drawings

/// A layout as a drawing for a terminal.
struct LayoutText: Sendable {
  /// The board whose layouts are drawn.
  let board: Board
  /// The characters to draw with.
  var glyphs = TextGlyphs.unicode
  /// True to write styles as escape sequences.
  var isColored = false
  /// The number of columns of the terminal.
  var width = 80

  /// The lines for one case: its title, the device and its sides, and what the drawing shows in words.
  ///
  /// For a case without left and right, because forward is parallel to up, one line says so.
  func lines(of which: Board.Case) -> [String] {
    let title = styled(board.title(of: which), .bold)
    guard let layout = board.layout(which) else {
      return [title, "no left and right: forward is parallel to up"]
    }
    let view = Viewpoint(of: layout)
    let plan = plan(layout, view, rows: 15)
    return [title, ""] + picture(layout, view, plan).lines + [""]
      + words(which, layout, view) + note(plan.isComplete)
  }

  /// The lines for every case of the board, with as many side by side as fit, and with the microphones listed once.
  func sheet() -> [String] {
    let summaries = board.cases.map(summary)
    let blocks = summaries.map { TextBlock(lines: $0.lines) }
    let widest = blocks.map(\.width).max() ?? 0
    let perRow = max(1, min(4, (width + Self.gutter) / (widest + Self.gutter)))
    var lines: [String] = []
    for start in stride(from: 0, to: blocks.count, by: perRow) {
      let row = blocks[start..<min(start + perRow, blocks.count)]
      lines += TextBlock.beside(row.map { $0.padded(to: widest) }, gap: Self.gutter) + [""]
    }
    return lines + key(board.cases) + note(summaries.allSatisfy(\.isComplete))
  }

  /// The lines for the microphones in the device frame: the front of the device, upright, without any data source.
  func frame() -> [String] {
    let view = Viewpoint.deviceFrame
    let plan = plan(nil, view, rows: 15)
    let axes = styled("y \(glyphs.arrowUp)   x \(glyphs.arrowRight)   z toward you", .dim)
    return [axes] + plan.lines(colored: isColored) + key([], from: [view])
      + note(plan.isComplete)
  }

  /// The picture of one case alone, for a view that has its own words for the rest.
  ///
  /// It is empty for a case without left and right.
  ///
  /// - Parameter rows: the number of rows inside the outline of a device that is taller than wide; microphones in the
  ///   same place share a dot.
  func panel(of which: Board.Case, rows: Int) -> [String] {
    guard let layout = board.layout(which) else { return [] }
    let view = Viewpoint(of: layout)
    return picture(
      layout, view,
      DevicePlan(board: board, layout: layout, view: view, glyphs: glyphs, height: rows)
    ).lines
  }

  private static let gutter = 4

  private func summary(of which: Board.Case) -> (lines: [String], isComplete: Bool) {
    let title = styled(board.title(of: which), .bold)
    guard let layout = board.layout(which) else { return ([title, "no left and right"], true) }
    let view = Viewpoint(of: layout)
    let words = LayoutWords(layout, seenFrom: view)
    let plan = plan(layout, view, rows: 7)
    let lines = picture(layout, view, plan).lines
    return ([title] + lines + ["forward: " + words.forward], plan.isComplete)
  }

  // MARK: The picture

  /// The device, with the names of its sides written around it.
  private func picture(_ layout: Layout, _ view: Viewpoint, _ plan: DevicePlan) -> TextBlock {
    let left = Side(letter: "L", edge: layout.leftEdge.name, style: .blue)
    let right = Side(letter: "R", edge: layout.rightEdge.name, style: .yellow)
    let (west, east) = view.project(layout.right).x > 0 ? (left, right) : (right, left)
    let middle = (plan.rows + 1) / 2
    var westLines = Array(repeating: "", count: plan.rows + 2)
    var eastLines = westLines
    westLines[middle] = styled(west.letter + " <--", west.style) + " "
    eastLines[middle] = " " + styled("--> " + east.letter, east.style)
    westLines[middle + 1] = styled(west.edge, .dim) + " "
    eastLines[middle + 1] = " " + styled(east.edge, .dim)
    let westBlock = TextBlock(lines: westLines).padded(
      to: TextBlock(lines: westLines).width, .right)
    let device = TextBlock(lines: plan.lines(colored: isColored))
    let body = TextBlock.beside([westBlock, device, TextBlock(lines: eastLines)], gap: 0)
    let above = captions(layout, view).map { caption in
      let indent = westBlock.width + (device.width - TextBlock.width(of: caption)) / 2
      return String(repeating: " ", count: max(0, indent)) + caption
    }
    return TextBlock(lines: above + body)
  }

  /// The text that stands beside the device, on the side of one channel.
  private struct Side {
    var letter: String
    var edge: String
    var style: TextStyle
  }

  /// Makes the device larger, as far as the terminal is wide enough, until every microphone has its own dot and number;
  /// if that does not help, numbers may stand above and below the dots.
  private func plan(_ layout: Layout?, _ view: Viewpoint, rows: Int) -> DevicePlan {
    // Beside the outline stand its own two lines and the names of two edges, with their spaces.
    let edges = layout.map { [$0.leftEdge.name, $0.rightEdge.name].map { max(6, $0.count + 1) } }
    let columns = max(9, width - 2 - (edges ?? []).reduce(0, +))
    func plan(_ height: Int, isStaggered: Bool) -> DevicePlan {
      DevicePlan(
        board: board, layout: layout, view: view, glyphs: glyphs, height: height, columns: columns,
        isStaggered: isStaggered)
    }
    var last = plan(rows, isStaggered: false)
    for isStaggered in [false, true] {
      for height in stride(from: rows, through: max(rows, 31), by: 2) where !last.isComplete {
        last = plan(height, isStaggered: isStaggered)
      }
    }
    return last
  }

  /// The text above the device: the name of its upper edge, or FORWARD if that is up the page.
  private func captions(_ layout: Layout, _ view: Viewpoint) -> [String] {
    let top = DeviceFace(nearest: view.pageUp).name
    if case .along(let flat) = view.heading(layout.forward), flat.y > 0.7 {
      return [styled("\(glyphs.arrowUp) FORWARD", .bold), styled(top, .dim)]
    }
    return [styled("\(glyphs.arrowUp) UP: \(top)", .dim)]
  }

  // MARK: Words

  private func words(_ which: Board.Case, _ layout: Layout, _ view: Viewpoint) -> [String] {
    let words = LayoutWords(layout, seenFrom: view)
    let table = TextTable(
      columns: [.init(""), .init("")],
      rows: [
        ["left channel:", .init(words.left, .blue)],
        ["right channel:", .init(words.right, .yellow)],
        ["up:", .init(words.up)],
        ["forward:", .init(symbol(view.heading(layout.forward)) + words.forward)],
        ["view:", .init(view.explanation, .dim)],
      ])
    return table.lines(colored: isColored, showsTitles: false) + [""] + key([which])
  }

  private func symbol(_ heading: Viewpoint.Heading) -> String {
    switch heading {
    case .away: glyphs.away + " "
    case .toward: glyphs.toward + " "
    case .along: ""
    }
  }

  /// The key to the signs in the drawings of these cases, and the microphones with their numbers.
  private func key(_ cases: [Board.Case], from extra: [Viewpoint] = []) -> [String] {
    let layouts = cases.compactMap { board.layout($0) }
    let views = layouts.map { Viewpoint(of: $0) }
    let headings = zip(layouts, views).map { $1.heading($0.forward) }
    let hasFar = (views + extra).contains { view in
      board.microphones.indices.contains { board.isOnFarSide($0, toward: view.toward) }
    }
    var signs = ["(C) connector, bottom edge (-y)", "\(glyphs.near) microphone"]
    if cases.count != 1 { signs += Set((views + extra).map(\.shortExplanation)).sorted() }
    if hasFar { signs.append("\(glyphs.far) microphone on the far side") }
    if cases.count > 1 {
      if headings.contains(.away) { signs.append("\(glyphs.away) forward, away from you") }
      if headings.contains(.toward) { signs.append("\(glyphs.toward) forward, toward you") }
    }
    let names = board.microphones.enumerated().map { "\($0.offset + 1) \($0.element.name)" }
    return list(signs) + [""] + list(["microphones:"] + names)
  }

  /// The words for a drawing with too little room for all dots and numbers.
  private func note(_ isComplete: Bool) -> [String] {
    guard !isComplete else { return [] }
    let words =
      "Some microphones have no dot or number of their own here: 'pinna layout --svg FILE' draws all of them."
    return [""] + words.wrapped(to: max(40, width))
  }

  private func list(_ items: [String]) -> [String] {
    items.lines(joinedBy: "   ", width: min(78, width))
  }

  private func styled(_ text: String, _ style: TextStyle) -> String {
    isColored ? style.applied(to: text) : text
  }
}

extension LayoutText {
  /// Prepares to draw for a terminal.
  init(board: Board, on terminal: Terminal) {
    self.init(
      board: board, glyphs: terminal.isUnicode ? .unicode : .ascii,
      isColored: terminal.allowsColor, width: terminal.width)
  }
}
