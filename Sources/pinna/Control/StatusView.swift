import Boards
import Drawings
import Essentials
import Face
import LinuxBoard
import Recorder
import TakeFiles

/// The state of a running recorder, for people: calm, aligned, and what is wrong at the top.
struct StatusView: Sendable {
  /// The columns of a view that is written to a file.
  static let fileColumns = 100
  /// The takes that are shown.
  static let mostTakes = 3
  /// The columns of the names at the left.
  private static let label = 10
  /// The widest a bar may be: longer ones are harder to compare.
  private static let widest = 100
  /// The rows of the device in drawings, as in the live view of a recorder.
  private static let drawings = [13, 7]
  /// The columns that the facts need beside a drawing.
  private static let leastFacts = 36

  let status: RecorderStatus
  let takes: [ListedTake]
  let board: Board?
  let isUnicode: Bool

  /// A view of a state and of the newest takes.
  ///
  /// - Parameter board: the board of the recorder, for a drawing of how it is held; `nil` for none.
  init(
    _ status: RecorderStatus, takes: [ListedTake] = [], board: Board? = nil, isUnicode: Bool
  ) {
    (self.status, self.takes, self.board, self.isUnicode) = (status, takes, board, isUnicode)
  }

  /// The view in so many columns.
  ///
  /// - Parameter rows: the rows of the terminal, which decide how large the drawing is and how many microphones are
  ///   shown; `nil` for all microphones and no drawing.
  func lines(columns: Int, rows: Int? = nil) -> [StyledText] {
    let columns = min(columns, Self.widest)
    for height in Self.drawings {
      guard let rows, let facts = drawnFacts(height: height, columns: columns) else { continue }
      let lines = compose(facts, columns: columns, rows: nil)
      if lines.count <= rows { return lines }
    }
    return compose(facts(namesSides: true, columns: columns), columns: columns, rows: rows)
  }

  private func compose(_ facts: [StyledText], columns: Int, rows: Int?) -> [StyledText] {
    let board = StyledText(status.boardName, .dim)
    // The name of the board gives way to the state.
    let isBeside = headline.width + board.width + 2 <= columns
    var lines = [isBeside ? headline.opposite(board, columns: columns) : headline]
    if !status.details.isEmpty {
      lines += status.details.wrapped(to: columns - 2).map {
        StyledText("  ") + StyledText($0, headStyle)
      }
    }
    lines += wrapped(status.warnings, columns)
    lines.append(StyledText())
    let others = lines.count + (takes.isEmpty ? 0 : takes.count + 1) + status.ears.count + 2
    // Levels come before what changes least.
    let least = rows.map { max(2, $0 - others) } ?? facts.count
    lines += facts.prefix(least)
    let around = lines.count + (takes.isEmpty ? 0 : takes.count + 1) + status.ears.count + 2
    let microphones = status.channels.filter { $0.name != nil }
    let room = rows.map { max(0, $0 - around) } ?? microphones.count
    let levels = status.ears + (microphones.count <= room ? microphones : [])
    if !levels.isEmpty { lines.append(titles(columns)) }
    lines += levels.map { meter($0, columns) }
    if !takes.isEmpty { lines.append(StyledText()) }
    lines += takes.enumerated().map { row($1, isFirst: $0 == 0) }
    return lines.map { $0.cut(to: columns) }
  }

  // MARK: - The head

  /// The state in one line: what, which take, since when.
  var headline: StyledText {
    var line = StyledText(stateWords, headStyle)
    if let take = status.take {
      line.add("  \(TakeText.length(seconds: take.seconds.rounded(.down)))", .bold)
      if let number = take.number { line.add("  take \(number)") }
      if !take.isConfirmed { line.add("  not on the card yet", .yellow) }
      if take.markers > 0 { line.add("  \(TakeText.count(take.markers, "marker"))", .dim) }
    }
    line.add("  since \(clockTime(status.time - status.stateSeconds))", .dim)
    return line
  }

