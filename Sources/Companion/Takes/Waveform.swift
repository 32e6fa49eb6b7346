import Glibc

/// The outline of a take: the highest levels of left and right in each part of it, in decibels.
///
/// The value 255 is full scale, and 0 is -60 dB or less.
///
/// In each part of a long take, only some frames are read, so that even the outline of an hour appears at once; it may
/// miss a single click.
package struct Waveform: Sendable, Equatable, Codable {
  /// The number of parts, enough for any screen.
  static let parts = 400
  /// Decibels from the lowest level drawn to full scale, as in the meters.
  private static let range: Float = 60
  /// The maximum number of frames read in each part.
  private static let framesRead = 2048

  /// The highest level of the left channel in each part.
  package var left: [Int]
  /// The highest level of the right channel in each part.
  package var right: [Int]
  /// True if only some of the frames were read.
  package var isSampled: Bool

  /// Outlines a take, or a part of it; `nil` if libsndfile cannot read a file of the take.
  ///
  /// - Parameter range: the part in milliseconds; `nil` for the whole take.
  init?(_ sound: MultipartSound, _ range: Range<Int>? = nil) {
    (left, right, isSampled) = ([], [], false)
    let wanted = range.map {
      ($0.lowerBound * sound.rate / 1000)..<($0.upperBound * sound.rate / 1000)
    }
    let shown = (wanted ?? 0..<sound.frames).clamped(to: 0..<sound.frames)
    for part in 0..<Self.parts {
      let start = shown.lowerBound + shown.count * part / Self.parts
      let length = shown.lowerBound + shown.count * (part + 1) / Self.parts - start
      isSampled = isSampled || length > Self.framesRead
      // The frames are read from the middle of the part.
      let wanted = min(length, Self.framesRead)
      let first = start + (length - wanted) / 2
      guard let highest = sound.highest(in: first..<(first + wanted)) else { return nil }
      left.append(Self.reach(highest.left))
      right.append(Self.reach(highest.right))
    }
  }

  private static func reach(_ highest: Float) -> Int {
    let decibels = 20 * log10(max(highest, 1e-6))
    return Int((255 * min(1, max(0, 1 + decibels / Self.range))).rounded())
  }
}
