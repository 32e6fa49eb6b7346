import Beamforming
import Boards
import Drawings
import Essentials

/// The abilities of a geometry in plain words, which are derived from the figures of its cases.
///
/// The grades are this program's own and follow no standard: three quarters of the value wanted are good, and half of
/// it is fair, as in the tables of the pages.
struct GeometryWords: Sendable {
  /// The board that the words are about.
  let board: Board
  /// The cases of the board.
  let entries: [DesignedCase]

  /// Makes the words for a board.
  init(_ board: Board, _ entries: [DesignedCase]) {
    (self.board, self.entries) = (board, entries)
  }

  /// The grades, from the lowest to the highest.
  enum Grade: Int, Comparable, CaseIterable, Sendable {
    case weak, fair, good

    /// The grade for the part of the value wanted that is reached, where 1 is all of it.
    init(part: Double) { self = part >= 0.75 ? .good : part >= 0.5 ? .fair : .weak }

    /// The grade for an error, which is good up to one limit and fair up to the other; all three have the same unit.
    init(error: Double, good: Double, fair: Double) {
      self = error <= good ? .good : error <= fair ? .fair : .weak
    }

    static func < (a: Grade, b: Grade) -> Bool { a.rawValue < b.rawValue }

    /// The grade in a word.
    var word: String {
      switch self {
      case .weak: "weak"
      case .fair: "fair"
      case .good: "good"
      }
    }
  }

  /// The default front emphasis in the settings, in decibels.
  static let usualEmphasis = 6.0
  /// The degrees by which a direction may be wrong and still count as good, or as fair.
  ///
  /// - Source: J. Blauert, Spatial Hearing (1997), 2.1: sounds at the sides are heard with a blur of about 10 degrees.
  private static let (goodDegrees, fairDegrees) = (10.0, 20.0)
  /// The noise in dB(A), relative to that of a single microphone, that still counts as good, or as fair.
  private static let (goodNoise, fairNoise) = (3.0, 6.0)
  /// The error in the level difference between the ears, in decibels, that still counts as good, or as fair.
  ///
  /// - Source: J. Breebaart and C. Faller, Spatial Audio Processing (2007), 3.5: the smallest differences that are
  ///   noticed are 0.5 to 1 dB in the middle, and 1.5 to 2 dB at the sides.
  private static let (goodLevel, fairLevel) = (1.0, 2.0)

  /// The thing in which the cases of the board differ, in words.
  private var difference: String {
    board.orientation == .handHeld ? "how the board is held" : "the data source"
  }

  private var stereo: [DesignedCase] { entries.filter(\.isStereo) }

  /// The target of the stereo designs, in words.
  private var target: String { DesignPage.wanted(stereo) }

  // MARK: Two sentences

  /// The abilities in two sentences, or none if there is no case: the first is about left and right, the second about
  /// front and back and about frequencies.
  var sentences: [String] { entries.isEmpty ? [] : [sides, front] }

  private var sides: String {
    let shares = stereo.map { DesignPage.separationShare($0.figures) }
    guard let least = shares.min() else {
      return "The sound is mono: these patterns have no left and right."
    }
    guard stereo.contains(where: { !$0.design.notes.contains(.noLeftAndRight) }) else {
      return "Left and right sound the same: the microphones are not spread in that direction."
    }
    let range = DesignPage.range(shares.map { 100 * $0 }, digits: 0, unit: "%")
    let held =
      shares.count > 1 && range.contains(" to ") ? ", depending on \(difference)" : ""
    let figure = "\(range) of the level difference of \(target)\(held)."
    switch Grade(part: least) {
    case .good: return "Left and right are about as wide as with \(target): \(figure)"
    case .fair:
      return "Left and right are clearly separated, but narrower than with \(target): \(figure)"
    case .weak where least >= 0.25:
      return "Left and right are separated, but much narrower than with \(target): \(figure)"
    case .weak: return "Left and right differ little in level: \(figure)"
    }
  }

  private var front: String {
    let values = entries.map(\.figures.broadbandFrontToBack)
    let most = values.max() ?? 0
    let behind =
      most < 1
      ? "A sound behind is as loud as one in front"
      : "Sounds behind are \(DesignPage.range(values, digits: 1, unit: "dB")) softer than sounds in front"
    // A single microphone has no directions.
    guard board.microphones.count > 1 else { return behind + "." }
    let bandwidth = entries.map(\.figures.usableBandwidth)
    let range = DesignPage.range(bandwidth.map { $0 / 1000 }, digits: 1, unit: "kHz")
    return behind + "; directions are correct up to \(range), and above that only on average."
  }

  // MARK: Is this good?

  /// One aspect that is judged.
  struct Aspect: Sendable, Equatable {
    /// The name of the aspect, such as "Left and right".
    var title: String
    /// The grades of the cases that have one, in the order of these cases.
    var grades: [Grade]
    /// The figures that the grades are based on, in words, without a full stop.
    var text: String

