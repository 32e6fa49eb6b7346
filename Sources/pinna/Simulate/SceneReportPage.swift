import Beamforming
import Boards
import Drawings
import Essentials
import SimulatedBoard

/// A page that shows the sounds of a scenario, with their true directions and those in the takes.
struct SceneReportPage {
  /// The report on the takes and their sounds.
  let report: SceneReport
  /// The board that was simulated.
  let board: Board

  /// The sounds for the players of the takes, in the order of the takes; some at the end may be missing.
  var sounds: [TakeSound?] = []
  /// The pictures of directions, in the order of the takes.
  var pictures: [String?] = []

  /// The takes that have sounds to compare, each with its player and its picture.
  private var takes: [(take: TakeReport, sound: TakeSound?, picture: String?)] {
    report.takes.enumerated().map { index, take in
      (
        take: take, sound: index < sounds.count ? sounds[index] : nil,
        picture: index < pictures.count ? pictures[index] : nil
      )
    }.filter { !$0.take.compared.isEmpty }
  }

  /// True if there are no sounds to compare.
  var isEmpty: Bool { takes.isEmpty }

  /// The page as one HTML document, which must be in the folder of the takes, because it links to them by their names.
  var html: String {
    let sounds = takes.flatMap(\.take.compared)
    let correct = sounds.filter(\.isOnCorrectSide).count
    var page = HTMLPage(
      title: "Pinna: left is left",
      summary:
        "\(correct) of \(sounds.count) sounds are heard on the correct side, in "
        + "\(takes.count.counted("take")).")
    page.rules(Palette.style + "\n" + TakePlayer.style)
    page.paragraph(
      "Listen with headphones: "
        + (board.orientation == .handHeld ? "whichever way the device was held, " : "")
        + "what was on the left is on the left.")
    if let words = Self.explanation(sounds) { page.paragraph(words) }
    for words in report.cardioidManners { page.paragraph(words) }
    if let words = report.comparison { page.paragraph(words) }
    if takes.contains(where: { $0.sound?.bare != nil }) {
      page.paragraph(
        "Under every take you can switch between its sound and two of the unprocessed microphones, at the same point "
          + "in time and equally loud. The difference is what Pinna adds.")
    } else {
      page.paragraph(
        "To compare the takes with unprocessed microphones, simulate with --raw: the page then "
          + "lets you switch between them."
      )
    }
    if takes.contains(where: { $0.sound?.focused.isEmpty == false }) {
      page.paragraph(
        "A focus brings out sounds from one direction, even after the take: the buttons under a take do this "
          + "for each of its sounds, and 'pinna render RAW --focus' does it for any direction.")
    }
    page.table(overview)
    for take in takes { add(take, to: &page) }
    if takes.contains(where: { $0.sound != nil }) { page.raw(TakePlayer.script) }
    return page.document
  }

  /// The smallest angle, in degrees, between two directions at a person's side that this person can tell apart.
  ///
  /// Source: J. Blauert, Spatial Hearing, MIT Press 1997, chapter 2.1.
  private static let audibleDegrees = 10.0

  /// A sentence that explains why being on the right side is not being in the right place, with the sound that is
  /// furthest off; `nil` if nothing was measured.
  static func explanation(_ sounds: [TakeReport.Row]) -> String? {
    let measured = sounds.compactMap { sound in error(of: sound).map { (sound, $0) } }
    guard let (worst, most) = measured.max(by: { $0.1 < $1.1 }), let heard = worst.heardAzimuth
    else {
      return nil
    }
    if most < 0.5 { return "The directions are also correct, to within half a degree." }
    let errors = measured.map(\.1).sorted()
    let median = errors[errors.count / 2]
    let figures =
      "Half of the sounds are within \(median.text(digits: 0))° of their place; the furthest off, by "
      + "\(most.text(digits: 0))°, is \(worst.name): placed \(place(worst.placed.azimuth)), heard \(place(heard))."
    guard worst.isOnCorrectSide else { return figures }
    if most <= audibleDegrees {
      return
        "The directions are also correct, to within the angle that people can tell apart at their sides. "
        + figures
    }
    return "The sides are correct; the directions are less exact. " + figures
      + (abs(worst.lateralPlaced) > abs(worst.heard?.azimuth ?? 0)
        ? " That is the correct side, but nearer to the middle: in the take, sounds at the sides "
          + "move inwards; 'pinna design' shows the limits."
        : " That is the correct side.")
  }

  /// An azimuth in words, such as "30° to the LEFT".
  static func place(_ azimuth: Double) -> String {
    let degrees = abs(azimuth.remainder(dividingBy: 360)).text(digits: 0)
    switch degrees {
    case "0": return "straight ahead"
    case "180": return "straight behind"
    default:
      return "\(degrees)° to the \(azimuth.remainder(dividingBy: 360) < 0 ? "LEFT" : "RIGHT")"
    }
  }

  /// The range of levels that all pictures of voices have.
  private var spectralRange: [Double] {
    let spectra = takes.flatMap(\.take.compared).compactMap(\.spectrum)
    return spectra.flatMap { [$0.dry, $0.heard].joined() }
  }

