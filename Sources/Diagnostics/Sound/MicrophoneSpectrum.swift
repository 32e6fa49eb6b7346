import Acoustics
import Boards
import Glibc

/// The spectrum of one microphone.
package struct MicrophoneSpectrum: Sendable, Equatable {
  /// The name of the microphone.
  package var name: String
  /// The channel of the capture device that the microphone uses.
  package var channel: Int
  /// The A-weighted level in dBFS.
  package var level: Double
  /// The levels in bands of a sixth of an octave, the lowest first.
  package var bands: [OctaveLevels.Band]

  /// The number of bands per octave.
  private static let perOctave = 6
  /// The frequency of the lowest band in hertz; lower bands would be narrower than a bin.
  private static let lowest = 25.0

  /// The spectra of all microphones of a board.
  ///
  /// - Precondition: the sound has the channels of the board, and lasts at least a third of a second.
  package static func all(_ sound: CapturedSound, board: Board) -> [MicrophoneSpectrum] {
    let spectra = SoundSpectra(sound)
    let centres = centres(rate: sound.rate)
    return board.microphones.map { microphone in
      let levels = bands(spectra.densities[microphone.channel], spectra.step, centres)
      return MicrophoneSpectrum(
        name: microphone.name, channel: microphone.channel,
        level: spectra.weightedLevel(microphone.channel), bands: levels)
    }
  }

  /// The bands of white noise with the given level in dBFS(A).
  ///
  /// - Parameter rate: frames per second.
  package static func white(level: Double, rate: Int) -> [OctaveLevels.Band] {
    let step = 10.0
    let densities = (0...(rate / 20)).map { AWeighting.power(Double($0) * step) }
    let weighted = densities.reduce(0, +) * step
    return centres(rate: rate).map {
      OctaveLevels.Band(centre: $0, level: level + 10 * log10(width(of: $0) / weighted))
    }
  }

  private static func centres(rate: Int) -> [Double] {
    let steps = Int(log2(Double(rate) / 2 / lowest) * Double(perOctave))
    return (0..<max(0, steps)).map { lowest * pow(2, (Double($0) + 0.5) / Double(perOctave)) }
  }

  private static func width(of centre: Double) -> Double {
    let half = pow(2, 0.5 / Double(perOctave))
    return centre * half - centre / half
  }

  private static func bands(
    _ densities: [Double], _ step: Double, _ centres: [Double]
  ) -> [OctaveLevels.Band] {
    // Between the two edges of a bin, the power below a frequency grows linearly.
    var below = [0.0]
    for density in densities { below.append(below[below.count - 1] + density * step) }
    func power(below frequency: Double) -> Double {
      let place = min(Double(densities.count) - 1e-9, max(0, frequency / step + 0.5))
      let bin = Int(place)
      return below[bin] + (place - Double(bin)) * (below[bin + 1] - below[bin])
    }
    return centres.map { centre in
      let half = pow(2, 0.5 / Double(perOctave))
      let power = power(below: centre * half) - power(below: centre / half)
      return OctaveLevels.Band(centre: centre, level: 10 * log10(2 * max(1e-30, power)))
    }
  }
}
