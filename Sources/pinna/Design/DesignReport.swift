import Beamforming
import Boards
import Drawings

/// The figures of a board's designs, as text for a terminal.
struct DesignReport: Sendable {
  /// One design with its figures.
  struct Entry: Sendable, Equatable {
    /// The title of the case.
    var title: CaseTitle
    /// The pattern of the filters.
    var pattern: PolarPattern
    /// The front emphasis of the design, in decibels at 180 degrees.
    var frontEmphasis: Double
    /// The errors that a listener gets for single sounds, if takes are made by direction.
    var heard: ListenerErrors?
    /// The figures of the filters.
    var figures: Figures
    /// The effect of mismatched microphones on the figures, if it was computed.
    var robustness: Robustness?
    /// The figures of the same filters on the microphones of another board, if they were computed.
    var elsewhere: Figures?
    /// The limits of the geometry and of the filters.
    var notes: [DesignNote] = []

    var isStereo: Bool { pattern.hasLeftAndRight }
  }

  /// The entries of the designs, in the order of their rows.
  var entries: [Entry]
  /// The id of the board on which ``Entry/elsewhere`` was computed.
  var otherBoard: String?

  /// The maximum number of columns in a line, however wide the terminal is.
  static let widest = 80

  /// The report as lines.
  ///
  /// - Parameters:
  /// - width: the columns of the terminal, for the sentences; tables always have up to 80.
  ///   - colored: true to write styles as escape sequences.
  func text(width: Int, colored: Bool) -> [String] {
    let prose = min(width, Self.widest)
    let shown: [Section?] = [
      heardSummary, stereoSummary, independentSummary, midSideSummary, monoSummary, mismatch,
      onOtherBoard,
      colour,
      octaves("FRONT TO BACK, dB", \.frontToBack, \.targetFrontToBack),
      octaves("LEFT TO RIGHT, dB", \.leftToRight, \.targetLeftToRight),
      octaves("SIDE AHEAD, dB", \.sideAhead, nil),
      octaves("DIRECTIVITY, dB", \.directivityIndex, nil),
    ]
    let tables = shown.compactMap { $0?.lines(prose: prose, colored: colored) }
    let sections = (tables + [sentences(width: prose)]).filter { !$0.isEmpty }
    return Array(sections.joined(separator: [""]))
  }

  /// A table, with an explanation of its columns.
  struct Section {
    var table: TextTable
    var legend = ""

    func lines(prose: Int, colored: Bool) -> [String] {
      let lines = table.fitted(to: DesignReport.widest).lines(colored: colored)
      if legend.isEmpty { return lines }
      return lines
        + legend.wrapped(to: prose).map { colored ? TextStyle.dim.applied(to: $0) : $0 }
    }
  }

  // MARK: Sentences

  /// Every sentence once, with the cases that it is about; sentences that differ only in their decibels are merged.
  func sentences(width: Int) -> [String] {
    var order: [DesignNote] = []
    var found: [(note: DesignNote, title: CaseTitle)] = []
    for entry in entries {
      for note in entry.notes {
        if !order.contains(where: note.isAlike) { order.append(note) }
        found.append((note, entry.title))
      }
    }
    let groups = order.map { first in found.filter { $0.note.isAlike(first) } }
    let (common, special) = (
      groups.filter { $0.count == entries.count }, groups.filter { $0.count != entries.count }
    )
    return (common + special).flatMap { group -> [String] in
      let sentence = DesignNote.sentence(group.map(\.note))
      if entries.count == 1 { return Self.bullet(sentence, width: width) }
      let cases = group.map { $0.title.short }.joined(separator: ", ")
      let whom = group.count == entries.count ? "all cases" : cases
      return Self.bullet("\(whom): \(sentence)", width: width)
    }
  }

  private static func bullet(_ text: String, width: Int) -> [String] {
    text.wrapped(to: max(20, width - 2)).enumerated().map { index, line in
      (index == 0 ? "- " : "  ") + line
    }
  }
}

extension DesignReport.Entry {
  /// Makes the entry for a case of a board.
  init(_ designed: DesignedCase, board: Board) {
    let design = designed.design
    self.init(
      title: board.caseTitle(of: design.which), pattern: design.pattern,
      frontEmphasis: design.frontEmphasis, heard: designed.heard, figures: designed.figures,
      robustness: designed.robustness, notes: designed.notes)
  }
}
