import Boards
import Drawings
import Essentials
import Face
import LinuxBoard
import Recorder
import TakeFiles

/// The status of a running recorder as a few aligned lines for people, with the problems at the top.
struct StatusView: Sendable {
  /// The number of columns of a view that is written to a file.
  static let fileColumns = 100
  /// The maximum number of takes shown.
  static let mostTakes = 3
  /// The number of columns for the labels on the left.
  private static let label = 10
  /// The maximum number of columns for a bar, because longer bars are harder to compare.
  private static let widest = 100

  let status: RecorderStatus
  let takes: [TakeRecord]
  let isUnicode: Bool

  /// Makes a view of a status and of the newest takes.
  init(_ status: RecorderStatus, takes: [TakeRecord] = [], isUnicode: Bool) {
    (self.status, self.takes, self.isUnicode) = (status, takes, isUnicode)
  }

  /// The lines of the view in a number of columns.
  func lines(columns: Int) -> [StyledText] {
    let columns = min(columns, Self.widest)
    let names = [status.name, status.boardName].compactMap { $0 }
    let board = StyledText(names.joined(separator: ", "), .dim)
    // If there is not enough room for both, the state counts more than the name of the board.
    let isBeside = headline.width + board.width + 2 <= columns
    var lines = [isBeside ? headline.opposite(board, columns: columns) : headline]
    if !status.details.isEmpty {
      lines += status.details.wrapped(to: columns - 2).map {
        StyledText("  ") + StyledText($0, status.state.style)
      }
    }
    lines += wrapped(status.warnings, columns)
    let content = ViewContent(status: status)
    let meters = MeterPanel(status: status, isUnicode: isUnicode, columns: columns)
    if !status.channels.isEmpty {
      let ears = status.ears.isEmpty ? [] : meters.ears(content, isTall: false)
      lines += [StyledText()] + ears + meters.microphones(content) + [meters.scale()]
    }
    lines.append(StyledText())
    lines += StatusTable(board: nil, content: content, isUnicode: isUnicode)
      .table(columns: columns, namesSides: true)
    if !takes.isEmpty { lines.append(StyledText()) }
    lines += takes.enumerated().map { Self.row($1, isFirst: $0 == 0) }
    return lines.map { $0.cut(to: columns) }
  }

  // MARK: - The head

  /// The state in one line: the activity, the take and its duration.
  var headline: StyledText {
    let (word, style) = status.activity(isUnicode: isUnicode)
    var line = StyledText(word, style)
    if let take = status.take {
      line.add("  \(TakeText.length(seconds: take.seconds.rounded(.down)))", .bold)
      if let number = take.number { line.add("  take \(number)") }
      if !take.isConfirmed { line.add("  not on the card yet", .yellow) }
      if take.markerCount > 0 { line.add("  \(take.markerCount.counted("marker"))", .dim) }
    }
    let since = status.timeText(status.time - status.stateSeconds).dropLast(2)
    line.add("  since \(since)", .dim)
    return line
  }

  private func wrapped(_ warnings: [String], _ columns: Int) -> [StyledText] {
    warnings.flatMap { warning in
      warning.wrapped(to: columns - 4).enumerated().map { index, line in
        StyledText(index == 0 ? "  ! " : "    ", .yellow) + StyledText(line, .yellow)
      }
    }
  }

  /// One row of the list of takes.
  static func row(_ take: TakeRecord, isFirst: Bool) -> StyledText {
    var line = StyledText((isFirst ? "Takes" : "").padded(to: Self.label), .dim)
    line.add("\(take.number ?? 0)".leftPadded(to: 4), .bold)
    line.add("  \(String((take.date ?? "").prefix(16)).padded(to: 16))")
    line.add("  \(TakeText.length(seconds: take.seconds).leftPadded(to: 8))")
    let names = [take.dataSource ?? "", take.orientation ?? take.pattern ?? ""]
      .filter { !$0.isEmpty }
    line.add("  \(names.joined(separator: " "))")
    let end = take.state == .finished ? take.end ?? "" : take.state.words
    if end != "stopped", !end.isEmpty { line.add("  \(end)", .yellow) }
    if take.gapCount > 0 { line.add("  \(take.gapCount.counted("gap"))", .red) }
    return line
  }
}

extension RecorderStatus {
  /// A time of day by the recorder's local clock, in the form `hh:mm:ss.t`.
  func timeText(_ epochSeconds: Double) -> String {
    WallClock.timeText(
      of: WallTime(
        epochSeconds: epochSeconds,
        utcOffsetSeconds: utcOffsetSeconds ?? WallClock.now().utcOffsetSeconds))
  }
}

extension Board {
  /// The case in which a recorder is held, from the names in its status; `nil` if this board does not have that case.
  func heldCase(of status: RecorderStatus) -> Case? {
    guard let source = dataSources.firstIndex(where: { $0.name == status.dataSource }) else {
      return nil
    }
    let which = Case(
      dataSource: source, orientation: status.orientation.flatMap(InputOrientation.init(rawValue:)))
    return cases.contains(which) ? which : nil
  }
}
