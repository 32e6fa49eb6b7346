import Beamforming
import Boards
import Drawings
import Essentials

/// The designs of a board as one page: first what the board can do, then every case with its curves.
struct DesignPage {
  /// The board that the designs are for.
  let board: Board
  /// The cases, in the order of the page.
  var entries: [DesignedCase]
  /// The ears that the filters imitate, in words, such as "the KEMAR head".
  let ears: String

  /// The page as one HTML document, which needs no other file and no network.
  func html() -> String {
    var page = HTMLPage(title: "\(board.name): what it hears", summary: summary)
    page.rules(Palette.style + "\n" + GeometryWords.style)
    GeometryWords(board, entries).add(to: &page)
    page.cards(cards)
    ListenerSection(board: board, entries: entries).add(to: &page)
    addPerson(to: &page)
    addOverview(to: &page)
    page.section(title: "Figures of every case", remark: "errors, noise, colour") { page in
      for table in figuresTables { page.table(table) }
      for sentence in legend { page.paragraph(sentence) }
    }
    addMismatch(to: &page)
    page.heading("Case by case")
    page.paragraph(
      "Azimuth 0 is FORWARD and is drawn upwards; positive azimuths are to the RIGHT. LEFT is blue, RIGHT is "
        + "orange; the target of the filters is dashed.")
    for (index, entry) in entries.enumerated() {
      page.details(
        title: board.title(of: entry.design.which), remark: remark(entry), isOpen: index == 0
      ) { DesignCaseSection(board: board, entry: entry).add(to: &$0) }
    }
    addSources(to: &page)
    return page.document
  }

  private var summary: String {
    let patterns = entries.map(\.design.pattern.rawValue)
      .reduce(into: [String]()) { if !$0.contains($1) { $0.append($1) } }
    let count = entries.count == 1 ? "one case" : "\(entries.count) cases"
    let target =
      entries.contains { $0.figures.independent != nil } ? ", for the ears of \(ears)" : ""
    let exception =
      entries.contains { $0.listener != nil }
      ? ", except for the section 'What a listener gets'" : ""
    return
      "\(board.microphones.count.counted("microphone")), \(count), \(patterns.joined(separator: " and "))"
      + "\(target). Everything here is computed from the filters in use"
      + (target.isEmpty ? "." : ", and describes the filters alone\(exception).")
  }

  private func remark(_ entry: DesignedCase) -> String {
    guard let layout = board.layout(entry.design.which) else {
      return entry.design.pattern.rawValue
    }
    guard entry.isStereo else {
      return "\(entry.design.pattern.rawValue), forward out of the \(layout.forwardFace.name)"
    }
    return "left is the \(layout.leftEdge.name), right is the \(layout.rightEdge.name)"
  }

  /// Adds pictures of a person who holds the board, one for the first case of every data source.
  private func addPerson(to page: inout HTMLPage) {
    let cases = entries.map(\.design.which)
    let shown = board.dataSources.indices.compactMap { source in
      cases.first { $0.dataSource == source && board.layout($0) != nil }
    }
    guard !shown.isEmpty else { return }
    page.heading(board.orientation == .handHeld ? "How the board is held" : "How the board lies")
    let picture = PersonPicture(board: board)
    page.figures(
      board.inOrder(shown) { $0 }.map {
        (svg: picture.figure(of: $0), caption: picture.caption(of: $0))
      })
  }

  private func addSources(to page: inout HTMLPage) {
    page.heading("What the pictures show")
    page.list([
      "Levels of polar plots: an octave of noise on the horizon; 0 dB is the same sound straight ahead.",
      "Level and time differences: positive if the right channel is louder or earlier; times are found by "
        + "cross-correlation below 1.5 kHz.",
      "Just noticeable: level differences of 0.5 to 1 dB in the middle, about 1.2 at 9 dB, 1.5 to 2 at 15 "
        + "dB (Breebaart and Faller, Spatial Audio Processing, 2007, 3.5); time differences of 10 to 20 µs "
        + "in front, two to four times that at the side (Klumpp and Eady 1956, Mills 1958). The band shows "
        + "the middle of these ranges.",
      "Colour: levels per third octave, both outputs together; 0 dB is the mean of 0.2 to 2 kHz over all "
        + "directions or, for sounds from behind (within 45 degrees of straight behind), over those sounds "
        + "alone. All three charts have the same scale.",
      "Coherence: how much left and right have in common in a diffuse field, such as in a large room; "
        + "differences of 0.02 to 0.04 are noticed near 1, differences of 0.3 to 0.4 near 0 (Gabriel and "
        + "Colburn 1981).",
      "Self-noise: relative to one microphone, when a diffuse field is as loud in the output as at one microphone.",
    ])
  }
}
