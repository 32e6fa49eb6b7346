import Acoustics

/// The spectra of one sound in every channel, computed in blocks that overlap by half.
struct SoundBlocks {
  /// The spectra, `[channel][block][bin]`; the first bin is the first one of the band.
  let spectra: [[[Complex]]]

  /// Computes the spectra of the blocks of a sound.
  ///
  /// - Parameters:
  ///   - shifts: the number of frames by which each channel is read later, so that its blocks hold the same sound.
  ///   - stretch: the part of the sound that `frames` covers.
  ///   - most: the maximum number of blocks.
  init(
    _ signals: [[Double]], frames: Range<Int>, shifts: [Int], band: Range<Int>,
    transform: RealFourierTransform, stretch: SoundStretch, most: Int = .max
  ) {
    let length = transform.length / stretch.padding
    let window = stretch.window(length)
    let lead = stretch.lead(length)
    let all = stretch == .onset ? 1 : max(1, 2 * (frames.count + lead) / length - 1)
    let count = min(most, all)
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
}
