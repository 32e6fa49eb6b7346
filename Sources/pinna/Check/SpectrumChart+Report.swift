import Boards
import Diagnostics
import Drawings

extension SpectrumChart {
  /// The charts of all microphones in a checkup; empty if too little sound was captured.
  static func all(_ report: CheckReport) -> [SpectrumChart] {
    guard let record = report.record else { return [] }
    let spectra = record.spectra(report.board)
    guard let first = spectra.first else { return [] }
    let heard = spectra.filter { $0.level > silence }
    let range = first.bands.indices.map { band in
      let levels = heard.map { $0.bands[band].level }
      return (
        low: SIMD2(first.bands[band].centre, levels.min() ?? silence),
        high: SIMD2(first.bands[band].centre, levels.max() ?? silence)
      )
    }
    return spectra.enumerated().map { index, spectrum in
      let noise = report.ownNoise[index].map {
        MicrophoneSpectrum.white(level: $0, rate: record.sound.rate)
      }
      return SpectrumChart(
        title: "\(spectrum.name), channel \(spectrum.channel): \(text(spectrum.level))",
        level: points(spectrum.bands), noise: noise.map(points) ?? [],
        range: (low: range.map(\.low), high: range.map(\.high)))
    }
  }

  private static func text(_ level: Double) -> String {
    level > silence ? "\(level.text(digits: 1)) dBFS(A)" : "silent"
  }

  /// The level in dBFS(A) that counts as silence; it is below the rounding noise of 24 bits.
  private static let silence = -150.0

  private static func points(_ bands: [OctaveLevels.Band]) -> Points {
    bands.map { SIMD2($0.centre, $0.level) }
  }
}
