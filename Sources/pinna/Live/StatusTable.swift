import Boards
import Drawings
import Face
import Recorder
import TakeFiles

/// The present case and the figures of a recorder, as a table or as single lines.
struct StatusTable: Sendable {
  /// The board; `nil` if its file is not found.
  let board: Board?
  let content: ViewContent
  let isUnicode: Bool

  private var status: RecorderStatus { content.status }
  private var layout: Layout? { board.flatMap { $0.heldCase(of: status).flatMap($0.layout) } }

  /// The case in one line, such as "Back landscapeLeft, stereo  L bottom  R top".
  ///
  /// On a narrow terminal, the less important parts are left out.
  func caseLine(columns: Int) -> StyledText {
    let name = StyledText(
      [status.dataSource, status.orientation ?? ""].filter { !$0.isEmpty }.joined(separator: " "),
      .bold)
    let pattern = StyledText(", \(status.pattern)")
    let latched = status.isTaking ? StyledText(" (latched)", .dim) : StyledText()
    let choices = [
      [name, pattern, latched, sides, viewpoint], [name, pattern, sides, viewpoint],
      [name, sides, viewpoint], [name, pattern, sides], [name, sides],
    ]
    let lines = choices.map(StyledText.init)
    return (lines.first { $0.width <= columns } ?? name).cut(to: columns)
  }

  /// The edges on the left and right; empty for a mono pattern.
  private var sides: StyledText {
    var text = StyledText()
    guard let sides = status.sides else { return text }
    text.add("  L", .blue)
    text.add(" \(sides.left)")
    text.add("  R", .yellow)
    text.add(" \(sides.right)")
    return text
  }

  /// The viewpoint, without which left and right in a drawing mean nothing; empty for a mono pattern.
  private var viewpoint: StyledText {
    guard status.sides != nil, let layout else { return StyledText() }
    return StyledText("  \(Viewpoint(of: layout).shortExplanation)", .dim)
  }

  /// The figures that change, in one line: gaps, storage, pre-roll, ring; those with problems come first.
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

  /// A table with one row for each fact, in two halves side by side if there is room for both.
  ///
  /// - Parameters:
  /// - namesSides: true to include the edges on the left and right.
  ///   - most: the number of rows that fit; the rows that change least are left out first.
  func table(columns: Int, namesSides: Bool, most: Int = .max) -> [StyledText] {
    let route = route(namesSides)
    var facts = route + figures
    for name in ["Running", "Device", "Unsynced", "Ring"] where facts.count > most {
      facts.removeAll { $0.name == name && $0.style == nil }
    }
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
    /// How full something is, 0 to 1, for a small bar; `nil` for no bar.
    var fill: Double?

    init(_ name: String, _ value: String, _ style: TextStyle? = nil, fill: Double? = nil) {
      self.name = name
      self.value = value
      self.style = style
      self.fill = fill
    }
  }

  /// The settings as chosen and as they are in force.
  private func route(_ namesSides: Bool) -> [Fact] {
    let source = board?.dataSources.first { $0.name == status.dataSource }
    let face = source.map { ", looks out of the \($0.orientation.name)" } ?? ""
    var facts = [Fact("Source", status.dataSource + face), pattern]
    if let held { facts.append(held) }
    if namesSides, let sides = status.sides {
      facts.append(Fact("Left", "\(sides.left) edge", .blue))
      facts.append(Fact("Right", "\(sides.right) edge", .yellow))
    }
    if let layout {
      // These words stand beside the drawing and the names of the edges.
      let words = Viewpoint(of: layout).shortExplanation.dropFirst("seen ".count)
      facts.append(Fact("Seen", String(words)))
    }
    facts.append(Fact("Device", status.device))
    facts += format
    return facts
  }

  private var pattern: Fact {
    guard status.pattern != status.preferredPattern, !status.isTaking else {
      return Fact("Pattern", status.pattern)
    }
    return Fact("Pattern", "\(status.pattern) (requested \(status.preferredPattern))", .yellow)
  }

  private var held: Fact? {
    guard let orientation = status.orientation else { return nil }
    if status.isTaking { return Fact("Held", "\(orientation), latched", .bold) }
    if status.warningCodes.contains(RecorderStatus.Warning.sensorSilent.rawValue) {
      return Fact("Held", "\(orientation), sensor silent", .yellow)
    }
    if status.preferredOrientation != nil { return Fact("Held", "\(orientation), fixed") }
    let isKnown = status.simulation == nil
    let why =
      board.map { isKnown && $0.accelerometer == nil ? ", no sensor" : ", by the sensor" } ?? ""
    return Fact("Held", orientation + why)
  }