  /// The state and all levels in one line, for a log.
  var meterLine: StyledText {
    var line = headline
    for level in status.ears + status.channels where level.name != nil {
      line.add("  \(level.name ?? "") ", .dim)
      line.add(MeterLevel.text(level.held))
      if level.isClipped { line.add(" CLIP", .red) }
    }
    for warning in status.warnings { line.add("  \(warning)", .yellow) }
    return line
  }

  private var stateWords: String {
    let sign = isUnicode ? "●" : "*"
    return switch status.state {
    case .idle: "idle"
    case .armed: status.isTakeLatched ? "\(sign) take starts" : "\(sign) armed"
    case .recording: "\(sign) recording"
    case .paused: isUnicode ? "‖ paused" : "paused"
    case .finishing: "closing the take"
    case .lent: "lent"
    case .faulted: isUnicode ? "✗ error" : "error"
    }
  }

  private var headStyle: TextStyle {
    switch status.state {
    case .idle: .dim
    case .armed: .green
    case .recording, .faulted: .red
    case .paused, .finishing, .lent: .yellow
    }
  }

  private func wrapped(_ warnings: [String], _ columns: Int) -> [StyledText] {
    warnings.flatMap { warning in
      warning.wrapped(to: columns - 4).enumerated().map { index, line in
        StyledText(index == 0 ? "  ! " : "    ", .yellow) + StyledText(line, .yellow)
      }
    }
  }

  // MARK: - The facts

  /// The drawing of the live view with the facts beside it; `nil` without a board, a left side or room.
  private func drawnFacts(height: Int, columns: Int) -> [StyledText]? {
    guard let board, let which = board.heldCase(of: status) else { return nil }
    let drawing = LayoutText(
      board: board, glyphs: isUnicode ? .unicode : .ascii, isColored: true
    ).panel(of: which, rows: height).map(StyledText.init(escaped:))
    let width = (drawing.map(\.width).max() ?? 0) + 3
    guard !drawing.isEmpty, columns - width >= Self.leastFacts else { return nil }
    // The drawing shows the sides, and forward by a sign only.
    var lines = facts(namesSides: false, columns: columns - width)
    if let face = board.layout(which)?.forwardFace {
      lines.insert(fact("Forward", "out of the \(face.name)"), at: 1)
    }
    if let layout = board.layout(which) {
      lines.insert(fact("Drawn", Viewpoint(of: layout).shortExplanation), at: 2)
    }
    return StyledText.beside(drawing, width: width, lines)
  }

  private func facts(namesSides: Bool, columns: Int) -> [StyledText] {
    var lines = [fact("Case", which)]
    if namesSides, let sides {
      let both = lines[0] + StyledText("   ") + sides
      lines = both.width <= columns ? [both] : lines + [fact("Sides", sides)]
    }
    lines.append(fact("Room", room))
    lines.append(
      fact(
        "Pre-roll",
        status.preRollWanted > 0
          ? "\(status.preRollSeconds.text(digits: 1)) of \(status.preRollWanted.text(digits: 1)) s"
          : "off"))
    if let battery {
      lines.append(
        fact("Battery", StyledText(battery.words, status.battery?.isLow == true ? .yellow : nil)))
    }
    if let work = status.work { lines.append(fact("Work", work)) }
    if status.isLocked { lines.append(fact("Buttons", "locked")) }
    lines.append(
      fact("Running", "\(SessionLog.length(coarse(status.uptimeSeconds))), pinna \(status.version)")
    )
    return lines
  }

  private func fact(_ name: String, _ value: String) -> StyledText {
    StyledText(name.padded(to: Self.label), .dim) + StyledText(value)
  }

  private func fact(_ name: String, _ value: StyledText) -> StyledText {
    StyledText(name.padded(to: Self.label), .dim) + value
  }