    /// The grades in words, such as "weak to fair".
    var words: String {
      guard let least = grades.min(), let most = grades.max() else { return "" }
      return least == most ? least.word : "\(least.word) to \(most.word)"
    }
  }

  /// All aspects: those of places first, then those of sound.
  var aspects: [Aspect] { placeAspects + soundAspects }

  private var placeAspects: [Aspect] {
    guard !stereo.isEmpty else { return [frontAspect] }
    let heard = stereo.compactMap(\.heard)
    return (heard.isEmpty ? aloneAspects : heardAspects(heard)) + [frontAspect]
  }

  /// The aspects of single sounds: where a listener hears them in a take, then where the filters alone put them.
  private func heardAspects(_ heard: [ListenerErrors]) -> [Aspect] {
    let levels = heard.map(\.byDirection.levelError)
    let degrees = heard.map(\.byDirection.directionError)
    let shares = stereo.map { 100 * DesignPage.separationShare($0.figures) }
    let errors = stereo.compactMap(degreesOff)
    let alone =
      "\(DesignPage.range(shares, digits: 0, unit: "%")) of the level difference of \(target)"
      + (errors.isEmpty
        ? ""
        : "; judged by the time between the ears, sounds are heard \(Self.words(ofDegrees: errors)) from their "
          + "true direction")
    return [
      Aspect(
        title: "Left and right", grades: levels.map(Self.grade(ofLevel:)),
        text: "the level difference between the ears is "
          + "\(DesignPage.range(levels, digits: 1, unit: "dB")) off the head's for single sounds, on average"
      ),
      Aspect(
        title: "Direction", grades: degrees.map(Self.grade(ofDegrees:)),
        text:
          "on average, single sounds are heard \(Self.words(ofDegrees: degrees)) from their true direction"
      ),
      Aspect(
        title: "Filters alone", grades: stereo.map(gradeAlone),
        text: alone
          + "; headphones play this version while recording; takes of rooms, or of many sounds at a time, lie between "
          + "it and rendering by direction"),
    ]
  }

  /// A number of degrees in words, such as "about 2 to 3 degrees".
  private static func words(ofDegrees values: [Double]) -> String {
    if values.allSatisfy({ $0 < 0.95 }) { return "less than 1 degree" }
    let range = DesignPage.range(values, digits: 0, unit: "degrees")
    return range == "1 degrees" ? "about 1 degree" : "about \(range)"
  }

  private static func grade(ofLevel error: Double) -> Grade {
    Grade(error: error, good: goodLevel, fair: fairLevel)
  }

  private static func grade(ofDegrees error: Double) -> Grade {
    Grade(error: error, good: goodDegrees, fair: fairDegrees)
  }

  private var aloneAspects: [Aspect] {
    let shares = stereo.map { DesignPage.separationShare($0.figures) }
    var aspects = [
      Aspect(
        title: "Left and right", grades: shares.map { Grade(part: $0) },
        text: DesignPage.range(shares.map { 100 * $0 }, digits: 0, unit: "%")
          + " of the level difference of \(target), with the filters alone; the smaller this share, the closer to "
          + "the middle you hear a sound that comes from the side"
      )
    ]
    let errors = stereo.compactMap(degreesOff)
    if !errors.isEmpty {
      aspects.append(
        Aspect(
          title: "Direction",
          grades: errors.map(Self.grade(ofDegrees:)),
          text:
            "with the filters alone, judged by the time between the ears, sounds are heard on average about "
            + "\(DesignPage.range(errors, digits: 0, unit: "degrees")) from their true direction"))
    }
    return aspects
  }

  private var frontAspect: Aspect {
    let values = entries.map(\.figures.broadbandFrontToBack)
    return Aspect(
      title: "Front and back", grades: values.map { Grade(part: $0 / Self.usualEmphasis) },
      text: "sounds behind are \(DesignPage.range(values, digits: 1, unit: "dB")) softer; "
        + "\(Self.usualEmphasis.text(digits: 0)) dB are usual")
  }

  private var soundAspects: [Aspect] {
    let noise = entries.map(\.figures.selfNoise)
    var aspects = [
      Aspect(
        title: "Noise",
        grades: noise.map { Grade(error: $0, good: Self.goodNoise, fair: Self.fairNoise) },
        text: DesignPage.range(noise, digits: 1, unit: "dB(A)", signed: true)
          + " relative to one microphone")
    ]
    let colour = entries.compactMap(\.figures.colour.worst?.decibels)
    if !colour.isEmpty {
      aspects.append(
        Aspect(
          title: "Colour",
          grades: colour.map {
            Grade(error: abs($0), good: Colour.evenWithin, fair: 2 * Colour.evenWithin)
          },
          text: "the worst third octave is "
            + "\(DesignPage.range(colour, digits: 1, unit: "dB", signed: true)) off a flat response"
        ))
    }
    return aspects
  }

