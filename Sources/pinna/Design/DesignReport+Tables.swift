import Beamforming
import Boards
import Drawings

/// The tables of the report, none of which is wider than 80 columns.
extension DesignReport {
  private typealias Column = FigureColumn

  /// The table of the errors that a listener gets for single sounds; `nil` if no case has any.
  var heardSummary: Section? {
    let shown = entries.compactMap { entry in entry.heard.map { (entry.title, $0) } }
    if shown.isEmpty { return nil }
    func cells(_ path: KeyPath<ListenerErrors.Way, Double>, _ heard: ListenerErrors, _ digits: Int)
      -> [TextTable.Cell]
    {
      [heard.byDirection, heard.filtersAlone].map {
        .init($0[keyPath: path].text(digits: digits))
      }
    }
    let titles = ["LEVEL dB", "TIME us", "HEARD"].flatMap { [$0, "ALONE"] }
    let table = TextTable(
      columns: [.init("A LISTENER GETS")] + titles.map { .init($0, .right) },
      rows: shown.map { title, heard in
        [.init(title)] + cells(\.levelError, heard, 1)
          + cells(\.timeErrorMicroseconds, heard, 0) + cells(\.directionError, heard, 0)
      })
    let legend =
      "Mean errors of single sounds in a take: pink noise from every 15 degrees, rendered by direction, as "
      + "takes are by default; ALONE: rendered with the filters alone. LEVEL, TIME: between the ears. HEARD: "
      + "error of the direction in degrees. The tables below are for the filters alone."
    return Section(table: table, legend: legend)
  }

  /// The table of the figures of stereo designs; `nil` if there are no such designs.
  var stereoSummary: Section? {
    let shown = entries.filter { $0.isStereo && $0.figures.midSide == nil }
    if shown.isEmpty { return nil }
    let columns = [
      Column("ILD dB", 1) { $0.ildError }, Column("ITD us", 0) { $0.itdErrorMean },
      Column("MAX", 0) { $0.itdErrorMax }, .centre, .noise,
      Column("F/B", 1) { $0.broadbandFrontToBack }, .bandwidth,
    ]
    let emphases = Self.distinct(
      shown.map { entry in
        entry.pattern == .stereo
          ? "stereo with \(entry.frontEmphasis.shortText(digits: 1)) dB of front emphasis"
          : "plain stereo"
      })
    let legend =
      "Designed: \(emphases). ILD, ITD: mean errors of the interaural level and time differences; MAX: the largest "
      + "time error, in us. CENTRE: how far a sound straight ahead is from the middle, in us, + to the "
      + "right. NOISE: self-noise relative to one microphone, in dB(A). F/B: level of sounds in front relative to "
      + "sounds behind, for pink noise, in dB. UP TO: highest frequency without spatial aliasing, in Hz."
    return Section(table: Self.summary(shown, columns), legend: legend)
  }

  /// The table of stereo figures for bands and directions that were not optimised; `nil` if there are no such figures.
  var independentSummary: Section? {
    let shown = entries.filter { $0.figures.independent != nil }
    if shown.isEmpty { return nil }
    let columns = [
      Column("ILD dB", 1) { $0.independent?.ildError },
      Column("ABOVE 6k", 1) { $0.independent?.ildErrorHigh },
      Column("COMB", 1, signed: true) { $0.independent?.comb },
      Column("ITD us", 0) { $0.independent?.itdErrorMean },
      Column("WRONG SIDES", 0) { $0.independent?.wrongSides.map(Double.init) },
    ]
    let legend =
      "The same errors where no filter was optimised, in twelfth-octave bands and in directions between the "
      + "design directions; ILD up to 6 kHz, and above 6 kHz. COMB: how much more level differences vary from band "
      + "to band than the target's do, in dB; below 0 they vary less. WRONG SIDES: the number of directions "
      + "heard on the wrong side, for pink noise from every 2.5 degrees, by level and by time. If one of these "
      + "is the same on both sides, the other decides; \"-\" means that there is no left and right at all."
    return Section(table: Self.summary(shown, columns), legend: legend)
  }

  /// The table of the figures of mid-side designs; `nil` if there are no such designs.
  var midSideSummary: Section? {
    let shown = entries.filter { $0.figures.midSide != nil }
    if shown.isEmpty { return nil }
    let columns = [
      Column("WIDTH dB", 1) { $0.midSide?.width }, Column("OF", 1) { $0.midSide?.targetWidth },
      Column("MID F/B", 1) { $0.midSide?.middleFrontToBack },
      Column("SIDE AHEAD", 1) { $0.midSide?.sideAhead },
      Column("WRONG SIDES", 0) { ($0.midSide?.wrongSides).map(Double.init) }, .noise, .bandwidth,
    ]
    let legend =
      "Designed: mid-side, decoded: left is mid + side, right is mid - side. The sound is picked up at one place, "
      + "not at two ears, so there are no errors relative to a head, no times and no centre. WIDTH: how much louder "
      + "a sound at a side is in that side's channel than in the other one (the mean of 500 Hz to 4 kHz); OF: the "
      + "same figure for two cardioids. MID F/B: level of sounds in front relative to sounds behind in the middle "
      + "signal, for pink noise. SIDE "
      + "AHEAD: the level of the side signal for a sound ahead, relative to its level for a sound at a side, in dB; "
      + "-60 means that there is none. "
      + "WRONG SIDES: the number of directions heard on the wrong side by level, for pink noise from every "
      + "2.5 degrees. NOISE: self-noise relative to one microphone, in dB(A). UP TO: highest frequency "
      + "without spatial aliasing, in Hz; above it the side signal falls."
    return Section(table: Self.summary(shown, columns), legend: legend)
  }

