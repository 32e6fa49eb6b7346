import Beamforming
import Boards

/// The figures of merit of a board's designs as text for a terminal.
public struct DesignReport: Sendable {
  /// One design with its figures.
  public struct Entry: Sendable, Equatable {
    /// The case, such as "#3 Back landscapeLeft".
    public var title: String
    /// The pattern that the filters make.
    public var pattern: PolarPattern
    /// The front emphasis in use, decibels at 180 degrees.
    public var frontEmphasis: Double
    /// The figures of the filters.
    public var figures: Figures
    /// The figures of the filters before they were refined, where they were.
    public var closedForm: Figures?
    /// What mismatch does to them, where that was computed.
    public var robustness: Robustness?
    /// What the geometry cannot do, a sentence each.
    public var notes: [String]

    /// A row from its parts.
    public init(
      title: String, pattern: PolarPattern, frontEmphasis: Double, figures: Figures,
      robustness: Robustness? = nil, notes: [String] = []
    ) {
      self.title = title
      self.pattern = pattern
      self.frontEmphasis = frontEmphasis
      self.figures = figures
      self.robustness = robustness
      self.notes = notes
    }

    /// A row from a design of a board.
    public init(
      _ design: Design, figures: Figures, robustness: Robustness? = nil, board: Board
    ) {
      self.init(
        title: board.title(of: design.which), pattern: design.pattern,
        frontEmphasis: design.frontEmphasis, figures: figures, robustness: robustness,
        notes: design.notes.map(\.description))
    }
  }

  /// The designs, in the order of their rows.
  public var entries: [Entry]

  /// A report of designs.
  public init(entries: [Entry]) {
    self.entries = entries
  }

  /// The report as lines.
  ///
  /// - Parameters:
  ///   - width: columns of the terminal, for the sentences; tables are as wide as they are.
  ///   - colored: whether styles are written as escape sequences.
  public func text(width: Int, colored: Bool) -> [String] {
    let tables = [
      summary, robustness,
      octaves("FRONT TO BACK, dB", \.frontToBack, \.targetFrontToBack),
      octaves("LEFT TO RIGHT, dB", \.leftToRight, \.targetLeftToRight),
      octaves("DIRECTIVITY, dB", \.directivityIndex, nil),
    ]
    let prose = min(width, 100)
    var sections = tables.compactMap { $0?.lines(colored: colored) }
    func dim(_ lines: [String]) -> [String] {
      lines.map { colored ? TextStyle.dim.applied(to: $0) : $0 }
    }
    sections[0] += dim(legend(width: prose))
    if robustness != nil { sections[1] += dim(mismatchLegend(width: prose)) }
    sections.append(notes(width: prose))
    return Array(sections.filter { !$0.isEmpty }.joined(separator: [""]))
  }

  // MARK: Tables

  /// One row per case with the figures that are one number, and below it what they were before the refinement.
  private var summary: TextTable {
    TextTable(
      columns: [
        .init("CASE"), .init("ILD dB", .right), .init("ITD us", .right), .init("MAX", .right),
        .init("CENTRE", .right), .init("NOISE", .right), .init("F/B", .right),
        .init("UP TO", .right),
      ],
      rows: entries.flatMap { entry in
        [Self.summary(entry.title, entry.figures, nil)]
          + (entry.closedForm.map { [Self.summary("  closed form", $0, .dim)] } ?? [])
      })
  }

  private static func summary(
    _ title: String, _ figures: Figures, _ style: TextStyle?
  ) -> [TextTable.Cell] {
    [
      title, text(figures.ildError, 1), text(figures.itdErrorMean, 0), text(figures.itdErrorMax, 0),
      figures.centre.map { $0.signedText(digits: 0) } ?? "-",
      figures.selfNoise.signedText(digits: 1), figures.broadbandFrontToBack.text(digits: 1),
      text(figures.usableBandwidth, 0),
    ].map { .init($0, style) }
  }

