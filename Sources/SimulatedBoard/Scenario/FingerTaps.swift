import Boards
import Glibc

/// The signals of fingers tapping on microphones.
///
/// The tapped microphone picks up a short, deep thud; the others pick up the thud through the board, at a much
/// lower level.
struct FingerTaps: Sendable {
  /// The first frame of every tap, and the index of the microphone that is tapped.
  private let taps: [(frame: Int, microphone: Int)]
  private let rate: Double

  /// The amplitude of a tap, as a fraction of full scale: a finger on a port is louder than any
  /// voice.
  private static let amplitude = 0.4
  /// The fraction of a tap's amplitude at the other microphones: -26 dB.
  private static let leak = 0.05
  /// The frequency of the thud in hertz, and the time constant of its decay in seconds.
  private static let (frequency, decay) = (350.0, 0.008)
  /// The duration of a tap in seconds, until it has died away.
  private static let length = 0.1

  /// The taps of a scenario; `nil` if there are none.
  init?(_ hands: [Scenario.Hand], microphones: [String], rate: Double) {
    taps = hands.compactMap { hand in
      guard case .tap(let name) = hand.action, let index = microphones.firstIndex(of: name) else {
        return nil
      }
      return (Int((hand.at * rate).rounded()), index)
    }
    guard !taps.isEmpty else { return nil }
    self.rate = rate
  }

  /// The taps' contribution to a microphone's signal in a frame, as a fraction of full scale.
  func value(microphone: Int, frame: Int) -> Double {
    taps.reduce(0) { sum, tap in
      let seconds = Double(frame - tap.frame) / rate
      guard (0..<Self.length).contains(seconds) else { return sum }
      let part = tap.microphone == microphone ? 1 : Self.leak
      return sum + part * Self.amplitude * exp(-seconds / Self.decay)
        * sin(2 * .pi * Self.frequency * seconds)
    }
  }
}
