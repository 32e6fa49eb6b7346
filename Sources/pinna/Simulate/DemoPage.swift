import Drawings

/// The page at the end of the demo: every take with where its voices are.
enum DemoPage {
  /// The page, one HTML document that needs no other file but the takes it links to.
  static func render(takes: [DemoTake]) -> String {
    let voices = takes.flatMap(\.voices)
    let correct = voices.filter(\.isCorrect).count
    var page = HTMLPage(
      title: "Pinna: left is left",
      summary:
        "\(correct) of \(voices.count) sounds are heard on the side where they were, in "
        + "\(takes.count) \(takes.count == 1 ? "take" : "takes").")
    page.paragraph(
      "Listen with headphones: whichever way the device was held, what was on the left is on the left. Sounds far to the "
        + "side are heard nearer to the middle than they were: so few microphones so close together cannot do better, and "
        + "the command pinna design tells by how much.")
    page.paragraph(
      "In the circles an open ring is where a sound was placed and a dot is where the take has it; a dot in its ring is "
        + "right. FORWARD is up, LEFT is blue, RIGHT is orange. Azimuths and differences are positive to the right. "
        + "Two ears alone do not tell front from back: a dot is drawn in the half where its sound was placed."
    )
    page.table(overview(takes))
    for take in takes { add(take, to: &page) }
    return page.document
  }

  private static func overview(_ takes: [DemoTake]) -> TextTable {
    TextTable(
      columns: [
        .init("Take"), .init("File"), .init("Correct", .right), .init("Largest error", .right),
      ],
      rows: takes.map { take in
        let correct = take.voices.filter(\.isCorrect).count
        let isAll = correct == take.voices.count
        return [
          .init(take.caseName), .init(take.fileName, .dim),
          .init("\(correct) of \(take.voices.count)", isAll ? .green : .red),
          .init(largestError(take).map { "\($0.text(digits: 0))°" } ?? "not measured"),
        ]
      })
  }

  private static func largestError(_ take: DemoTake) -> Double? {
    take.voices.compactMap { voice in
      voice.measuredAzimuth.map { abs(($0 - voice.placedAzimuth).remainder(dividingBy: 360)) }
    }.max()
  }

  private static func add(_ take: DemoTake, to page: inout HTMLPage) {
    page.heading(take.caseName)
    let file = SVG.escaped(take.fileName)
    page.raw(
      "<p><audio controls preload=\"none\" src=\"\(SVG.escaped(percentEncoded(take.fileName)))\">"
        + "</audio><br><code>\(file)</code></p>\n")
    var figures = [(svg: TopView(voices: take.voices).document(), caption: "Seen from above")]
    if !take.layoutSVG.isEmpty {
      figures.insert((svg: take.layoutSVG, caption: "How the device was held"), at: 0)
    }
    let rows = take.voices.map {
      EarLevels.Row(name: $0.name, left: $0.leftLevel, right: $0.rightLevel)
    }
    figures.append((svg: EarLevels(rows: rows).document(), caption: "Level in each ear, dBFS"))
    page.figures(figures)
    page.table(table(take))
    page.list(take.notes)
  }

  private static func table(_ take: DemoTake) -> TextTable {
    TextTable(
      columns: [
        .init("Sound"), .init("Placed at", .right), .init("Left ear", .right),
        .init("Right ear", .right), .init("Level difference", .right),
        .init("Time difference", .right), .init("Take has it at", .right), .init(""),
      ],
      rows: take.voices.map { voice in
        [
          .init(voice.name), "\(voice.placedAzimuth.signedText(digits: 0))°",
          .init("\(voice.leftLevel.text(digits: 1)) dB", .blue),
          .init("\(voice.rightLevel.text(digits: 1)) dB", .yellow),
          "\(voice.levelDifference.signedText(digits: 1)) dB",
          .init(voice.timeDifference.map { "\($0.signedText(digits: 0)) µs" } ?? "-"),
          .init(voice.measuredAzimuth.map { "\($0.signedText(digits: 0))°" } ?? "-"),
          voice.isCorrect ? .init("✓", .green) : .init("✗", .red),
        ]
      })
  }

  /// A relative path as a URL (RFC 3986, 2.1): everything but unreserved characters and slashes is encoded.
  static func percentEncoded(_ path: String) -> String {
    path.utf8.reduce(into: "") { result, byte in
      let isPlain =
        (0x30...0x39).contains(byte) || (0x41...0x5A).contains(byte) || (0x61...0x7A).contains(byte)
        || [0x2D, 0x2E, 0x2F, 0x5F, 0x7E].contains(byte)
      if isPlain {
        result.unicodeScalars.append(Unicode.Scalar(byte))
      } else {
        let digits = String(byte, radix: 16, uppercase: true)
        result += "%" + (digits.count == 1 ? "0" : "") + digits
      }
    }
  }
}
