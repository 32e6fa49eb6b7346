import Boards
import Drawings
import Face

/// Makes the lines of the live view from nothing but its content and the size of the terminal.
///
/// On a small terminal, the view has only the most important parts: the state, left and right, the case, the
/// microphones.
struct RecorderView: Sendable {
  /// The board; `nil` if its file is not found.
  let board: Board?
  /// True if characters beyond ASCII can be shown.
  let isUnicode: Bool

  /// The lines for the whole terminal, which fit its columns and rows.
  func lines(_ content: ViewContent, size: TerminalSize) -> [StyledText] {
    let columns = max(1, size.columns)
    var lines: [StyledText] = []
    for richness in Richness.all {
      lines = compose(content, richness, columns: columns, rows: size.rows)
      if lines.count <= size.rows { break }
    }
    return lines.prefix(max(0, size.rows)).map { $0.cut(to: columns) }
  }

  /// The amount of detail that the view shows.
  struct Richness: Sendable {
    /// True if left and right are two rows high.
    var hasTallEars = false
    /// True if the scale is shown below the bars.
    var hasScale = false
    /// True if a blank row separates left and right from the microphones.
    var separatesEars = false
    /// True if blank rows separate all parts.
    var isAiry = false
    var details = Details.line
    /// The maximum number of events shown.
    var events = 0
    var hasKeys = true

    /// The ways to show the case and the figures of the recorder.
    enum Details: Equatable, Sendable {
      /// A drawing in which the device has this many rows, with a table beside it.
      case drawing(rows: Int)
      case table, lines, line
    }

    /// All amounts of detail, from the richest to the poorest.
    static let all = [
      Richness(
        hasTallEars: true, hasScale: true, isAiry: true, details: .drawing(rows: 13), events: 3),
      Richness(
        hasTallEars: true, hasScale: true, isAiry: true, details: .drawing(rows: 7), events: 3),
      Richness(hasScale: true, isAiry: true, details: .drawing(rows: 7), events: 3),
      Richness(hasScale: true, separatesEars: true, details: .drawing(rows: 7), events: 3),
      Richness(hasScale: true, details: .drawing(rows: 7), events: 2),
      Richness(hasScale: true, details: .drawing(rows: 7), events: 1),
      Richness(hasScale: true, details: .table, events: 3),
      Richness(hasScale: true, separatesEars: true, details: .lines, events: 3),
      Richness(hasScale: true, details: .lines, events: 3),
      Richness(details: .lines, events: 1),
      Richness(details: .lines),
      Richness(details: .line),
      Richness(details: .line, hasKeys: false),
    ]
  }

  private func compose(
    _ content: ViewContent, _ richness: Richness, columns: Int, rows: Int
  ) -> [StyledText] {
    let blank = richness.isAiry ? [StyledText()] : []
    let meters = MeterPanel(status: content.status, isUnicode: isUnicode, columns: columns)
    let ears = meters.ears(content, isTall: richness.hasTallEars)
    let microphones = meters.microphones(content)
    let scale = richness.hasScale ? [meters.scale()] : []
    let details = details(content, richness.details, columns: columns)
    let upper = title(content, columns: columns, rows: rows) + blank
    let events =
      takes(content, richness.events) + events(content, richness.events, columns: columns)
    let keys =
      content.question.map { $0.wrapped(to: columns).map { StyledText($0, .yellow) } }
      ?? (richness.hasKeys ? keyLines(content.keys, columns: columns) : [])
    let lower = events + keys
    if richness.details == .line {
      // If not everything fits, the case counts more than the microphones, which are cut off first.
      return fill(upper + ears + details, microphones, lower, rows: rows)
    }
    let separator = richness.separatesEars ? [StyledText()] : blank
    let middle = ears + separator + microphones + scale + blank + details
    let spare = rows - upper.count - middle.count - lower.count
    let gap = Array(repeating: StyledText(), count: max(blank.count, min(spare, rows)))
    return upper + middle + gap + lower
  }

  /// Leaves out those middle rows that do not fit, and notes how many they are.
  private func fill(
    _ upper: [StyledText], _ middle: [StyledText], _ lower: [StyledText], rows: Int
  ) -> [StyledText] {
    let room = rows - upper.count - lower.count
    guard middle.count > room else {
      return upper + middle + Array(repeating: StyledText(), count: room - middle.count) + lower
    }
    guard room > 1 else { return upper + Array(middle.prefix(max(0, room))) + lower }
    let rest = StyledText("and \(middle.count - room + 1) more rows of meters", .dim)
    return upper + Array(middle.prefix(room - 1)) + [rest] + lower
  }

  // MARK: The first and the last lines

