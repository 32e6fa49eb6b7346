import Acoustics
import Boards
import Glibc

/// The correction that gives a channel the same level, polarity and time as its neighbours, as one factor per
/// frequency.
///
/// Gain, polarity and delay come from the board file.
struct Correction: Sendable, Equatable {
  private let factor: Double
  private let delay: Double

  /// Creates the correction of a microphone: it adds `gain` decibels, restores the polarity of an inverted channel, and
  /// advances a late channel.
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

  /// The factor that turns the corrected signal back into the channel's own signal.
  func inverse(_ frequency: Double) -> Complex { Complex(1) / value(frequency) }
}
