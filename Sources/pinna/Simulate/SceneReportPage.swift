import Beamforming
import Boards
import Drawings
import Essentials
import SimulatedBoard

/// The sounds of a scenario, with their true and their recorded directions, as a page with pictures.
struct SceneReportPage {
  /// The takes with their sounds.
  let report: SceneReport
  /// The board.
  let board: Board

  /// The takes that have sounds to compare.
  private var takes: [TakeReport] { report.takes.filter { !$0.compared.isEmpty } }

  /// True when there is nothing to compare.
  var isEmpty: Bool { takes.isEmpty }

  /// The page as one HTML document for the folder of the takes, to which it links by name.
  var html: String {
    let sounds = takes.flatMap(\.compared)
    let correct = sounds.filter(\.isOnCorrectSide).count
    var page = HTMLPage(
      title: "Pinna: left is left",
      summary:
        "\(correct) of \(sounds.count) sounds are heard on the side where they were, in "
        + "\(takes.count) \(takes.count == 1 ? "take" : "takes").")
    page.paragraph(
      "Listen with headphones: whichever way the device was held, what was on the left is on the left. Sounds far to "
        + "the side are heard nearer to the middle than they were: so few microphones so close together cannot do "
        + "better, and the command pinna design tells by how much.")
    page.paragraph(
      "In the circles an open ring is where a sound was placed and a dot is where the take has it; a dot in its ring "
        + "is right. FORWARD is up, LEFT is blue, RIGHT is orange. Azimuths and differences are positive to the right. "
        + "Two ears alone do not tell front from back: a dot is drawn in the half where its sound was placed."
    )
    page.table(overview)
    for take in takes { add(take, to: &page) }
    return page.document
  }

  /// The levels that all pictures of voices have to hold.
  private var spectralRange: [Double] {
    let spectra = takes.flatMap(\.compared).compactMap(\.spectrum)
    return spectra.flatMap { [$0.dry, $0.heard].joined() }
  }

  private var overview: TextTable {
    TextTable(
      columns: [
        .init("Take"), .init("File"), .init("Correct", .right), .init("Largest error", .right),
      ],
      rows: takes.map { take in
        let sounds = take.compared
        let correct = sounds.filter(\.isOnCorrectSide).count
        return [
          .init(title(take)), .init(take.fileName, .dim),
          .init("\(correct) of \(sounds.count)", correct == sounds.count ? .green : .red),
          .init(Self.largestError(sounds).map { "\($0.text(digits: 0))°" } ?? "not measured"),
        ]
      })
  }

  private func title(_ take: TakeReport) -> String { board.title(of: take.take.plan.design.which) }

  private static func largestError(_ sounds: [TakeReport.Row]) -> Double? {
    sounds.compactMap { sound in
      sound.heardAzimuth.map { abs(($0 - sound.placed.azimuth).remainder(dividingBy: 360)) }
    }.max()
  }

  private func add(_ take: TakeReport, to page: inout HTMLPage) {
    page.heading(title(take))
    let name = take.fileName
    page.raw(
      "<p><audio controls preload=\"none\" src=\"\(SVG.escaped(Self.percentEncoded(name)))\">"
        + "</audio><br><code>\(SVG.escaped(name))</code></p>\n")
    let sounds = take.compared
    let held = LayoutPicture(board: board).figure(of: take.take.plan.design.which)
    page.figures([
      (svg: held, caption: "How the device was held"),
      (svg: TopView(sounds: sounds).document(), caption: "Seen from above"),
      (svg: EarLevels(sounds: sounds).document(), caption: "Level in each ear, dBFS"),
    ])
    page.table(Self.table(sounds))
    let spectra = VoiceSpectra(sounds: sounds, range: spectralRange).fragments
    guard !spectra.isEmpty else { return }
    page.subheading("The colour of each voice: in the take, and dotted before any microphone")
    page.paragraph(
      "Levels per third octave, both ears together; 0 dB is the mean of 0.2 to 2 kHz of either, so that loudness does "
        + "not count. Where the line runs above the dots the take has more of these frequencies than the voice, where "
        + "it runs below it has less. All pictures have the same range; the title says where the voice was placed."
    )
    page.multiples(spectra, areWide: true)
  }

  private static func table(_ sounds: [TakeReport.Row]) -> TextTable {
    TextTable(
      columns: [
        .init("Sound"), .init("Placed at", .right), .init("Left ear", .right),
        .init("Right ear", .right), .init("Level difference", .right),
        .init("Time difference", .right), .init("Take has it at", .right), .init(""),
      ],
      rows: sounds.map { sound in
        let (left, right) = sound.levels
        return [
          .init(sound.name), "\(sound.placed.azimuth.signedText(digits: 0))°",
          .init("\(left.text(digits: 1)) dB", .blue), .init("\(right.text(digits: 1)) dB", .yellow),
          "\((right - left).signedText(digits: 1)) dB",
          .init(
            sound.heard.map { "\((-$0.timeDifference * 1e6).signedText(digits: 0)) µs" } ?? "-"),
          .init(sound.heardAzimuth.map { "\($0.signedText(digits: 0))°" } ?? "-"),
          sound.isOnCorrectSide ? .init("✓", .green) : .init("✗", .red),
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
        result += "%" + byte.hexadecimal(digits: 2, uppercase: true)
      }
    }
  }
}

extension TakeReport {
  /// The sounds that were heard, or should have been; without those that cannot be compared.
  var compared: [Row] {
    rows.filter { $0.heard != nil || $0.skipped == .silent || $0.skipped == .missing }
  }

  /// The name of the first file, without its folder; empty when there is none.
  var fileName: String { take.files.first?.split(separator: "/").last.map(String.init) ?? "" }
}

extension TakeReport.Row {
  /// The levels in the left and the right channel in dBFS.
  var levels: (left: Double, right: Double) {
    heard.map { ($0.leftLevel, $0.rightLevel) } ?? (Heard.lowestLevel, Heard.lowestLevel)
  }
}
