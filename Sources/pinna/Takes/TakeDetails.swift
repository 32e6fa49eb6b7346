import Drawings
import Essentials
import Face
import TakeFiles

/// All facts about a take, in groups, for people.
struct TakeDetails {
  private let take: TakeSet
  private let loudness: LoudnessSurvey.Result?
  private let terminal: Terminal

  init(_ take: TakeSet, loudness: LoudnessSurvey.Result? = nil, terminal: Terminal) {
    (self.take, self.loudness, self.terminal) = (take, loudness, terminal)
  }

  /// Prints the groups that are not empty.
  func print(to console: Console) throws {
    try console.print(terminal.styled(take.name.printable, .bold))
    if let file = take.main.first {
      try group("Take", facts(file), console)
      if file.origin == .pinna { try group("Case", which(file.metadata), console) }
      if file.origin == .pinna { try group("Sound", sound(file), console) }
      try group("Channels", tracks(file), console)
      try group("Notes", file.metadata.notes.map { ("", $0) }, console)
      try group("Other tags", file.metadata.others.map { ($0.key, $0.value) }, console)
    }
    try group(
      "Faults", take.files.flatMap { file in file.flaws.map { (file.fileName.printable, $0) } },
      console)
    try group("Markers", markers + omitted, console)
    try group("Gaps", gapTotals + gaps, console)
    try group("Files", files, console)
  }

  private func group(_ title: String, _ rows: [(String, String)], _ console: Console) throws {
    let rows = rows.filter { !$0.1.isEmpty }
    guard !rows.isEmpty else { return }
    try console.print("")
    try console.print(terminal.styled(title, .bold))
    let table = TextTable(
      columns: [.init(""), .init("")],
      rows: rows.map { [TextTable.Cell($0.0, .dim), TextTable.Cell($0.1)] })
    let hasNames = rows.contains { !$0.0.isEmpty }
    if hasNames {
      try console.print(table, showsTitles: false, indent: 2)
    } else {
      try console.print(lines: rows.map { "  " + $0.1 })
    }
  }

  private func facts(_ file: TakeFile) -> [(String, String)] {
    let metadata = file.metadata
    var rows = [
      ("title", metadata.title ?? ""), ("note", metadata.note ?? ""),
      ("rating", metadata.rating.map { $0 == .keep ? "keep" : "false take" } ?? ""),
      ("date", date(file)), ("length", TakeText.place(frame: take.frames, rate: file.rate)),
      ("format", TakeText.format(file) + ", \(file.channels.counted("channel"))"),
    ]
    switch file.origin {
    case .pinna:
      let preRoll = TakeText.place(frame: metadata.preRollFrames, rate: metadata.rate)
      rows += whereabouts(metadata)
      if metadata.preRollFrames > 0 { rows.append(("pre-roll", preRoll)) }
      let unit = [
        metadata.unitName, metadata.unitSerial.map { "serial \($0)" },
        metadata.unitVersion.map { "version \($0)" },
      ].compactMap { $0 }
      if !unit.isEmpty { rows.append(("recorder", unit.joined(separator: ", "))) }
      rows.append(("board", [metadata.boardName, "(\(metadata.boardID))"].joined(separator: " ")))
      rows.append(("ended", take.isBeingWritten ? "not yet: it is being recorded" : end(metadata)))
    case .other(let maker):
      rows.append(("loudness", loudness.map(Self.words) ?? ""))
      rows += whereabouts(metadata)
      rows.append(("made by", maker ?? ""))
    }
    return rows
  }

  private func whereabouts(_ metadata: TakeMetadata) -> [(String, String)] {
    let place = metadata.place.map { place in
      [place.name, place.position, place.elevation.map { "\($0.shortText(digits: 1)) m" }]
        .compactMap { $0 }.joined(separator: ", ")
    }
    var clock = metadata.clock.map { [$0.words] } ?? []
    if let pairs = metadata.clockPairs {
      clock.append(
        "\(pairs.count.counted("pair")) of frame and time, within \(pairs.error) us of the clock"
      )
      if let drift = pairs.driftParts, let error = pairs.line?.driftError {
        clock.append(
          "frames \(drift.signedText(digits: 1)) ppm relative to the clock, within "
            + error.text(digits: 1))
      }
    }
    return [
      ("place", place ?? ""), ("clock", clock.joined(separator: "; ")),
      ("battery", metadata.battery.map { "\($0.words), at the start" } ?? ""),
    ]
  }

  private func end(_ metadata: TakeMetadata) -> String {
    take.main.last?.metadata.endWords ?? metadata.endWords
  }

  private func date(_ file: TakeFile) -> String {
    let metadata = file.metadata
    if case .other = file.origin, !metadata.isClockSet { return "" }
    return metadata.dateText + (metadata.isClockSet ? "" : ", from a clock that was not set")
  }

  private func which(_ metadata: TakeMetadata) -> [(String, String)] {
    let pattern =
      metadata.preferredPattern == metadata.pattern
      ? metadata.pattern : "\(metadata.pattern) (requested \(metadata.preferredPattern))"
    return [
      ("data source", metadata.dataSource), ("orientation", metadata.orientation ?? ""),
      ("pattern", pattern),
    ]
  }

