import Glibc

/// The short tones in the headphones that signal the start and the end of a take.
enum Tone {
  /// The length of a tone in seconds.
  static let seconds = 0.08
  /// The amplitude of a tone, -20 dBFS, which is audible beside any sound but never loud.
  static let amplitude = 0.1
  /// Seconds of the raised-cosine fades at both ends of a tone, which prevent clicks.
  static let edgeSeconds = 0.01
  /// The frequency of the tone for the start of a take, in hertz; it is the higher tone.
  static let startHertz = 880.0
  /// The frequency of the tone for the end of a take, in hertz; it is an octave lower.
  static let stopHertz = 440.0

  /// Computes the samples of a tone at a sample rate.
  static func samples(hertz: Double, rate: Double) -> [Float] {
    let count = Int(seconds * rate)
    let edge = edgeSeconds * rate
    return (0..<count).map { n in
      let distance = min(Double(n) + 0.5, Double(count - n) - 0.5)
      let window = distance < edge ? 0.5 - 0.5 * cos(.pi * distance / edge) : 1
      return Float(amplitude * window * sin(2 * .pi * hertz * Double(n) / rate))
    }
  }
}
