import Beamforming
import Drawings
import Glibc
import SimulatedBoard

/// The spectrum of every voice in a take, beside the spectrum of the dry voice.
struct VoiceSpectra {
  /// The sounds, in the order of their charts.
  let sounds: [TakeReport.Row]
  /// The range of levels that every chart has, so that the charts can be compared.
  let range: [Double]

  /// The frequencies that are labelled below the charts.
  private static let written = [
    (100.0, "100"), (500, "500"), (2000, "2k"), (8000, "8k"), (16000, "16k"),
  ]

  /// One chart for each sound that was heard.
  var fragments: [String] { sounds.compactMap { sound in sound.spectrum.map { chart(sound, $0) } } }

  private func chart(_ sound: TakeReport.Row, _ spectrum: VoiceSpectrum) -> String {
    var chart = Chart(
      title: "\(sound.name), \(Self.place(sound.placed.azimuth)), dB",
      x: Self.written.map { .init(log2($0.0), $0.1) },
      y: Chart.ticks(holding: range, least: -20...5))
    func points(_ levels: [Double]) -> [SIMD2<Double>] {
      zip(spectrum.thirds, levels).map { SIMD2(log2($0), $1) }
    }
    chart.curves.append(.init(style: "trace dotted thin", points: points(spectrum.dry)))
    chart.curves.append(.init(style: "trace", points: points(spectrum.heard)))
    return chart.fragment()
  }

  /// An azimuth in words, such as "30° LEFT".
  private static func place(_ azimuth: Double) -> String {
    let degrees = abs(azimuth).text(digits: 0)
    switch degrees {
    case "0": return "ahead"
    case "180": return "behind"
    default: return "\(degrees)° \(azimuth < 0 ? "LEFT" : "RIGHT")"
    }
  }
}