  /// What the columns of the summary are, and what was designed.
  private func legend(width: Int) -> [String] {
    let designs = entries.map {
      "\($0.pattern.rawValue) with \($0.frontEmphasis.shortText(digits: 1)) dB of front emphasis"
    }
    let distinct = designs.reduce(into: [String]()) { if !$0.contains($1) { $0.append($1) } }
    let text =
      "Designed: \(distinct.joined(separator: "; ")). ILD, ITD, MAX: mean error of the interaural level and time "
      + "difference, and the largest in us. CENTRE: us by which a sound straight ahead is off the middle. NOISE: "
      + "self-noise in dB(A) against one microphone. F/B: front to back of pink noise in dB. UP TO: Hz without "
      + "spatial aliasing."
      + (entries.contains { $0.closedForm != nil }
        ? " Below a case: its closed form, from which it was refined." : "")
    return text.wrapped(to: width)
  }

  /// What mismatch between the microphones does to every case; `nil` when that was not computed.
  private var robustness: TextTable? {
    let rows = entries.compactMap { entry in entry.robustness.map { (entry.title, $0) } }
    return rows.isEmpty ? nil : MismatchTable(rows: rows).table(plain: true)
  }

  /// How the microphones were made to differ, and what the columns are.
  private func mismatchLegend(width: Int) -> [String] {
    guard let first = entries.lazy.compactMap(\.robustness).first else { return [] }
    let text =
      "With mismatch: \(first.boards) boards whose microphones differ by "
      + "\(first.gainError.shortText(digits: 2)) dB, \(first.phaseError.shortText(digits: 2)) degrees and "
      + "\(first.positionError.shortText(digits: 2)) mm (one sigma): without errors / median / what 95 % of the boards "
      + "stay within."
    return text.wrapped(to: width)
  }

  private static func cell(_ value: Double?, _ digits: Int) -> TextTable.Cell {
    .init(text(value, digits))
  }

  private static func text(_ value: Double?, _ digits: Int) -> String {
    value.map { $0.text(digits: digits) } ?? "-"
  }

  /// One row per case and a column per octave; the target stands below the cases that share it.
  ///
  /// `nil` when no case has such values.
  private func octaves(
    _ title: String, _ values: KeyPath<Figures, [Double]>, _ target: KeyPath<Figures, [Double]>?
  ) -> TextTable? {
    let shown = entries.filter { !$0.figures[keyPath: values].isEmpty }
    guard let widest = shown.max(by: { $0.figures.octaves.count < $1.figures.octaves.count })
    else { return nil }
    var table = TextTable(
      columns: [.init(title)] + widest.figures.octaves.map { .init(Self.hertz($0), .right) })
    for (index, entry) in shown.enumerated() {
      table.rows.append(
        [.init(entry.title)]
          + entry.figures[keyPath: values].map { .init($0.text(digits: 1)) })
      guard let target else { continue }
      let goal = entry.figures[keyPath: target]
      let next = index + 1 < shown.count ? shown[index + 1].figures[keyPath: target] : nil
      if next != goal {
        table.rows.append(
          [.init("  target", .dim)] + goal.map { .init($0.text(digits: 1), .dim) })
      }
    }
    return table
  }

  private static func hertz(_ frequency: Double) -> String {
    frequency >= 1000
      ? "\((frequency / 1000).shortText(digits: 1))k" : frequency.shortText(digits: 1)
  }

  // MARK: Sentences

  /// Every sentence once, with the cases that it holds for.
  private func notes(width: Int) -> [String] {
    var order: [String] = []
    var titles: [String: [String]] = [:]
    for entry in entries {
      for note in entry.notes {
        if titles[note] == nil { order.append(note) }
        titles[note, default: []].append(entry.title)
      }
    }
    return order.flatMap { note -> [String] in
      let cases = titles[note] ?? []
      let whom =
        cases.count == entries.count ? "all cases" : cases.map(Self.short).joined(separator: ", ")
      return Self.bullet(entries.count == 1 ? note : "\(whom): \(note)", width: width)
    }
  }

  /// "#3" of "#3 Back landscapeLeft"; a title without a number as it is.
  private static func short(_ title: String) -> String {
    title.hasPrefix("#") ? String(title.prefix { $0 != " " }) : title
  }

  private static func bullet(_ text: String, width: Int) -> [String] {
    text.wrapped(to: max(20, width - 2)).enumerated().map { index, line in
      (index == 0 ? "- " : "  ") + line
    }
  }
}
