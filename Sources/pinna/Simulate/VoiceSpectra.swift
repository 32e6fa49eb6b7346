import Beamforming
import Drawings
import Glibc
import SimulatedBoard

/// The spectrum of every voice in a take beside that of the dry voice.
struct VoiceSpectra {
  /// The sounds, in the order of their charts.
  let sounds: [TakeReport.Row]

  /// The frequencies that are written below the charts.
  private static let written = [
    (100.0, "100"), (500, "500"), (2000, "2k"), (8000, "8k"), (16000, "16k"),
  ]

  /// A chart for every sound that was heard.
  var fragments: [String] {
    sounds.compactMap { sound in sound.spectrum.map { Self.chart(sound, $0) } }
  }

  private static func chart(_ sound: TakeReport.Row, _ spectrum: VoiceSpectrum) -> String {
    var chart = Chart(
      title: "\(sound.name), \(sound.placed.azimuth.signedText(digits: 0))°, dB",
      x: written.map { .init(log2($0.0), $0.1) },
      y: Chart.ticks(holding: spectrum.dry + spectrum.heard, least: -20...5))
    func points(_ levels: [Double]) -> [SIMD2<Double>] {
      zip(spectrum.thirds, levels).map { SIMD2(log2($0), $1) }
    }
    chart.curves.append(.init(style: "trace dotted thin", points: points(spectrum.dry)))
    chart.curves.append(.init(style: "trace", points: points(spectrum.heard)))
    return chart.fragment()
  }
}