  private var overview: TextTable {
    TextTable(
      columns: [
        .init("Take"), .init("On its side", .right), .init("Half within", .right),
        .init("Furthest off", .right),
      ],
      rows: takes.map { take, _, _ in
        let sounds = take.compared
        let correct = sounds.filter(\.isOnCorrectSide).count
        let errors = sounds.compactMap(Self.error).sorted()
        func degrees(_ value: Double?) -> String {
          value.map { "\($0.text(digits: 0))°" } ?? "not measured"
        }
        return [
          .init(title(take)),
          .init("\(correct) of \(sounds.count)", correct == sounds.count ? .green : .red),
          .init(degrees(errors.isEmpty ? nil : errors[errors.count / 2])),
          .init(degrees(errors.last)),
        ]
      })
  }

  private func title(_ take: TakeReport) -> String { board.title(of: take.take.plan.design.which) }

  /// The degrees between the true place of a sound and the place where it is heard, the short way round.
  private static func error(of sound: TakeReport.Row) -> Double? {
    sound.heardAzimuth.map { abs(($0 - sound.placed.azimuth).remainder(dividingBy: 360)) }
  }

  private func add(
    _ listened: (take: TakeReport, sound: TakeSound?, picture: String?), to page: inout HTMLPage
  ) {
    let (take, sound, picture) = listened
    page.heading(title(take))
    let (name, sounds) = (take.fileName, take.compared)
    if let sound {
      page.raw(TakePlayer(sound: sound, fileName: sound.path ?? name, sounds: sounds).html)
    } else {
      page.raw(
        "<p><audio controls preload=\"none\" src=\"\(SVG.escaped(Self.percentEncoded(name)))\">"
          + "</audio></p>\n")
    }
    page.raw("<p><code>\(SVG.escaped(name))</code></p>\n")
    let which = take.take.plan.design.which
    let pattern = take.take.plan.design.pattern
    let person = PersonPicture(board: board)
    page.figures([
      (svg: person.figure(of: which), caption: person.caption(of: which)),
      (
        svg: TopView(sounds: sounds).document(),
        caption:
          "Seen from above: a ring is where a sound was; the dot at the other end of its line is where it is heard "
          + "in the take."
          + (pattern == .ambix
            ? ""
            : " Two \(pattern == .midSide ? "cardioids" : "ears") cannot tell front from back, so a dot is drawn in "
              + "the half where its sound was.")
      ),
      (
        svg: LevelBars(sounds: sounds).document(),
        caption:
          "Level in each \(pattern == .ambix || pattern == .midSide ? "cardioid" : "ear"), dBFS"
      ),
    ])
    if let picture { page.panorama(picture, label: "The picture of directions") }
    page.details(title: "Every sound in figures", remark: "places, levels, times", isOpen: false) {
      $0.paragraph("Azimuths and differences are positive to the RIGHT.")
      $0.table(table(sounds))
    }
    let spectra = VoiceSpectra(sounds: sounds, range: spectralRange).fragments
    guard !spectra.isEmpty else { return }
    page.details(
      title: "The colour of each voice", remark: "in the take; dotted: arriving at the microphones",
      isOpen: false
    ) { page in
      page.paragraph(
        "Levels per third octave, both ears together; each curve is relative to its own mean from 0.2 to 2 kHz, so "
          + "loudness does not count. Where the line runs above the dots, the take has more of these frequencies "
          + "than the "
          + "voice; where it runs below, it has less. All pictures have the same range;"
          + " the title says where the voice was placed."
      )
      page.multiples(spectra, areWide: true)
    }
  }

  private func table(_ sounds: [TakeReport.Row]) -> TextTable {
    let otherWay = report.otherWay
    var columns: [TextTable.Column] = [
      .init("Sound"), .init("Placed at", .right), .init("Left", .right), .init("Right", .right),
      .init("Level difference", .right),
      .init("Time difference", .right), .init("Heard at", .right),
    ]
    if let otherWay { columns.append(.init(otherWay.title, .right)) }
    func place(_ azimuth: Double?) -> TextTable.Cell {
      .init(azimuth.map { "\($0.signedText(digits: 0))°" } ?? "-")
    }
    return TextTable(
      columns: columns + [.init("")],
      rows: sounds.map { sound in
        let (left, right) = sound.levels
        var cells: [TextTable.Cell] = [
          .init(sound.name), place(sound.placed.azimuth),
          .init("\(left.text(digits: 1)) dB", .blue), .init("\(right.text(digits: 1)) dB", .yellow),
          "\((right - left).signedText(digits: 1)) dB",
          .init(
            sound.heard.map { "\((-$0.timeDifference * 1e6).signedText(digits: 0)) µs" } ?? "-"),
          place(sound.heardAzimuth),
        ]
        if otherWay != nil { cells.append(place(sound.otherAzimuth)) }
        cells.append(sound.isOnCorrectSide ? .init("✓", .green) : .init("✗", .red))
        return cells
      })
  }

  /// A relative path as a URL, in which everything but unreserved characters and slashes is encoded (RFC 3986, 2.1).
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
  /// The sounds that were heard, or should have been; those that cannot be compared are left out.
  var compared: [Row] {
    rows.filter { $0.heard != nil || $0.skipped == .silent || $0.skipped == .missing }
  }

  /// The name of the take's first file, without its folder; empty if there is no file.
  var fileName: String { take.files.first?.split(separator: "/").last.map(String.init) ?? "" }
}

extension TakeReport.Row {
  /// The levels of the sound in the left and the right channel in dBFS.
  var levels: (left: Double, right: Double) {
    heard.map { ($0.leftLevel, $0.rightLevel) } ?? (Heard.lowestLevel, Heard.lowestLevel)
  }
}