  private func sound(_ file: TakeFile) -> [(String, String)] {
    let metadata = file.metadata
    let rate =
      metadata.preferredRate == metadata.rate
      ? "" : " (requested \(metadata.preferredRate))"
    return [
      ("rate", "\(metadata.rate) frames per second\(rate)"),
      ("captured as", metadata.captureFormat),
      ("input gain", metadata.inputGain.map { "\($0.shortText(digits: 2)) dB" } ?? ""),
      ("rendering", metadata.rendering ?? ""),
      ("wind", metadata.wind ?? ""),
      ("ambisonics", metadata.ambisonics ?? ""),
      ("front emphasis", metadata.frontEmphasis.map { "\($0.shortText(digits: 2)) dB" } ?? ""),
      ("low cut", metadata.lowCutHertz.map { "\($0.shortText(digits: 2)) Hz" } ?? "off"),
      ("limiter", metadata.limits ? "on" : "off"),
      ("gain", metadata.gain == 0 ? "" : "\(metadata.gain.signedText(digits: 1)) dB"),
      ("loudness", loudness.map(Self.words) ?? stated(metadata)),
      ("sound level", take.main.last?.metadata.soundLevel.map(Self.words) ?? ""),
      ("filters", filters(metadata)),
    ]
  }

  /// The loudness that an exported file states, in words.
  private func stated(_ metadata: TakeMetadata) -> String {
    guard let loudness = metadata.loudness else { return "" }
    return "\(loudness.integrated.shortText(digits: 1)) LUFS, true peak "
      + "\(loudness.truePeak.shortText(digits: 1)) dBTP"
  }

  private static func words(_ loudness: LoudnessSurvey.Result) -> String {
    let count = loudness.invalidSamples
    let invalid =
      count == 0 ? "" : "; \(count) sample\(count == 1 ? " is not a number" : "s are not numbers")"
    guard loudness.peak.isFinite else { return "digital silence" + invalid }
    let level = loudness.integrated.map {
      "\($0.text(digits: 1)) LUFS, range \(loudness.range.text(digits: 1)) LU"
    }
    return "\(level ?? "too short or too soft to measure its loudness"), true peak "
      + "\(loudness.truePeak.text(digits: 1)) dBTP, peak \(loudness.peak.text(digits: 1)) dBFS"
      + invalid
  }

  /// The levels at the microphones during the take, in words.
  private static func words(_ level: SoundLevel) -> String {
    "LZeq \(level.unweighted.text(digits: 1)) dB, LAeq \(level.aWeighted.text(digits: 1)) dB, at the microphones"
  }

  private func filters(_ metadata: TakeMetadata) -> String {
    let form = metadata.isRefined.map { $0 ? "refined" : "closed form" }
    return [form, metadata.filterHash].compactMap { $0 }.filter { !$0.isEmpty }
      .joined(separator: ", ")
  }

  private func tracks(_ file: TakeFile) -> [(String, String)] {
    let raw = file.content == .raw ? nil : take.files(.raw).first
    let all = raw.map { [file, $0] } ?? [file]
    return all.flatMap { file in
      file.metadata.tracks.enumerated().map { index, track in
        let title = file.path == all[0].path ? "\(index + 1)" : "raw \(index + 1)"
        var text = track.name
        if track.gain != 0 { text += ", \(track.gain.signedText(digits: 1)) dB" }
        if track.isInverted { text += ", inverted" }
        if let sensitivity = track.sensitivity {
          text += ", \(sensitivity.shortText(digits: 2)) dBFS at 94 dB SPL"
        }
        return (title, text)
      }
    }
  }

  private var rate: Int { take.main.first?.rate ?? 0 }

  private var markers: [(String, String)] {
    take.markers.filter { $0.kind != .gap }.map { marker in
      // A marker that a person set needs no word for its kind, and the label of a joint already says what it is.
      let isPlain = marker.kind == .button || marker.label.hasPrefix("joined: ")
      let words = [isPlain ? "" : marker.kind.rawValue, marker.label].filter { !$0.isEmpty }
      return (TakeText.place(frame: marker.frame, rate: rate), words.joined(separator: ": "))
    }
  }

  private var omitted: [(String, String)] {
    let count = take.omittedEvents
    return count > 0
      ? [
        (
          "omitted",
          count.agreeing(
            "1 marker or gap that does not fit into the file",
            "\(count) markers or gaps that do not fit into the file")
        )
      ] : []
  }

  private var gapTotals: [(String, String)] {
    let all = take.gapTotals
    guard all.count > 1 else { return [] }
    let length = TakeText.place(frame: all.frames, rate: rate)
    return [("together", "\(all.count) gaps, \(all.frames) frames in all, \(length)")]
  }

  private var gaps: [(String, String)] {
    take.gaps.map { gap in
      let seconds = (Double(gap.frames) / Double(max(1, rate))).text(digits: 3)
      return (
        TakeText.place(frame: gap.frame, rate: rate),
        "\(gap.isEstimated ? "about " : "")\(seconds) s of silence, \(gap.frames.counted("frame")): \(gap.cause)"
      )
    }
  }

  private var files: [(String, String)] {
    take.files.map { file in
      let place = TakeText.place(frame: file.frames, rate: file.rate)
      let isCut = file.origin == .pinna && !file.isInProgress && file.metadata.isCutOff
      return (
        file.fileName.printable,
        "\(place)  \(TakeText.format(file))  \(TakeText.size(file.fileBytes))"
          + (isCut ? "  \(file.metadata.endWords)" : "")
      )
    } + take.damaged.map { (TakeName.fileName(of: $0.path).printable, "\($0.error)".printable) }
  }
}
