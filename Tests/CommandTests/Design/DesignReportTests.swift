import Beamforming
import Boards
import Drawings
import Testing

@testable import CommandSupport
@testable import pinna

@Suite("The report of designs in a terminal")
struct DesignReportTests {
  private static let octaves = [125.0, 250, 500, 1000, 2000, 4000, 8000, 16000]

  /// Figures as wide as figures get.
  private func figures(isStereo: Bool) -> Figures {
    var figures = Figures()
    figures.octaves = Self.octaves
    figures.frontToBack = [0, -10.2, 12.5, -10.2, 12.5, -10.2, 12.5, -10.2]
    figures.targetFrontToBack = Self.octaves.map { _ in 22.2 }
    figures.broadbandFrontToBack = 12.25
    figures.selfNoise = -12.04
    figures.usableBandwidth = 24000
    figures.timbreDeviation = 1.25
    guard isStereo else {
      figures.directivityIndex = Self.octaves.map { _ in -10.2 }
      return figures
    }
    figures.leftToRight = Self.octaves.map { _ in -10.2 }
    figures.targetLeftToRight = Self.octaves.map { _ in 22.2 }
    (figures.ildError, figures.centre) = (12.25, 128)
    (figures.itdErrorMean, figures.itdErrorMax) = (407, 711)
    return figures
  }

  private func robustness(isStereo: Bool) -> Robustness {
    let spread = Robustness.Spread(unperturbed: 2, percentile5: 1, median: 3, percentile95: 4)
    let wide = Robustness.Spread(unperturbed: 12, percentile5: 9, median: 123, percentile95: 456)
    return Robustness(
      mismatch: Mismatch(gainError: 0.5, phaseError: 1), positionError: 0.5, boardCount: 50,
      ildError: isStereo ? spread : nil, itdErrorMean: isStereo ? wide : nil,
      centre: isStereo ? wide : nil, broadbandFrontToBack: spread)
  }

  private let heard = ListenerErrors(
    byDirection: .init(levelError: 12.3, timeErrorMicroseconds: 123, directionError: 11),
    filtersAlone: .init(levelError: -12.3, timeErrorMicroseconds: 456, directionError: 22))

  private func entry(
    _ name: String, number: Int? = nil, _ pattern: PolarPattern = .stereo, notes: [DesignNote] = []
  ) -> DesignReport.Entry {
    DesignReport.Entry(
      title: CaseTitle(number: number, name: name), pattern: pattern, frontEmphasis: 6,
      figures: figures(isStereo: pattern == .stereo), notes: notes)
  }

  private func text(_ entries: [DesignReport.Entry], width: Int = 80) -> [String] {
    DesignReport(entries: entries).text(width: width, colored: false)
  }

  @Test("a report has a row per case, the target once, and every sentence once with its cases")
  func rows() {
    let behind = [8.0, 5.5].map { DesignNote.louderBehind(octave: 8000, decibels: $0) }
    let lines = text([
      entry("Back", number: 1, notes: [behind[0], .noElevation]),
      entry("Back", number: 2, notes: [.noLeftAndRight, .noElevation, behind[1]]),
    ])
    #expect(
      lines[1].split(separator: " ")
        == ["#1", "Back", "12.3", "407", "711", "-128", "-12.0", "12.3", "24000"])
    #expect(lines.contains { $0.hasPrefix("Designed: stereo with 6 dB of front emphasis.") })
    #expect(lines.filter { $0.hasPrefix("  target") }.count == 2)
    #expect(
      Array(lines.suffix(5)) == [
        "  front in the octave of 8 kHz",
        "- all cases: with the filters alone, sounds from above and below are heard at",
        "  the height of the ears",
        "- #2: left and right cannot be told apart: the microphones are not spread from",
        "  left to right in this position",
      ])
    #expect(!lines.contains { $0.contains("MISMATCH") || $0.contains("THERE") })
  }

  @Test("no line of any table or legend is longer than 80 columns", arguments: [80, 200])
  func width(_ width: Int) {
    let titles = [
      (6, "Front portraitUpsideDown"), (7, "A data source with a rather long name landscapeRight"),
    ]
    for pattern in [PolarPattern.stereo, .cardioid] {
      var entries = titles.map { entry($0.1, number: $0.0, pattern) }
      for index in entries.indices {
        entries[index].elsewhere = entries[index].figures
        entries[index].heard = heard
        entries[index].robustness = robustness(isStereo: pattern == .stereo)
      }
      for shown in [entries, [entries[0]]] {
        let report = DesignReport(entries: shown, otherBoard: "a-board-with-a-rather-long-name")
        let lines = report.text(width: width, colored: false)
        #expect(lines.contains { $0.hasPrefix("WITH MISMATCH") })
        #expect(lines.contains { $0.hasPrefix("ON ANOTHER BOARD") })
        #expect(lines[0].hasPrefix("A LISTENER GETS"))
        #expect(
          lines[1].split(separator: " ").suffix(6) == ["12.3", "-12.3", "123", "456", "11", "22"])
        #expect(lines.map(\.terminalWidth).max() ?? 0 <= 80)
      }
    }
  }

  @Test("mismatch is told by the median and the bad end of 95 %, and in words")
  func mismatch() throws {
    var entry = entry("Top")
    entry.robustness = robustness(isStereo: true)
    let lines = text([entry])
    let start = try #require(lines.firstIndex { $0.hasPrefix("WITH MISMATCH") })
    #expect(
      lines[start + 1].split(separator: " ")
        == ["Top", "3.0", "4.0", "123", "456", "123", "456", "3.0", "1.0"])
    #expect(
      lines[start + 2]
        == "The median of 50 boards whose microphones differ by 0.5 dB, 1 degree and 0.5 mm")
    #expect(lines[start + 4].contains("here CENTRE counts offsets to both sides alike"))
    entry.robustness?.phaseErrorDegrees = 1.5
    #expect(text([entry]).contains { $0.contains("1.5 degrees") })
  }

  @Test("figures on another board stand beside those on this one, and the legend names it")
  func otherBoard() throws {
    var entry = entry("Top")
    entry.elsewhere = figures(isStereo: true)
    entry.elsewhere?.ildError = 3
    let lines = DesignReport(entries: [entry], otherBoard: "true-phone")
      .text(width: 80, colored: false)
    let start = try #require(lines.firstIndex { $0.hasPrefix("ON ANOTHER BOARD") })
    #expect(
      lines[start + 1].split(separator: " ")
        == ["Top", "12.3", "3.0", "407", "407", "-128", "-128", "12.3", "12.3"])
    #expect(lines[(start + 2)...(start + 3)].joined(separator: " ").contains("of true-phone."))
  }

  @Test("mono patterns have columns and a legend of their own")
  func mono() {
    let lines = text([entry("Top", .cardioid)])
    #expect(
      lines[0].split(separator: " ")
        == ["CASE", "F/B", "dB", "LEAST", "MOST", "NOISE", "TIMBRE", "UP", "TO"])
    #expect(
      lines[1].split(separator: " ") == ["Top", "12.3", "-10.2", "12.5", "-12.0", "1.3", "24000"])
    #expect(lines.contains { $0.hasPrefix("Designed: cardioid, mono.") })
    #expect(!lines.contains { $0.contains("ILD") || $0.contains("LEFT TO RIGHT") })
    #expect(lines.contains { $0.hasPrefix("DIRECTIVITY") })
    let both = text([entry("Top"), entry("Left", .omni)])
    #expect(both.filter { $0.hasPrefix("CASE") }.count == 2)
  }
}