  private var which: StyledText {
    let names = [status.dataSource, status.orientation ?? ""].filter { !$0.isEmpty }
    var text = StyledText(names.joined(separator: " "), .bold)
    text.add(", \(status.pattern)")
    if status.pattern != status.preferredPattern {
      text.add(" (asked for \(status.preferredPattern))", .yellow)
    }
    return text
  }

  /// The edges of the board that are left and right; `nil` for a mono pattern.
  private var sides: StyledText? {
    guard let sides = status.sides else { return nil }
    var text = StyledText("LEFT", .blue)
    text.add(" \(sides.left) edge, ")
    text.add("RIGHT", .yellow)
    text.add(" \(sides.right) edge")
    text.add(", seen from the front", .dim)
    return text
  }

  private var battery: BatteryCharge? {
    status.battery.map { BatteryCharge(.init(rawValue: $0.state) ?? .unknown, percent: $0.percent) }
  }

  private var room: String {
    guard let bytes = status.freeBytes, let seconds = status.secondsLeft else { return "not known" }
    guard seconds > 0 else { return "full" }
    return "\(SessionLog.length(coarse(seconds))) left, \(TakeText.size(max(0, bytes)))"
  }

  /// Beyond an hour, seconds do not matter.
  private func coarse(_ seconds: Double) -> Double {
    seconds < 3600 ? seconds : (seconds / 60).rounded(.down) * 60
  }

  // MARK: - Meters and takes

  private func meter(_ level: RecorderStatus.Level, _ columns: Int) -> StyledText {
    let shape = MeterShape(columns: columns, name: Self.label - 1, isUnicode: isUnicode)
    let values = MeterLevel(
      rms: level.rms, peak: level.peak, held: level.held, isClipped: level.isClipped)
    let name = shape.shortened(level.name ?? "")
    let style: TextStyle? =
      level.isDead ? .red : name == "L" ? .blue : name == "R" ? .yellow : nil
    return StyledText(name, style).padded(to: Self.label) + shape.bar.text(values)
      + shape.numbers(values)
  }

  /// The titles of the columns of meters: decibels relative to full scale.
  private func titles(_ columns: Int) -> StyledText {
    let shape = MeterShape(columns: columns, name: Self.label - 1, isUnicode: isUnicode)
    let titles = shape.hasHeld ? "  rms dB peak dB" : " peak dB"
    return StyledText(String(repeating: " ", count: Self.label + shape.bar.columns))
      + StyledText(titles, .dim)
  }

  private func row(_ take: ListedTake, isFirst: Bool) -> StyledText {
    var line = StyledText((isFirst ? "Takes" : "").padded(to: Self.label), .dim)
    line.add("\(take.number)".leftPadded(to: 4), .bold)
    line.add("  \(String((take.date ?? "").prefix(16)).padded(to: 16))")
    line.add("  \(TakeText.length(seconds: take.seconds).leftPadded(to: 8))")
    let names = [take.dataSource, take.orientation ?? take.pattern].filter { !$0.isEmpty }
    line.add("  \(names.joined(separator: " "))")
    let end = take.state == "finished" ? take.end ?? "" : take.state
    if end != "stopped", !end.isEmpty { line.add("  \(end)", .yellow) }
    if take.gaps > 0 { line.add("  \(TakeText.count(take.gaps, "gap"))", .red) }
    return line
  }

  private func clockTime(_ epochSeconds: Double) -> String {
    var time = WallClock.now()
    time.epochSeconds = epochSeconds
    return String(WallClock.timeText(of: time).dropLast(2))
  }
}

extension Board {
  /// The case that a recorder is held in, as its state names it; `nil` for one that this board has not.
  fileprivate func heldCase(of status: RecorderStatus) -> Case? {
    guard let source = dataSources.firstIndex(where: { $0.name == status.dataSource }) else {
      return nil
    }
    let which = Case(
      dataSource: source, orientation: status.orientation.flatMap(InputOrientation.init(rawValue:)))
    return cases.contains(which) ? which : nil
  }
}
