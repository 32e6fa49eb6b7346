import Boards
import Drawings
import Recorder
import TakeFiles

/// The present case and the figures of the recorder, as a table or as single lines.
struct RecorderFacts: Sendable {
  let board: Board
  let content: ViewContent
  let isUnicode: Bool

  private var snapshot: SessionSnapshot { content.snapshot }

  /// The case in one line: "Back landscapeLeft, stereo  L bottom  R top"; less important parts are left out on narrow
  /// terminals.
  func caseLine(columns: Int) -> StyledText {
    let name = StyledText(board.name(of: snapshot.which), .bold)
    let pattern = StyledText(", \(snapshot.actual.pattern.rawValue)")
    let latched = content.isTaking ? StyledText(" (latched)", .dim) : StyledText()
    let choices = [
      [name, pattern, latched, sides, viewpoint], [name, pattern, sides, viewpoint],
      [name, sides, viewpoint], [name, pattern, sides], [name, sides],
    ]
    let lines = choices.map(StyledText.init)
    return (lines.first { $0.width <= columns } ?? name).cut(to: columns)
  }

  /// The edges of left and right; empty for a mono pattern.
  private var sides: StyledText {
    var text = StyledText()
    guard snapshot.actual.pattern.hasSides, let layout = board.layout(snapshot.which) else {
      return text
    }
    text.add("  L", .blue)
    text.add(" \(layout.leftEdge.rawValue)")
    text.add("  R", .yellow)
    text.add(" \(layout.rightEdge.rawValue)")
    return text
  }

  /// The reader's position, without which left and right of a drawing or of an edge mean nothing; empty for mono.
  private var viewpoint: StyledText {
    guard snapshot.actual.pattern.hasSides, let layout = board.layout(snapshot.which) else {
      return StyledText()
    }
    return StyledText("  \(Viewpoint(of: layout).shortExplanation)", .dim)
  }

  /// The changing figures in one line: gaps, storage, pre-roll, ring; problems come first.
  func figureLine(columns: Int) -> StyledText {
    let order = figures.sorted { Self.weight($0.style) > Self.weight($1.style) }
    var line = StyledText()
    for figure in order {
      let words = "\(figure.name.lowercased()) \(figure.value)"
      guard line.width + words.terminalWidth + 2 <= columns || line.width == 0 else { continue }
      if line.width > 0 { line.add("  ") }
      line.add(words, figure.style)
    }
    return line.cut(to: columns)
  }

  /// A table with a row for every fact, in two halves side by side if they fit.
  ///
  /// - Parameter namesSides: true to include left and right.
  func table(columns: Int, namesSides: Bool) -> [StyledText] {
    let route = route(namesSides)
    let facts = route + figures
    let label = (facts.map(\.name.terminalWidth).max() ?? 0) + 2
    func row(_ fact: Fact, _ width: Int) -> StyledText {
      var line = StyledText(fact.name.padded(to: label), .dim)
      if let fill = fact.fill { line = line + bar(fill) + StyledText(" ") }
      line.add(fact.value, fact.style)
      guard line.width > width else { return line }
      let mark = isUnicode ? "…" : "..."
      return line.cut(to: max(0, width - mark.terminalWidth)) + StyledText(mark)
    }
    guard columns >= 92 else { return facts.map { row($0, columns) } }
    let half = columns / 2
    let rows = max(route.count, figures.count)
    return (0..<rows).map { index in
      let first = index < route.count ? row(route[index], half - 2) : StyledText()
      guard index < figures.count else { return first }
      return first.padded(to: half) + row(figures[index], columns - half)
    }
  }

  // MARK: Facts

  private struct Fact {
    var name: String
    var value: String
    var style: TextStyle?
    /// A fill level, 0 to 1, for a small bar.
    var fill: Double?

    init(_ name: String, _ value: String, _ style: TextStyle? = nil, fill: Double? = nil) {
      self.name = name
      self.value = value
      self.style = style
      self.fill = fill
    }
  }

  /// The chosen settings and the actual ones.
  private func route(_ namesSides: Bool) -> [Fact] {
    let source = board.dataSources[snapshot.which.dataSource]
    var facts = [Fact("Source", "\(source.name), looks out of the \(source.orientation.name)")]
    facts.append(pattern)
    if let held { facts.append(held) }
    if namesSides, let layout = board.layout(snapshot.which) {
      facts.append(Fact("Left", layout.leftEdge.name, .blue))
      facts.append(Fact("Right", layout.rightEdge.name, .yellow))
    }
    if let layout = board.layout(snapshot.which) {
      // The drawing, and the names of the edges.
      let words = Viewpoint(of: layout).shortExplanation.dropFirst("seen ".count)
      facts.append(Fact("Seen", String(words)))
    }
    facts.append(Fact("Device", board.capture.device))
    facts += format
    return facts
  }

