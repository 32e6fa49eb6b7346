import Acoustics
import Glibc

/// The spectra of one sound in every channel, in blocks that overlap by half.
struct SoundBlocks {
  /// The spectra, `[channel][block][bin]`, from the first bin of the band on.
  let spectra: [[[Complex]]]

  /// The length of a block in seconds, which holds a clap with its decay in a room, and gives bins of some 25 Hz.
  static let seconds = 0.0427

  /// The length of a block in frames at a sample rate.
  static func length(rate: Int) -> Int { max(64, Int(seconds * Double(rate)) / 2 * 2) }

  /// Transforms the blocks of a sound.
  ///
  /// - Parameters:
  ///   - shifts: frames by which each channel is read later, so that all blocks hold the same sound.
  ///   - most: the greatest number of blocks.
  init(
    _ signals: [[Double]], frames: Range<Int>, shifts: [Int], band: Range<Int>,
    transform: RealFourierTransform, most: Int = .max
  ) {
    let length = transform.length
    let window = Self.window(length)
    // A clap shall begin where the window has risen.
    let lead = length / Self.taper / 2
    let count = min(most, max(1, 2 * (frames.count + lead) / length - 1))
    spectra = signals.indices.map { channel in
      let signal = signals[channel]
      return (0..<count).map { block in
        let start = frames.lowerBound - lead + block * length / 2 + shifts[channel]
        let piece = (0..<length).map { place -> Double in
          let frame = start + place
          return signal.indices.contains(frame) ? signal[frame] * window[place] : 0
        }
        return Array(transform.forward(piece)[band])
      }
    }
  }

  /// The length of a block over that of the rise, and of the fall, of the window.
  private static let taper = 4

  /// A window that is flat in the middle.
  ///
  /// - Source: F. J. Harris, "On the use of windows for harmonic analysis", 1978: the Tukey window.
  private static func window(_ length: Int) -> [Double] {
    let edge = length / taper
    return (0..<length).map { place in
      let nearest = min(place, length - 1 - place)
      return nearest < edge ? 0.5 - 0.5 * cos(.pi * (Double(nearest) + 0.5) / Double(edge)) : 1
    }
  }
}