  /// The format that the capture device granted and, below it, the requested values that differ.
  private var format: [Fact] {
    guard let grant = status.capture else { return [Fact("Capture", "not open", .red)] }
    let given = [
      "\(grant.rate) Hz", "\(grant.channelCount) ch", grant.format, "period \(grant.period)",
    ]
    let asked = board.map {
      [
        "\($0.capture.rate) Hz", "\($0.capture.channels) ch", $0.capture.format.rawValue,
        "period \($0.capture.period)",
      ]
    }
    let other = zip(given, asked ?? given).filter { $0 != $1 }.map(\.1)
    // These figures have rows of their own, because a drawing leaves few columns beside it.
    let all = [
      Fact("Capture", given.dropLast().joined(separator: ", ")),
      Fact("Period", "\(grant.period) frames"),
    ]
    return other.isEmpty
      ? all : all + [Fact("Requested", other.joined(separator: ", "), .yellow)]
  }

  /// The figures that change.
  private var figures: [Fact] {
    var facts: [Fact] = []
    if let name = status.take?.name { facts.append(Fact("File", name)) }
    if status.makesTakes { facts.append(storage) }
    if let mirror = status.mirror {
      let room = mirror.freeBytes.map { ", \(TakeText.size($0))" } ?? ""
      let isWell = mirror.state == "ready" || mirror.state == "writing"
      facts.append(Fact("Mirror", mirror.state + room, isWell ? nil : .yellow))
    }
    facts.append(gaps)
    if status.makesTakes { facts.append(preRoll) }
    let percent = (status.ringFill * 100).text(digits: 0)
    let (held, wanted) = (
      status.ringSeconds.text(digits: 0), status.ringSecondsWanted.text(digits: 0)
    )
    let isShort = status.ringSeconds < status.ringSecondsWanted
    facts.append(
      Fact(
        "Ring", "\(percent) % of \(held) s" + (isShort ? " (requested \(wanted) s)" : ""),
        isShort || status.ringFill > 0.5 ? .yellow : nil, fill: status.ringFill))
    if let take = status.take {
      let seconds = take.unsyncedSeconds
      facts.append(Fact("Unsynced", "\(seconds.text(digits: 1)) s", seconds > 2 ? .yellow : nil))
    }
    if let level = status.soundLevel {
      facts.append(
        Fact(
          "Sound",
          SoundLevel(unweighted: level.unweighted, aWeighted: level.aWeighted).words))
    }
    if let rate = status.headphonesRate { facts.append(Fact("Headphones", "\(rate) Hz")) }
    if let rate = status.programsRate { facts.append(Fact("Programs", "\(rate) Hz")) }
    facts.append(Fact("Running", "\(coarse(status.uptimeSeconds)), pinna \(status.version)"))
    if let battery = status.battery {
      let words = BatteryCharge(
        .init(rawValue: battery.state) ?? .unknown, percent: battery.percent
      )
      .words
      facts.append(Fact("Battery", words, battery.isLow ? .yellow : nil))
    }
    return facts
  }

  private var storage: Fact {
    guard let left = status.secondsLeft else { return Fact("Storage", "not known yet", .dim) }
    guard left > 0 else { return Fact("Storage", "full", .red) }
    let room = status.freeBytes.map { ", \(TakeText.size(max(0, $0)))" } ?? ""
    return Fact(
      "Storage", "\(coarse(left)) left\(room)", left < SessionStorage.lowSeconds ? .yellow : nil)
  }

  /// A length of time in words; beyond an hour it has no seconds.
  private func coarse(_ seconds: Double) -> String {
    TakeText.duration(seconds < 3600 ? seconds : (seconds / 60).rounded(.down) * 60)
  }

  private var preRoll: Fact {
    let (now, wanted) = (status.preRollSeconds, status.preRollSecondsWanted)
    guard wanted > 0 else { return Fact("Pre-roll", "off") }
    return Fact(
      "Pre-roll", "\(now.text(digits: 1)) of \(wanted.text(digits: 1)) s",
      fill: min(1, now / wanted))
  }

  private var gaps: Fact {
    guard status.gapCount > 0 else { return Fact("Gaps", "none") }
    let milliseconds = Double(status.gapFrames) * 1000 / Double(max(1, status.rate))
    return Fact("Gaps", "\(status.gapCount), together \(milliseconds.text(digits: 0)) ms", .red)
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
