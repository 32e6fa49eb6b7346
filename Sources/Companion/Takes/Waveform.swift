import CSndfile
import Glibc

/// The outline of a take: the peaks of left and right in each part, in decibels.
///
/// 255 is full scale, 0 is -60 dB or less.
///
/// For a long take only some frames of each part are read: the outline of an hour appears in a moment, and may miss a
/// single click.
package struct Waveform: Sendable, Equatable, Codable {
  /// The number of parts: enough for any screen.
  static let parts = 400
  /// Decibels from the lowest drawn level to full scale, as in the meters.
  private static let range: Float = 60
  /// Frames read in a part.
  private static let framesRead = 2048

  /// The peaks of the left side.
  package var left: [Int]
  /// The peaks of the right side.
  package var right: [Int]
  /// True if not every frame was read.
  package var isSampled: Bool

  /// The outline of a file, or of a part of it; `nil` if libsndfile cannot read it.
  ///
  /// - Parameter range: milliseconds of the file; `nil` for all.
  init?(_ file: OpenTakeFile, _ range: Range<Int>? = nil) {
    (left, right, isSampled) = ([], [], false)
    // libsndfile moves the file offset of its descriptor, and closes it even if it cannot read the file.
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
      // The middle of the part.
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