  /// The mean error of the time difference, converted to degrees on the scale of the target from the middle to one
  /// side.
  private func degreesOff(_ entry: DesignedCase) -> Double? {
    let side = entry.curves.targetTimeDifferencesMicroseconds.map(abs).max() ?? 0
    guard let error = entry.figures.itdErrorMean, side > 0 else { return nil }
    return 90 * error / side
  }

  /// The grade of a case: the lower of the grades for its sides and for the directions that a listener hears.
  func grade(_ entry: DesignedCase) -> Grade {
    guard entry.isStereo else {
      return Grade(part: entry.figures.broadbandFrontToBack / Self.usualEmphasis)
    }
    guard let made = entry.heard?.byDirection else { return gradeAlone(entry) }
    return min(Self.grade(ofLevel: made.levelError), Self.grade(ofDegrees: made.directionError))
  }

  /// The grade of a case in stereo with the filters alone.
  private func gradeAlone(_ entry: DesignedCase) -> Grade {
    let sides = Grade(part: DesignPage.separationShare(entry.figures))
    guard let degrees = degreesOff(entry) else { return sides }
    return min(sides, Self.grade(ofDegrees: degrees))
  }

  /// The answer to "Is this good?", in one or two sentences.
  var answer: String {
    let grades = entries.map(grade)
    guard let least = grades.min(), let most = grades.max() else { return "" }
    let subject = stereo.isEmpty ? "for picking out sounds ahead" : "for hearing where sounds are"
    if least == most {
      let place = entries.count == 1 ? "" : ", in every case"
      switch least {
      case .good: return "Yes: it is good \(subject)\(place)."
      case .fair: return "Fairly well: it is fair \(subject)\(place)."
      case .weak: return "Only in part: it is weak \(subject)\(place)."
      }
    }
    let parts = Grade.allCases.reversed().compactMap { grade -> String? in
      let cases = zip(entries, grades).filter { $0.1 == grade }.map {
        board.caseTitle(of: $0.0.design.which).short
      }
      return cases.isEmpty ? nil : "\(grade.word) in \(cases.listed())"
    }
    return
      "It depends on \(difference): \(subject), it is \(parts.joined(separator: ", "))."
  }

  /// The next step towards a better result; `nil` if none is known.
  var advice: String? {
    func has(_ isWanted: (DesignNote) -> Bool) -> Bool {
      // Without left and right, neither plain stereo nor a calibration gives any directions.
      entries.contains { !$0.notes.contains(.noLeftAndRight) && $0.notes.contains(where: isWanted) }
    }
    if has({ if case .plainAdvised = $0 { true } else { false } }) {
      return
        "Plain stereo suits these microphones at least as well as filters: choose it with --pattern plain."
    }
    if has({ if case .uncalibrated = $0 { true } else { false } }) {
      return "Its microphones are not calibrated: 'pinna check --calibrate' improves directions."
    }
    return nil
  }

  /// A sentence that says what the grades mean.
  static let legend =
    "Good is at least three quarters of the target, fair at least half, weak is less; physics "
    + "limits a small board."

  // MARK: For a terminal and a page

  /// The question, its answer and the reasons, as lines of text.
  func lines(width: Int, colored: Bool) -> [String] {
    guard !entries.isEmpty else { return [] }
    let head = colored ? TextStyle.bold.applied(to: "IS THIS GOOD?") : "IS THIS GOOD?"
    let reasons = aspects.flatMap { aspect in
      "\(aspect.title), \(aspect.words): \(aspect.text).".wrapped(to: max(20, width - 2))
        .enumerated().map { ($0.offset == 0 ? "- " : "  ") + $0.element }
    }
    let end = Self.legend.wrapped(to: width).map { colored ? TextStyle.dim.applied(to: $0) : $0 }
    return [head] + answer.wrapped(to: width) + reasons
      + (advice?.wrapped(to: width) ?? []) + end
  }

  /// Adds the question, its answer and the reasons to a page.
  func add(to page: inout HTMLPage) {
    guard !entries.isEmpty else { return }
    page.heading("Is this good?")
    page.raw("<p class=\"answer\">\(SVG.escaped(answer))</p>\n")
    page.raw("<dl class=\"aspects\">\n")
    for aspect in aspects {
      page.raw(
        "<dt>\(SVG.escaped(aspect.title)): <strong>\(aspect.words)</strong></dt>"
          + "<dd>\(SVG.escaped(aspect.text.prefix(1).uppercased() + aspect.text.dropFirst())).</dd>\n"
      )
    }
    page.raw("</dl>\n")
    if let advice { page.paragraph(advice) }
    page.raw("<p class=\"dim\">\(SVG.escaped(Self.legend))</p>\n")
  }

  /// The style rules for these parts of a page.
  static let style = """
    .answer{font-size:1.25rem;font-weight:600}
    .aspects{display:grid;grid-template-columns:max-content 1fr;gap:4px 18px;margin:12px 0;max-width:84ch}
    .aspects dd{margin:0;color:var(--quiet)}
    @media (max-width:700px){.aspects{grid-template-columns:1fr;gap:0}.aspects dd{margin-bottom:8px}}
    """
}