  /// The board and the state, with any problems below them.
  private func title(_ content: ViewContent, columns: Int, rows: Int) -> [StyledText] {
    let (words, style) = content.state(isUnicode: isUnicode)
    let status = content.status
    var right = StyledText()
    if status.isLocked { right.add("LOCKED  ", .yellow) }
    right.add(words, style)
    var left = StyledText(status.boardName, .bold)
    let work = status.work.map { "  \($0)" } ?? ""
    let room = columns - right.width - work.terminalWidth - 2
    let id = "  \(status.board)"
    if columns >= 60, left.width + id.terminalWidth <= room { left.add(id, .dim) }
    if left.width > room, room > 12 { left = left.cut(to: room - 3) + StyledText("...", .bold) }
    left.add(work, .yellow)
    var lines = [left.opposite(right, columns: columns)]
    let details = status.details.isEmpty ? [] : status.details.wrapped(to: columns)
    lines += details.prefix(rows < 16 ? 1 : 3).map { StyledText($0, style) }
    if let simulation = status.simulation { lines.append(world(simulation, columns: columns)) }
    guard rows >= 16 else { return lines }
    let warnings = status.warnings.flatMap { warning in
      warning.wrapped(to: columns - 4).enumerated().map { ($0 == 0 ? "  ! " : "    ") + $1 }
    }
    return lines + warnings.prefix(rows < 30 ? 2 : 4).map { StyledText($0, .yellow) }
  }

  /// The lights of a simulated board, and the world around it.
  private func world(_ world: RecorderStatus.Simulation, columns: Int) -> StyledText {
    var line = StyledText()
    let (lit, dark) = isUnicode ? ("●", "○") : ("*", "o")
    for (isLit, name, style) in [
      (world.isRecordLit, "record", TextStyle.red), (world.isStatusLit, "status", .green),
    ] {
      line.add(isLit ? lit : dark, isLit ? style : .dim)
      line.add(" \(name)  ", .dim)
    }
    // A line that is too long loses its end, so the things that prevent recording come first.
    var parts: [String] = []
    if !world.isPluggedIn { parts.append("array unplugged") }
    if !world.isCardIn { parts.append("no card") }
    if let azimuth = world.voiceAzimuth { parts.append("voice \(Self.place(azimuth))") }
    parts.append(world.wind == "calm" ? "no wind" : "\(world.wind) wind")
    if let turned = world.turnedDegrees, turned != 0 {
      parts.append("board turned \(Self.place(turned))")
    }
    line.add(parts.joined(separator: "  "))
    return line.cut(to: columns)
  }

  /// An azimuth in words, such as "45° left" or "ahead".
  private static func place(_ azimuth: Double) -> String {
    let degrees = Int(abs(azimuth).rounded())
    if degrees == 0 { return "ahead" }
    if degrees == 180 { return "behind" }
    return "\(degrees)° \(azimuth < 0 ? "left" : "right")"
  }

  /// The last events; the newest one may take three rows, because it may be an error with its remedy.
  private func events(_ content: ViewContent, _ count: Int, columns: Int) -> [StyledText] {
    let shown = content.status.events.suffix(count)
    return shown.enumerated().flatMap { index, event -> [StyledText] in
      var line = StyledText(content.status.timeText(event.time) + "  ", .dim)
      line.add(event.details.isEmpty ? event.title : event.title.padded(to: 11), event.tone.style)
      guard !event.details.isEmpty else { return [line] }
      let isNewest = index == shown.count - 1 && count > 1
      let indent = line.width + 1
      let all = event.details.wrapped(to: max(12, columns - indent - 2))
      let rows = all.prefix(isNewest ? 3 : 1)
      let first = rows[0] + (isNewest || all.count == 1 ? "" : "...")
      let rest = rows.dropFirst().map { StyledText(String(repeating: " ", count: indent) + $0) }
      return [line + StyledText(" " + first)] + rest
    }
  }

  /// The rows of the newest takes.
  private func takes(_ content: ViewContent, _ count: Int) -> [StyledText] {
    content.takes.prefix(count).enumerated().map { StatusView.row($1, isFirst: $0 == 0) }
  }

  /// The keys, the most important first, as many as fit into two lines.
  private func keyLines(_ keys: [ViewContent.Key], columns: Int) -> [StyledText] {
    var lines: [StyledText] = []
    for key in keys {
      let needed = key.name.terminalWidth + key.meaning.terminalWidth + 3
      if lines.isEmpty || (lines.last?.width ?? 0) + needed > columns {
        guard lines.count < 2 else { break }
        lines.append(StyledText())
      }
      var line = lines.removeLast()
      if line.width > 0 { line.add("  ") }
      line.add(key.name, .bold)
      line.add(" " + key.meaning, .dim)
      lines.append(line)
    }
    return lines
  }

  // MARK: The case and the figures

  private func details(
    _ content: ViewContent, _ details: Richness.Details, columns: Int
  ) -> [StyledText] {
    let facts = StatusTable(board: board, content: content, isUnicode: isUnicode)
    switch details {
    case .line: return [facts.caseLine(columns: columns)]
    case .lines: return [facts.caseLine(columns: columns), facts.figureLine(columns: columns)]
    case .table: return facts.table(columns: columns, namesSides: true)
    case .drawing(let height):
      guard let board, let which = board.heldCase(of: content.status) else {
        return facts.table(columns: columns, namesSides: true)
      }
      let drawing = LayoutText(
        board: board, glyphs: isUnicode ? .unicode : .ascii, isColored: true
      ).panel(of: which, rows: height).map(StyledText.init(escaped:))
      let width = (drawing.map(\.width).max() ?? 0) + 3
      guard columns - width >= 36 else { return facts.table(columns: columns, namesSides: true) }
      // The drawing already shows the sides, so the table need not name them.
      let table = facts.table(columns: columns - width, namesSides: false, most: drawing.count)
      return StyledText.beside(drawing, width: width, table)
    }
  }
}
