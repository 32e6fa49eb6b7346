import Glibc

/// The part of every sound that is analysed.
///
/// Outdoors, the whole sound is direct sound, and analysing more of it gives a more accurate result. In a room, the
/// first reflections arrive 3 to 6 ms after the direct sound, and after 50 ms there is nothing but reflections, so a
/// few milliseconds from the onset are better.
enum SoundStretch: Sendable, Equatable {
  /// The whole sound, in blocks that overlap by half.
  case whole
  /// One short block at the onset of the sound.
  case onset

  /// The length of a block in seconds: enough for a clap with its decay, or for the direct sound with the first
  /// reflections, which the window fades out.
  var seconds: Double { self == .whole ? 0.0427 : 0.008 }

  /// The length of a block in frames at a sample rate.
  func length(rate: Int) -> Int { max(64, Int(seconds * Double(rate)) / 2 * 2) }

  /// The ratio of the transform's length to the block's; it makes bins about 25 to 30 Hz wide.
  var padding: Int { self == .whole ? 1 : 4 }

  /// The number of frames in a block before its sound begins: a clap should begin where the window has already risen.
  func lead(_ length: Int) -> Int { self == .whole ? length / 8 : length / 6 }

  /// Returns a window that is flat in the middle.
  ///
  /// - Source: F. J. Harris, "On the use of windows for harmonic analysis", 1978: the Tukey window. At an onset, the
  ///   window falls more slowly than it rises, so that later reflections are softer.
  func window(_ length: Int) -> [Double] {
    let (rise, fall) = self == .whole ? (length / 4, length / 4) : (length / 8, length * 2 / 5)
    return (0..<length).map { place in
      Self.edge(place, rise) * Self.edge(length - 1 - place, fall)
    }
  }

  /// Half of a cosine that rises from 0 to 1 over the length of an edge.
  private static func edge(_ place: Int, _ edge: Int) -> Double {
    place < edge ? 0.5 - 0.5 * cos(.pi * (Double(place) + 0.5) / Double(edge)) : 1
  }
}
