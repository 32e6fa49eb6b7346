import Beamforming
import Boards

/// The checks of what a board's geometry can achieve, and of its physical limits, which are not faults.
struct GeometryChecks {
  private let study: GeometryStudy
  private let board: Board

  init(_ study: GeometryStudy, board: Board) {
    self.study = study
    self.board = board
  }

  /// All checks of the geometry.
  static var checks: [Check] { Check.allCases.filter { $0.part == .geometry } }

  /// The findings to give if there is nothing to check.
  static func skipped(_ message: String = "no filters are available") -> [Finding] {
    checks.map { Finding($0, .skip, message) }
  }

  var findings: [Finding] {
    if study.isSilent { return Self.skipped("no microphone delivers sound") }
    if let refusal = study.refusal, study.cases.isEmpty {
      return [
        Finding(
          .geometryFilters, .fail, "filters cannot be designed: \(refusal)",
          limit: "every case has filters",
          remedy: "correct this in the board file or the settings: takes need the same filters")
      ]
    }
    let sides = study.withoutLayout.map(Self.withoutLayout) + study.cases.compactMap(sides)
    let isMono = Finding(.geometrySides, .skip, "no case is recorded in stereo")
    return [filters] + (sides.isEmpty ? [isMono] : sides)
      + study.cases.flatMap { [front($0), bandwidth($0), noise($0)] }
  }

  private static func withoutLayout(_ name: String) -> Finding {
    Finding(.geometrySides, name, .skip, "no left and right: forward is parallel to up")
  }

  // MARK: The filters

  private var filters: Finding {
    let count = study.cases.count
    let made = "filters in \(Quantity.count(count, "case"))"
    let notes = study.cases.flatMap(\.design.notes)
      .reduce(into: [DesignNote]()) { if !$0.contains($1) { $0.append($1) } }
    let words = notes.filter(Self.isOfAllCases).map(\.description)
    let isPartly = notes.contains {
      if case .headPartlyMeasured = $0 { true } else { false }
    }
    return Finding(
      .geometryFilters, isPartly ? .warn : .pass, ([made] + words).joined(separator: "; "),
      value: Double(count), unit: "cases", limit: "every case has filters",
      remedy: isPartly ? "choose a head that was measured all around (ears in the settings)" : nil)
  }

  /// True for a note about the whole board, which is given only once instead of for every case.
  private static func isOfAllCases(_ note: DesignNote) -> Bool {
    switch note {
    case .uncalibrated, .unusable, .bodyMissing, .headPartlyMeasured, .headFile, .calibrating:
      true
    default: false
    }
  }

  // MARK: One case

  private func finding(
    _ check: Check, _ study: CaseStudy, _ words: String, _ value: KeyPath<Figures, Double>,
    unit: String, limit: String, notes: (DesignNote) -> Bool
  ) -> Finding {
    let sentences = study.design.allNotes(study.figures, study.curves).filter(notes)
      .map(\.description)
    let measured = study.measured.map {
      Self.text($0[keyPath: value], unit) + " with the measured gains"
    }
    let isChanged =
      study.measured.map {
        Self.text($0[keyPath: value], unit) != Self.text(study.figures[keyPath: value], unit)
      } ?? false
    let parts = [words] + (isChanged ? [measured].compactMap { $0 } : []) + sentences
    return Finding(
      check, board.name(of: study.design.which), .pass, parts.joined(separator: "; "),
      value: study.figures[keyPath: value], unit: unit, limit: limit)
  }

  private static func text(_ value: Double, _ unit: String) -> String {
    unit == "Hz" ? "\(Int(value.rounded())) Hz" : "\(Quantity.tenths(value)) \(unit)"
  }

  private func sides(_ study: CaseStudy) -> Finding? {
    guard let reached = study.figures.separation, let wanted = study.figures.targetSeparation
    else { return nil }
    return finding(
      .geometrySides, study, "left to right \(Quantity.tenths(reached)) dB from 500 Hz to 4 kHz",
      \.reachedSeparation, unit: "dB",
      limit: "physics; the target head has \(Quantity.tenths(wanted)) dB"
    ) {
      switch $0 {
      case .noLeftAndRight, .weakSeparation, .wrongLevels, .monoFallback: true
      default: false
      }
    }
  }

  private func front(_ study: CaseStudy) -> Finding {
    finding(
      .geometryFront, study,
      "front to back \(Quantity.tenths(study.figures.broadbandFrontToBack)) dB with pink noise",
      \.broadbandFrontToBack, unit: "dB", limit: Self.physics
    ) {
      switch $0 {
      case .frontAndBackAlike, .coneOfConfusion, .louderBehind, .omniFallback, .noElevation: true
      default: false
      }
    }
  }

  private func bandwidth(_ study: CaseStudy) -> Finding {
    finding(
      .geometryBandwidth, study,
      "directions are unambiguous up to \(Self.text(study.figures.usableBandwidth, "Hz"))",
      \.usableBandwidth, unit: "Hz", limit: "physics: half a wavelength between microphones"
    ) {
      if case .narrowRoom = $0 { true } else { false }
    }
  }

  private func noise(_ study: CaseStudy) -> Finding {
    finding(
      .geometryNoise, study,
      "self-noise \(Quantity.signed(study.figures.selfNoise)) dB(A) relative to one microphone",
      \.selfNoise, unit: "dB(A)", limit: Self.physics
    ) {
      if case .noisiest = $0 { true } else { false }
    }
  }

  private static let physics = "physics: the limit of this geometry"
}

extension Figures {
  /// The value of ``separation``; 0 for mono.
  fileprivate var reachedSeparation: Double { separation ?? 0 }
}
