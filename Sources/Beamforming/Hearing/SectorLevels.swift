import Acoustics
import Glibc

/// The level differences between opposite sides of the horizon, in each octave.
struct SectorLevels {
  private let signals: HorizonSignals

  /// The centres of the octaves in hertz.
  static let octaves = [125.0, 250, 500, 1000, 2000, 4000, 8000, 16000]

  /// The octaves that a sample rate can represent.
  static func octaves(rate: Int) -> [Double] {
    octaves.filter { $0 * 2.0.squareRoot() <= 0.5 * Double(rate) }
  }

  init(_ signals: HorizonSignals) { self.signals = signals }

  /// The level of sounds from within 45 degrees of forward relative to sounds from within 45 degrees of straight
  /// behind, in decibels, for all outputs together.
  func frontToBack(octave: Double) -> Double {
    ratio(outputs: Array(0..<signals.outputs), centre: 0) { Self.octaveWeight($0, octave) }
  }

  /// The front-to-back ratio of pink noise, A-weighted, from 0.2 to 8 kHz, in decibels.
  func broadbandFrontToBack() -> Double {
    ratio(outputs: Array(0..<signals.outputs), centre: 0, weight: Self.broadbandWeight)
  }

  /// The level of sounds from a channel's own side relative to sounds from the other side, in decibels: the mean of
  /// both channels.
  func leftToRight(octave: Double) -> Double {
    let left = ratio(outputs: [0], centre: signals.count / 4) { Self.octaveWeight($0, octave) }
    let right = ratio(outputs: [1], centre: 3 * signals.count / 4) { Self.octaveWeight($0, octave) }
    return (left + right) / 2
  }

  /// The power of A-weighted pink noise at a frequency.
  static func broadbandWeight(_ frequency: Double) -> Double {
    FilterDesigner.levelRange.contains(frequency) ? AWeighting.power(frequency) / frequency : 0
  }

  /// Returns 1 for a frequency within an octave, and 0 for any other.
  static func octaveWeight(_ frequency: Double, _ octave: Double) -> Double {
    let root = 2.0.squareRoot()
    return frequency >= octave / root && frequency < octave * root ? 1 : 0
  }

  /// The ratio of the power from within 45 degrees of a direction to the power from within 45 degrees of the opposite
  /// direction.
  private func ratio(outputs: [Int], centre: Int, weight: (Double) -> Double) -> Double {
    var powers = [SIMD4<Double>](repeating: .zero, count: signals.chunks)
    for bin in 1..<signals.bins {
      let value = weight(Double(bin) * signals.step)
      if value == 0 { continue }
      for output in outputs {
        signals.addPower(output: output, bin: bin, weight: value, to: &powers)
      }
    }
    func sector(_ centre: Int) -> Double {
      let half = signals.count / 8
      return (-half...half).reduce(0) { sum, offset in
        let q = (centre + offset + signals.count) % signals.count
        return sum + powers[q / 4][q % 4]
      }
    }
    return 10 * log10((sector(centre) + 1e-30) / (sector(centre + signals.count / 2) + 1e-30))
  }
}
