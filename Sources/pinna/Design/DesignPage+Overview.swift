import Acoustics
import Beamforming
import Boards
import Drawings

/// The parts of the page that give an overview in ten seconds.
extension DesignPage {
  /// The most important numbers, each as its range over the cases.
  var cards: [HTMLPage.Card] {
    let stereo = entries.filter(\.isStereo)
    var cards = heardCards(stereo)
    if !stereo.isEmpty {
      let noticed = (JustNoticeable.timeDifference(atAzimuth: 0) * 1e6).text(digits: 0)
      let shares = stereo.map { 100 * Self.separationShare($0.figures) }
      cards += [
        HTMLPage.Card(
          title: "Left and right", value: Self.range(shares, digits: 0, unit: "%"),
          text:
            "of the left-right level difference of \(Self.wanted(stereo)), in the octaves from 500 Hz to 4 "
            + "kHz, with the filters alone"
        )
      ]
      let errors = stereo.compactMap(\.figures.itdErrorMean)
      if !errors.isEmpty {
        cards.append(
          HTMLPage.Card(
            title: "Direction",
            value: Self.range(errors, digits: 0, unit: "µs"),
            text:
              "mean error of the interaural time difference with the filters alone; from straight ahead to one side, "
              + "this difference changes by \(Self.wholeHead(stereo)) µs; in front, \(noticed) µs are just noticeable"
          ))
      }
    }
    cards.append(
      HTMLPage.Card(
        title: "Front to back",
        value: Self.range(entries.map(\.figures.broadbandFrontToBack), digits: 1, unit: "dB"),
        text: "how much softer pink noise from behind is than from the front"))
    if stereo.isEmpty {
      let index = entries.map { entry in
        entry.figures.directivityIndex.reduce(0, +)
          / Double(max(1, entry.figures.directivityIndex.count))
      }
      cards.append(
        HTMLPage.Card(
          title: "Directivity", value: Self.range(index, digits: 1, unit: "dB"),
          text:
            "how much softer sound from all around is than sound from ahead (mean of the octaves)"
        ))
    }
    cards += [
      HTMLPage.Card(
        title: "Self-noise",
        value: Self.range(entries.map(\.figures.selfNoise), digits: 1, unit: "dB(A)", signed: true),
        text: "relative to one microphone: the price of hearing directions with a small board"),
      HTMLPage.Card(
        title: "Unambiguous up to",
        value: Self.range(entries.map(\.figures.usableBandwidth), digits: 0, unit: "Hz"),
        text:
          "above that, microphones are more than half a wavelength apart (spatial aliasing), and levels are "
          + "right only on average"),
    ]
    return cards
  }

  /// The card about the directions of single sounds in a take; empty if takes are made with the filters alone.
  private func heardCards(_ stereo: [DesignedCase]) -> [HTMLPage.Card] {
    let heard = stereo.compactMap(\.heard?.byDirection.directionError)
    guard !heard.isEmpty else { return [] }
    return [
      HTMLPage.Card(
        title: "Single sounds", value: Self.range(heard, digits: 0, unit: "°"),
        text: "mean error of the direction in which a listener hears a single sound in a take")
    ]
  }

  /// The target of the stereo designs, in words.
  static func wanted(_ entries: [DesignedCase]) -> String {
    entries.contains { $0.figures.midSide == nil } ? "the head" : "a pair of cardioids"
  }

  /// The largest time difference that the target has, in microseconds, as text.
  private static func wholeHead(_ entries: [DesignedCase]) -> String {
    (entries.flatMap(\.curves.targetTimeDifferencesMicroseconds).max() ?? 0).text(digits: 0)
  }

  /// The part of the target's separation that a design reaches, 0 to 1: the mean over the octaves that matter most for
  /// locating sounds.
  static func separationShare(_ figures: Figures) -> Double {
    let shares = zip(figures.octaves, zip(figures.leftToRight, figures.targetLeftToRight))
      .filter { (500...4000).contains($0.0) && $0.1.1 > 0 }
      .map { max(0, min(1, $0.1.0 / $0.1.1)) }
    return shares.reduce(0, +) / Double(max(1, shares.count))
  }

  /// The range of values, such as "3.1 to 4.6 dB", or one number if all values look the same.
  static func range(_ values: [Double], digits: Int, unit: String, signed: Bool = false) -> String {
    guard let low = values.min(), let high = values.max() else { return "-" }
    func text(_ value: Double) -> String {
      signed ? value.signedText(digits: digits) : value.text(digits: digits)
    }
    let (a, b) = (text(low), text(high))
    return a == b ? "\(a) \(unit)" : "\(a) to \(b) \(unit)"
  }

  /// Adds tables that show, for each case and octave, how much of the target is reached.
  func addOverview(to page: inout HTMLPage) {
    page.heading("What every octave can do")
    page.paragraph(
      "Decibels reached with the filters alone; the target is shown below each block. Green: at least three quarters "
        + "of the target. Yellow: at least half. Plain: less, or the target itself is too small to matter."
    )
    page.raw(block("Left to right, dB", \.leftToRight, \.targetLeftToRight))
    page.raw(block("Front to back, dB", \.frontToBack, \.targetFrontToBack))
  }

  /// The lowest target in decibels that is worth reaching.
  private static let leastTarget = 1.0

  private func block(
    _ title: String, _ reached: KeyPath<Figures, [Double]>, _ wanted: KeyPath<Figures, [Double]>
  ) -> String {
    let shown = entries.filter { !$0.figures[keyPath: reached].isEmpty }
    guard let octaves = shown.first?.figures.octaves else { return "" }
    let head = octaves.map { "<th class=\"number\">\(Self.hertz($0))</th>" }.joined()
    var html =
      "<div class=\"scroll\"><table class=\"shares\">\n<thead><tr><th>\(SVG.escaped(title))</th>"
      + "\(head)</tr></thead>\n<tbody>\n"
    for (index, entry) in shown.enumerated() {
      let goal = entry.figures[keyPath: wanted]
      let cells = zip(entry.figures[keyPath: reached], goal).map { value, target in
        "<td class=\"number \(Self.verdict(value, target))\">\(value.text(digits: 1))</td>"
      }
      html += row(Self.title(board.caseTitle(of: entry.design.which)), cells, style: "")
      let next = index + 1 < shown.count ? shown[index + 1].figures[keyPath: wanted] : []
      if next != goal {
        let targets = goal.map { "<td class=\"number dim\">\($0.text(digits: 1))</td>" }
        html += row("target", targets, style: " class=\"dim\"")
      }
    }
    return html + "</tbody></table></div>\n"
  }

  private func row(_ title: String, _ cells: [String], style: String) -> String {
    "<tr><td\(style)>\(title)</td>\(cells.joined())</tr>\n"
  }

  /// The title of a case as HTML, both in full and in the short form for narrow screens.
  private static func title(_ title: CaseTitle) -> String {
    guard title.short != title.text else { return SVG.escaped(title.text) }
    return "<span class=\"long\">\(SVG.escaped(title.text))</span>"
      + "<span class=\"brief\">\(SVG.escaped(title.short))</span>"
  }

  private static func verdict(_ value: Double, _ target: Double) -> String {
    guard target >= leastTarget else { return "less" }
    return value >= 0.75 * target ? "full" : value >= 0.5 * target ? "half" : "less"
  }

  /// A frequency in words, such as "500 Hz" or "2 kHz".
  static func hertz(_ frequency: Double) -> String {
    frequency < 1000
      ? "\(frequency.shortText(digits: 1)) Hz" : "\((frequency / 1000).shortText(digits: 1)) kHz"
  }
}
