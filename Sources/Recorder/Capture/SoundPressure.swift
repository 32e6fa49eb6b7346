import Boards
import Glibc
import Realtime
import TakeFiles

/// The microphones of a board that can measure sound pressure, because their sensitivity is known.
package struct SoundPressure: Sendable, Equatable {
  /// A microphone that measures: its channel, and its level in dBFS for a sound of 94 dB SPL at the current input gain.
  private struct Gauge: Equatable {
    var channel: Int
    var sensitivity: Double
  }

  private let gauges: [Gauge]

  /// The level, in dB SPL, at which sensitivities are specified: a pressure of 1 Pa.
  package static let reference = 94.0
  /// How many decibels quieter than the loudest microphone another one must be to count as dead or covered.
  private static let largestDifference = 20.0
  /// The share of the measurement for which a microphone must have been alive; it is less than 1 because the bank may
  /// be read while the frames of some channels are not published yet.
  private static let leastShare = 0.99

  /// Selects the microphones for which the board specifies a sensitivity; `nil` if there are none, or if the gain of
  /// the card is unknown.
  ///
  /// - Parameter inputGain: the gain set on the card, in decibels; `nil` if none was requested.
  package init?(_ board: Board, inputGain: Double?) {
    guard board.capture.gainControls.isEmpty || inputGain != nil else { return nil }
    gauges = board.microphones.compactMap { microphone in
      microphone.sensitivity(inputGain: inputGain).map {
        Gauge(channel: microphone.channel, sensitivity: $0)
      }
    }
    guard !gauges.isEmpty else { return nil }
  }

  /// The current sound levels, with time weighting F.
  package func levels(_ bank: SoundLevelBank) -> SoundLevel? {
    level(bank) { ($0.fast, $0.fastA) }
  }

  /// The equivalent levels over the whole measurement: LZeq and LAeq.
  ///
  /// A microphone that was dead during part of the measurement does not count, because it missed that part; if every
  /// microphone was, only the microphones that were alive for the longest time count.
  package func equivalentLevels(_ bank: SoundLevelBank) -> SoundLevel? {
    let longest =
      gauges.filter { $0.channel < bank.channels }
      .map { bank.reading(channel: $0.channel).frames }.max() ?? 0
    return level(bank) { reading in
      let frames = Double(reading.frames)
      guard frames > 0, frames >= Self.leastShare * Double(longest) else { return (0, 0) }
      return (reading.sum / frames, reading.sumA / frames)
    }
  }

  /// The level of the mean power of the microphones; `nil` for digital silence.
  ///
  /// - Parameter squares: returns the mean squares of a microphone, unweighted and A-weighted.
  private func level(
    _ bank: SoundLevelBank, _ squares: (SoundLevelReading) -> (Double, Double)
  ) -> SoundLevel? {
    // Express powers relative to 20 uPa; a full-scale sine, whose mean square is 0.5, is 0 dBFS.
    let powers = gauges.filter { $0.channel < bank.channels }.map { gauge in
      let (unweighted, aWeighted) = squares(bank.reading(channel: gauge.channel))
      let factor = 2 * pow(10, (Self.reference - gauge.sensitivity) / 10)
      return (factor * unweighted, factor * aWeighted)
    }
    let most = powers.map(\.0).max() ?? 0
    let heard = powers.filter { $0.0 > most * pow(10, -Self.largestDifference / 10) }
    guard most > 0, !heard.isEmpty else { return nil }
    let count = Double(heard.count)
    let aWeighted = heard.map(\.1).reduce(0, +) / count
    return SoundLevel(
      unweighted: 10 * log10(heard.map(\.0).reduce(0, +) / count),
      aWeighted: 10 * log10(max(aWeighted, 1e-20)))
  }
}

extension Microphone {
  /// The level in dBFS for a sound of 94 dB SPL with an input gain; board files specify it for a gain of 0 dB.
  func sensitivity(inputGain: Double?) -> Double? {
    sensitivity.map { $0 + (inputGain ?? 0) }
  }
}