  private var pattern: Fact {
    let (asked, given) = (snapshot.preferred.pattern, snapshot.actual.pattern)
    guard asked != given, !content.isTaking else { return Fact("Pattern", given.rawValue) }
    return Fact("Pattern", "\(given.rawValue) (asked for \(asked.rawValue))", .yellow)
  }

  private var held: Fact? {
    guard let orientation = snapshot.which.orientation else { return nil }
    if content.isTaking { return Fact("Held", "\(orientation.rawValue), latched", .bold) }
    if snapshot.isSensorSilent {
      return Fact("Held", "\(orientation.rawValue), the sensor is silent", .yellow)
    }
    let why =
      snapshot.preferred.orientation != nil
      ? "fixed" : board.accelerometer == nil ? "no sensor" : "by the sensor"
    return Fact("Held", "\(orientation.rawValue), \(why)")
  }

  /// The format that the capture device granted, and below it the requested values that differ.
  private var format: [Fact] {
    guard let grant = snapshot.grant else { return [Fact("Format", "not open", .red)] }
    let capture = board.capture
    let given = [
      "\(grant.rate) Hz", "\(grant.channels) ch", grant.format.rawValue, "period \(grant.period)",
    ]
    let asked = [
      "\(capture.rate) Hz", "\(capture.channels) ch", capture.format.rawValue,
      "period \(capture.period)",
    ]
    let other = zip(given, asked).filter { $0 != $1 }.map(\.1)
    // They have rows of their own, because a drawing leaves few columns.
    let all = [
      Fact("Format", given.dropLast().joined(separator: ", ")),
      Fact("Period", "\(grant.period) frames"),
    ]
    return other.isEmpty
      ? all : all + [Fact("Asked for", other.joined(separator: ", "), .yellow)]
  }

  /// The figures that change while it works.
  private var figures: [Fact] {
    var facts: [Fact] = []
    if content.makesTakes { facts.append(storage) }
    facts.append(gaps)
    if content.makesTakes { facts.append(preRoll) }
    let percent = (snapshot.ringFill * 100).text(digits: 0)
    let (held, wanted) = (
      snapshot.ringSeconds.text(digits: 0), snapshot.ringWanted.text(digits: 0)
    )
    let isShort = snapshot.ringSeconds < snapshot.ringWanted
    facts.append(
      Fact(
        "Ring", "\(percent) % of \(held) s" + (isShort ? " (asked for \(wanted) s)" : ""),
        isShort || snapshot.ringFill > 0.5 ? .yellow : nil, fill: snapshot.ringFill))
    if content.isTaking {
      let seconds = snapshot.unsyncedSeconds
      facts.append(
        Fact("Unsynced", "\(seconds.text(digits: 1)) s", seconds > 2 ? .yellow : nil))
    }
    if let grant = snapshot.playback {
      facts.append(Fact("Phones", "\(grant.rate) Hz"))
    }
    if let grant = snapshot.programs {
      facts.append(Fact("Programs", "\(grant.rate) Hz"))
    }
    if content.makesTakes, let clock = snapshot.clock, clock.isDoubtful {
      facts.append(Fact("Clock", clock.words, .yellow))
    }
    if !snapshot.unusable.isEmpty {
      facts.append(Fact("Dead", snapshot.unusable.joined(separator: ", "), .red))
    }
    return facts
  }

  private var storage: Fact {
    guard let status = snapshot.storage else { return Fact("Storage", "not known yet", .dim) }
    guard status.secondsLeft > 0 else { return Fact("Storage", "full", .red) }
    let left = status.secondsLeft
    // Beyond an hour, seconds do not matter.
    let words = SessionLog.length(left < 3600 ? left : (left / 60).rounded(.down) * 60)
    return Fact("Storage", "\(words) left", left < StorageDesk.lowSeconds ? .yellow : nil)
  }

  private var preRoll: Fact {
    let (now, wanted) = (snapshot.preRollSeconds, snapshot.preRollWanted)
    guard wanted > 0 else { return Fact("Pre-roll", "off") }
    return Fact(
      "Pre-roll", "\(now.text(digits: 1)) of \(wanted.text(digits: 1)) s",
      fill: min(1, now / wanted))
  }

  private var gaps: Fact {
    guard snapshot.gapCount > 0 else { return Fact("Gaps", "none") }
    let milliseconds =
      Double(snapshot.gapFrames) * 1000 / Double(max(1, snapshot.actual.rate))
    return Fact(
      "Gaps", "\(snapshot.gapCount), together \(milliseconds.text(digits: 0)) ms", .red)
  }

  private func bar(_ part: Double) -> StyledText {
    let full = Int((max(0, min(1, part)) * 8).rounded())
    var text = StyledText(String(repeating: isUnicode ? "█" : "#", count: full))
    text.add(String(repeating: isUnicode ? "·" : ".", count: 8 - full), .dim)
    return text
  }

  private static func weight(_ style: TextStyle?) -> Int {
    switch style {
    case .red: 2
    case .yellow: 1
    default: 0
    }
  }
}