  /// The table of the level of sounds from all around; `nil` if no case has such levels.
  var colour: Section? {
    let shown = entries.filter { !$0.figures.colour.thirds.isEmpty }
    guard let octaves = shown.map(\.figures.octaves).max(by: { $0.count < $1.count }) else {
      return nil
    }
    let hasBehind = shown.contains { !$0.figures.colour.behind.isEmpty }
    let table = TextTable(
      columns: [.init("COLOUR, dB")] + octaves.map { .init(Self.hertz($0), .right) }
        + [.init("FRONT", .right)] + (hasBehind ? [.init("BEHIND", .right)] : []),
      rows: shown.map { entry in
        let colour = entry.figures.colour
        return [.init(entry.title)]
          + octaves.map { .init(colour.worst(octave: $0)?.signedText(digits: 1) ?? "-") }
          + [.init(colour.softest?.decibels.signedText(digits: 1) ?? "-")]
          + (hasBehind
            ? [.init(colour.worstBehind?.decibels.signedText(digits: 1) ?? "-")] : [])
      })
    let legend =
      "Mean level of sounds from all around at the height of the ears"
      + (hasBehind ? ", both outputs together" : "")
      + ", relative to the level from 0.2 to 2 kHz: the worst third "
      + "octave of each octave. "
      + "FRONT: the lowest level in any third octave, for any direction in front."
      + (hasBehind
        ? " BEHIND: the worst third octave of sounds within 45 degrees of straight behind, relative to their own "
          + "level from 0.2 to 2 kHz." : "")
    return Section(table: table, legend: legend)
  }

  /// The table of the figures of mono patterns; `nil` if there are no such designs.
  var monoSummary: Section? {
    let shown = entries.filter { !$0.isStereo }
    if shown.isEmpty { return nil }
    let columns = [
      Column("F/B dB", 1) { $0.broadbandFrontToBack }, Column("LEAST", 1) { $0.frontToBack.min() },
      Column("MOST", 1) { $0.frontToBack.max() }, .noise,
      Column("TIMBRE", 1) { $0.timbreDeviation }, .bandwidth,
    ]
    let legend =
      "Designed: \(Self.distinct(shown.map(\.pattern.rawValue))), mono. F/B: level of sounds in front relative to "
      + "sounds behind, for pink noise; LEAST and MOST: its lowest and highest value in any octave. NOISE: "
      + "self-noise relative to one microphone, in dB(A). TIMBRE: unevenness of a diffuse field across auditory "
      + "bands, in dB, one sigma. UP TO: highest frequency without spatial aliasing, in Hz."
    return Section(table: Self.summary(shown, columns), legend: legend)
  }

  /// A table with one row for each case.
  private static func summary(_ entries: [Entry], _ columns: [Column]) -> TextTable {
    TextTable(
      columns: [.init("CASE")] + columns.map { .init($0.title, .right) },
      rows: entries.map { entry in
        [.init(entry.title)] + columns.map { .init($0.text(entry.figures) ?? "-") }
      })
  }

  /// The table that shows how mismatched microphones affect every case; `nil` if this was not computed.
  var mismatch: Section? {
    let rows = entries.compactMap { entry in entry.robustness.map { (entry.title, $0) } }
    guard let first = rows.first?.1 else { return nil }
    let degrees = first.phaseErrorDegrees.shortText(digits: 2)
    let legend =
      "The median of \(first.boardCount) boards whose microphones differ by "
      + "\(first.gainErrorDecibels.shortText(digits: 2)) dB, \(degrees) \(degrees == "1" ? "degree" : "degrees") "
      + "and \(first.positionErrorMillimetres.shortText(digits: 2)) mm (one sigma), and the limit that 95 % of them "
      + "stay within. The figures without errors are above"
      + (first.centre == nil ? "." : "; here CENTRE counts offsets to both sides alike.")
    return Section(table: MismatchTable(rows: rows).text, legend: legend)
  }

  /// The table that compares the board of the design with another one; `nil` if there is no other board.
  var onOtherBoard: Section? {
    guard let otherBoard else { return nil }
    let columns = [
      Column("ILD", 1) { $0.ildError }, Column("ITD", 0) { $0.itdErrorMean }, .centre,
      Column("F/B", 1) { $0.broadbandFrontToBack },
    ].filter { column in entries.contains { column.text($0.figures) != nil } }
    let table = TextTable(
      columns: [.init("ON ANOTHER BOARD")]
        + columns.flatMap { [.init($0.title, .right), .init("THERE", .right)] },
      rows: entries.map { entry in
        [.init(entry.title)]
          + columns.flatMap { column in
            [entry.figures, entry.elsewhere].map { .init($0.flatMap(column.text) ?? "-") }
          }
      })
    let legend =
      "Figures as above; the THERE columns are for the same filters, applied to the microphones of "
      + "\(otherBoard)."
    return Section(table: table, legend: legend)
  }

  /// A table with one row for each case and one column for each octave; the target is below the cases that share it.
  ///
  /// The result is `nil` if no case has such values.
  func octaves(
    _ title: String, _ values: KeyPath<Figures, [Double]>, _ target: KeyPath<Figures, [Double]>?
  ) -> Section? {
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
        table.rows.append([.init("  target", .dim)] + goal.map { .init($0.text(digits: 1), .dim) })
      }
    }
    return Section(table: table)
  }

  private static func distinct(_ words: [String]) -> String {
    words.reduce(into: [String]()) { if !$0.contains($1) { $0.append($1) } }
      .joined(separator: "; ")
  }

  private static func hertz(_ frequency: Double) -> String {
    frequency >= 1000
      ? "\((frequency / 1000).shortText(digits: 1))k" : frequency.shortText(digits: 1)
  }
}
