import Glibc

/// The analysed part of every sound.
///
/// In the open all of a sound is direct sound, and more of it is more exact. In a room the first reflections come 3 to
/// 6 ms after the direct sound, and after 50 ms there is nothing else; so a few milliseconds from the onset are better.
enum SoundStretch: Sendable, Equatable {
  /// All of it, in blocks that overlap by half.
  case whole
  /// One short block at its onset.
  case onset

  /// The length of a block in seconds: a clap with its decay, or the direct sound with the first reflections fading
  /// out.
  var seconds: Double { self == .whole ? 0.0427 : 0.008 }

  /// The length of a block in frames at a sample rate.
  func length(rate: Int) -> Int { max(64, Int(seconds * Double(rate)) / 2 * 2) }

  /// The ratio of transform length to block length, for bins of some 25 to 30 Hz.
  var padding: Int { self == .whole ? 1 : 4 }

  /// The frames of a block before its sound: a clap should begin where the window has risen.
  func lead(_ length: Int) -> Int { self == .whole ? length / 8 : length / 6 }

  /// A window that is flat in the middle.
  ///
  /// - Source: F. J. Harris, "On the use of windows for harmonic analysis", 1978: the Tukey window. At an onset its
  ///   fall is longer than its rise, so that later reflections are softer.
  func window(_ length: Int) -> [Double] {
    let (rise, fall) = self == .whole ? (length / 4, length / 4) : (length / 8, length * 2 / 5)
    return (0..<length).map { place in
      Self.edge(place, rise) * Self.edge(length - 1 - place, fall)
    }
  }

  /// A half cosine that rises from 0 to 1 over an edge.
  private static func edge(_ place: Int, _ edge: Int) -> Double {
    place < edge ? 0.5 - 0.5 * cos(.pi * (Double(place) + 0.5) / Double(edge)) : 1
  }
}
