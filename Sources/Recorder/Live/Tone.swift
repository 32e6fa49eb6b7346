import Glibc

/// The short tones in the headphones that signal the start and the end of a take.
enum Tone {
  /// Seconds of a tone.
  static let seconds = 0.08
  /// -20 dBFS: audible beside any sound, never loud.
  static let amplitude = 0.1
  /// Seconds of the raised-cosine fades at both ends: no click.
  static let edgeSeconds = 0.01
  /// The tone of a start, in hertz: up.
  static let startHertz = 880.0
  /// The tone of an end, in hertz: an octave down.
  static let stopHertz = 440.0

  /// The samples of a tone at a rate.
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
