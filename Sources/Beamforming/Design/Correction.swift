import Acoustics
import Boards
import Glibc

/// The correction of a channel to the level, polarity and time of its neighbours: gain, polarity and delay from a board
/// file, as one factor per frequency.
struct Correction: Sendable, Equatable {
  private let factor: Double
  private let delay: Double

  /// The correction of a microphone: `gain` decibels are added, an inverted channel is inverted again, a late channel
  /// is advanced.
  init(_ microphone: Microphone) {
    factor = pow(10, microphone.gain / 20) * (microphone.isInverted ? -1 : 1)
    delay = microphone.delay
  }

  /// True if there is nothing to correct.
  var isIdentity: Bool { factor == 1 && delay == 0 }

  /// The factor at a frequency in hertz.
  func value(_ frequency: Double) -> Complex {
    CausalFilter.turn(2 * .pi * frequency * delay) * factor
  }

  /// The factor that turns the corrected signal back into the signal of the channel.
  func inverse(_ frequency: Double) -> Complex { Complex(1) / value(frequency) }
}
