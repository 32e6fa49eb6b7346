import CSndfile
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

  /// Outlines a file, or a part of it; `nil` if libsndfile cannot read the file.
  ///
  /// - Parameter range: the part in milliseconds; `nil` for the whole file.
  init?(_ file: OpenTakeFile, _ range: Range<Int>? = nil) {
    (left, right, isSampled) = ([], [], false)
    // libsndfile gets its own descriptor, because it closes the one that it is given even if it cannot read the file.
    let own = fcntl(file.descriptor, F_DUPFD_CLOEXEC, 0)
    guard own >= 0 else { return nil }
    lseek(own, 0, SEEK_SET)
    var info = SF_INFO()
    guard let handle = sf_open_fd(own, Int32(SFM_READ), &info, 1) else { return nil }
    defer { sf_close(handle) }
    let (all, channels) = (Int(info.frames), Int(info.channels))
    guard all > 0, all < 1 << 40, (1...2).contains(channels) else { return nil }
    let wanted = range.map {
      ($0.lowerBound * Int(info.samplerate) / 1000)..<($0.upperBound * Int(info.samplerate) / 1000)
    }
    let shown = (wanted ?? 0..<all).clamped(to: 0..<all)
    let (first, frames) = (shown.lowerBound, shown.count)
    var samples = [Float](repeating: 0, count: Self.framesRead * channels)
    for part in 0..<Self.parts {
      let start = first + frames * part / Self.parts
      let length = first + frames * (part + 1) / Self.parts - start
      isSampled = isSampled || length > Self.framesRead
      // The frames are read from the middle of the part.
      let wanted = min(length, Self.framesRead)
      sf_seek(handle, sf_count_t(start + (length - wanted) / 2), SEEK_SET)
      let count = Int(sf_readf_float(handle, &samples, sf_count_t(wanted)))
      left.append(Self.reach(samples, 0, channels, count))
      right.append(Self.reach(samples, channels - 1, channels, count))
    }
  }

  private static func reach(_ samples: [Float], _ first: Int, _ step: Int, _ frames: Int) -> Int {
    var highest: Float = 0
    for n in 0..<max(0, frames) { highest = max(highest, abs(samples[n * step + first])) }
    let decibels = 20 * log10(max(highest, 1e-6))
    return Int((255 * min(1, max(0, 1 + decibels / Self.range))).rounded())
  }
}
