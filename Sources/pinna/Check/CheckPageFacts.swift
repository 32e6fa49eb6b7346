import Boards
import Diagnostics
import Drawings
import Recorder

/// A checkup as its page shows it.
struct CheckPageFacts {
  private let report: CheckReport
  private let ears: Ears

  /// The page of a report.
  ///
  /// - Parameter ears: whose ears the filters were designed for.
  init(_ report: CheckReport, ears: Ears) {
    self.report = report
    self.ears = ears
  }

  /// What the geometry can do; `nil` where that was not looked at.
  var geometry: GeometryReport? {
    guard !report.cases.isEmpty else { return nil }
    return GeometryReport(
      board: report.board,
      entries: report.cases.map { study in
        GeometryReport.Entry(
          page: DesignPage.Entry(
            design: study.design, figures: study.figures, curves: study.curves),
          measured: study.measured)
      }, ears: ears.words)
  }

  /// What claps became, beside what the filters promise; `nil` where nobody clapped.
  var claps: ClapReport? {
    guard !report.claps.isEmpty else { return nil }
    return ClapReport(
      rows: report.claps.map { clap in
        ClapReport.Row(
          title: "\(report.board.title(of: clap.which)), \(clap.side.rawValue)",
          isRight: clap.side == .right, heard: clap.heard, promised: clap.promised,
          isExchanged: clap.isExchanged)
      }, sector: ClapComparison.sector)
  }

  /// The page, with everything that the report has.
  var page: CheckPage {
    var page = CheckPage(
      board: report.board,
      summary: "\(report.deviceWords), \(date)",
      findings: report.findings.map(Self.finding))
    page.spectra = spectra
    page.wakeUps = wakeUps
    page.geometry = geometry
    page.claps = claps
    page.facts = facts
    return page
  }

  private static func finding(_ finding: Finding) -> CheckPage.Finding {
    let verdict: CheckPage.Verdict =
      switch finding.verdict {
      case .pass: .pass
      case .warn: .warn
      case .fail: .fail
      case .skip: .skip
      }
    return CheckPage.Finding(
      check: finding.check.rawValue, subject: finding.subject, verdict: verdict,
      message: finding.message, limit: finding.limit, remedy: finding.remedy)
  }

  // MARK: Pictures

  private var spectra: [SpectrumChart] {
    guard let record = report.record else { return [] }
    let spectra = record.spectra(report.board)
    guard let first = spectra.first else { return [] }
    let heard = spectra.filter { $0.level > Self.silence }
    let range = first.bands.indices.map { band in
      let levels = heard.map { $0.bands[band].level }
      return (
        low: SIMD2(first.bands[band].centre, levels.min() ?? Self.silence),
        high: SIMD2(first.bands[band].centre, levels.max() ?? Self.silence)
      )
    }
    return spectra.map { spectrum in
      let microphone = report.board.microphones.firstIndex { $0.name == spectrum.name }
      let noise = microphone.flatMap { report.ownNoise[$0] }.map {
        MicrophoneSpectrum.white(level: $0, rate: record.sound.rate)
      }
      return SpectrumChart(
        title: "\(spectrum.name), channel \(spectrum.channel): \(Self.level(spectrum.level))",
        level: Self.points(spectrum.bands), noise: noise.map(Self.points) ?? [],
        range: (low: range.map(\.low), high: range.map(\.high)))
    }
  }

  private static func level(_ level: Double) -> String {
    level > silence ? "\(level.text(digits: 1)) dBFS(A)" : "silent"
  }

  /// dBFS(A): less than the rounding of 24 bits has.
  private static let silence = -150.0

  private static func points(_ bands: [OctaveLevels.Band]) -> SpectrumChart.Points {
    bands.map { SIMD2($0.centre, $0.level) }
  }

  private var wakeUps: [WakeUpChart] {
    [
      wakeUps("Wake-ups of an idle board", report.record),
      wakeUps("Wake-ups of a busy board", report.busyRecord),
    ].compactMap { $0 }
  }

  private func wakeUps(_ title: String, _ record: CaptureRecord?) -> WakeUpChart? {
    guard let record, let lateness = record.lateness else { return nil }
    return WakeUpChart(
      title: title,
      bars: lateness.histogram.map { WakeUpChart.Bar(to: $0.to, count: $0.count) },
      median: lateness.median, late: lateness.quantile(0.999), largest: lateness.largest,
      buffer: Double(record.grant.buffer) / Double(record.grant.rate))
  }

  // MARK: How it was measured

  private var facts: [CheckPage.Fact] {
    let board = report.board
    var facts: [CheckPage.Fact] = [
      .init("Board", "\(board.name) (\(board.id))"), .init("Its numbers", board.source),
      .init("Calibration", board.calibration.rawValue), .init("Device", report.deviceWords),
    ]
    if let record = report.record {
      let (asked, got) = (record.request, record.grant)
      let heard = Double(record.sound.frames) / Double(record.sound.rate)
      facts += [
        .init("Asked for", Self.words(asked.format, asked.channels, asked.rate, asked.period)),
        .init(
          "Granted",
          Self.words(got.format, got.channels, got.rate, got.period)
            + ", a buffer of \((1000 * Double(got.buffer) / Double(got.rate)).text(digits: 0)) ms"),
        .init(
          "Sound",
          "\(report.seconds.shortText(digits: 1)) s asked for, \(heard.text(digits: 1)) s without a gap looked at"
        ),
      ]
    }
    facts.append(.init("Date", date))
    return facts
  }

  /// "2026-11-22 09:30:00 +01:00".
  private var date: String {
    let parts = CheckFacts.text(report.time).split(separator: "T")
    let time = parts.last.map { "\($0.prefix(8)) \($0.dropFirst(8))" } ?? ""
    return "\(parts.first ?? "") \(time)"
      + (report.time.isSet ? "" : ", by a clock that nobody has set")
  }

  private static func words(
    _ format: CaptureFormat, _ channels: Int, _ rate: Int, _ period: Int
  ) -> String {
    "\(format.rawValue), \(channels) channel\(channels == 1 ? "" : "s"), \(rate) Hz, periods of \(period) frames"
  }
}
