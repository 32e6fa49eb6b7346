import Boards
import Diagnostics
import Glibc

/// The sensitivities of microphones, measured with the tone of a sound calibrator.
///
/// A calibrator produces a tone of 1 kHz at a known level: usually 94 dB SPL, sometimes 104 or 114 dB SPL. Its coupler
/// fits over one microphone. Without a coupler, use a loudspeaker, and a sound level meter beside the board, for all
/// microphones.
///
/// - Source: IEC 60942 (calibrators; their tone is 1 kHz, here to within 2 %).
package struct LevelCalibration: Sendable, Equatable {
  /// A microphone that heard the tone.
  package struct Microphone: Sendable, Equatable {
    /// The index of the microphone in the board.
    package var index: Int
    /// The level of the tone in the microphone's channel, in dBFS; a full-scale sine is 0 dBFS.
    package var level: Double
    /// The sensitivity in dBFS at 94 dB SPL, for an input gain of 0 dB.
    package var sensitivity: Double
  }

  /// The microphones that heard the tone, in the order of the board.
  package let microphones: [Microphone]
  /// The frequency of the tone in hertz.
  package let hertz: Double

  /// The length of sound in seconds that a measurement needs.
  package static let seconds = 5.0
  /// The levels of tones that are accepted, in dB SPL.
  package static let levels = 60.0...130.0
  /// The length in seconds of the blocks in which the level is measured.
  private static let blockSeconds = 0.5
  /// The frequencies of tones that are accepted, in hertz.
  private static let frequencies = 980.0...1020.0
  /// The largest permitted difference between blocks in decibels: a loose coupler lets the tone drift.
  private static let largestDrift = 0.5
  /// The decibels by which the tone must exceed everything else in the sound.
  private static let leastClearance = 10.0

  /// Measures the tone.
  ///
  /// - Parameters:
  ///   - level: the level of the tone, in dB SPL.
  ///   - inputGain: the decibels that were set on the card; `nil` if none were requested.
  ///   - only: the indices of the microphones that hear the tone; `nil` for all.
  /// - Throws: ``CalibrationRefusal`` if the sound is from another device, or has no clear and steady tone of 1 kHz.
  package init(
    _ sound: CapturedSound, board: Board, level: Double, inputGain: Double?, only: [Int]? = nil
  ) throws(CalibrationRefusal) {
    guard sound.channels == board.capture.channels else {
      throw .otherDevice(channels: sound.channels, wanted: board.capture.channels)
    }
    guard board.capture.gainControls.isEmpty || inputGain != nil else { throw .gainUnknown }
    let wanted = only ?? Array(board.microphones.indices)
    let block = Int(Self.blockSeconds * Double(sound.rate))
    guard sound.frames >= 2 * block else {
      throw .noTone(wanted.map { board.microphones[$0].name })
    }
    let channels = wanted.map { sound.samples(of: board.microphones[$0].channel) }
    let loudest = channels.max { Self.power($0) < Self.power($1) } ?? []
    hertz = Self.frequency(in: loudest, rate: Double(sound.rate))
    var (found, deaf): ([Microphone], [String]) = ([], [])
    for (index, samples) in zip(wanted, channels) {
      let microphone = board.microphones[index]
      let magnitudes = samples.map(abs)
      if let peak = magnitudes.max(), peak >= sound.clipLevel {
        throw .toneClipped(microphone.name)
      }
      let (tone, drift, rest) = Self.tone(
        in: samples, hertz: hertz, rate: Double(sound.rate), block: block)
      guard tone > rest * pow(10, Self.leastClearance / 10) else {
        deaf.append(microphone.name)
        continue
      }
      guard drift <= Self.largestDrift else { throw .toneUnsteady(microphone.name, by: drift) }
      // The mean square of a full-scale sine is 0.5.
      let heard = 10 * log10(2 * tone)
      found.append(
        Microphone(
          index: index, level: heard, sensitivity: heard - (level - 94) - (inputGain ?? 0)))
    }
    guard deaf.isEmpty else { throw .noTone(deaf) }
    microphones = found
  }

  private static func power(_ samples: [Double]) -> Double {
    samples.reduce(0) { $0 + $1 * $1 }
  }

  /// The frequency of the tone: the frequency at which one second of sound has the most power.
  private static func frequency(in samples: [Double], rate: Double) -> Double {
    let second = Array(samples.prefix(Int(rate)))
    func strongest(_ places: StrideThrough<Double>) -> Double {
      places.max { power(of: second, at: $0, rate) < power(of: second, at: $1, rate) } ?? 1000
    }
    let near = strongest(
      stride(from: frequencies.lowerBound, through: frequencies.upperBound, by: 1))
    return strongest(stride(from: near - 1, through: near + 1, by: 0.05))
  }

  /// The mean square of a tone in samples, measured through a Hann window.
  private static func power(of samples: [Double], at hertz: Double, _ rate: Double) -> Double {
    let (step, turn) = (2 * Double.pi * hertz / rate, 2 * Double.pi / Double(samples.count))
    var (real, imaginary, sum) = (0.0, 0.0, 0.0)
    for (n, x) in samples.enumerated() {
      let window = 0.5 - 0.5 * cos(turn * Double(n))
      real += window * x * cos(step * Double(n))
      imaginary += window * x * sin(step * Double(n))
      sum += window
    }
    return 2 * (real * real + imaginary * imaginary) / (sum * sum)
  }

  /// The mean square of the tone, the difference between its loudest and softest blocks in decibels, and the mean
  /// square of the rest.
  private static func tone(
    in samples: [Double], hertz: Double, rate: Double, block: Int
  ) -> (tone: Double, drift: Double, rest: Double) {
    let blocks = stride(from: 0, through: samples.count - block, by: block).map { start in
      let part = Array(samples[start..<(start + block)])
      let mean = part.reduce(0, +) / Double(block)
      let all = part.reduce(0) { $0 + ($1 - mean) * ($1 - mean) } / Double(block)
      return (tone: power(of: part, at: hertz, rate), all: all)
    }
    let tones = blocks.map(\.tone)
    let mean = tones.reduce(0, +) / Double(tones.count)
    let all = blocks.map(\.all).reduce(0, +) / Double(blocks.count)
    let (least, most) = (tones.min() ?? 0, tones.max() ?? 0)
    let drift = least > 0 ? 10 * log10(most / least) : .infinity
    return (mean, drift, max(0, all - mean))
  }
}

/// A board file with measured sensitivities, for a person to review and put in place.
package struct LevelProposal: Sendable, Equatable {
  /// The proposed text.
  package let text: String

  /// Puts the sensitivities found by a calibration into the text of a board file.
  ///
  /// - Throws: ``CalibrationRefusal/unwritable(why:)`` if values of the file cannot be replaced in their present form.
  package init(
    _ calibration: LevelCalibration, text: String, board: Board
  ) throws(CalibrationRefusal) {
    let changes = calibration.microphones.map { found in
      (found.index, fixed(found.sensitivity), (found.sensitivity * 100).rounded() / 100)
    }
    self.text = try CalibrationProposal.replacing(changes, key: "sensitivity", in: text, of: board)
    {
      $0.sensitivity = $1
    }
  }
}
