import Glibc

/// Finds the onset of a sound: the first moment at which the power of all channels together comes close to its peak.
enum SoundOnset {
  /// Returns the frames of a sound from its onset on.
  ///
  /// - Parameters:
  ///   - frames: the frames of the sound, whose start is known to within a few milliseconds.
  ///   - signals: the samples of every channel.
  static func frames(_ frames: Range<Int>, in signals: [[Double]], rate: Double) -> Range<Int> {
    let count = signals.first?.count ?? 0
    let first = max(1, frames.lowerBound - Int(earlySeconds * rate))
    let last = min(count, frames.lowerBound + Int(lateSeconds * rate))
    guard first < last else { return frames }
    // The differences of neighbouring samples contain little rumble.
    let powers = (first..<last).map { frame in
      signals.reduce(0) { sum, signal in
        let change = signal[frame] - signal[frame - 1]
        return sum + change * change
      }
    }
    let width = max(1, Int(smoothSeconds * rate))
    var sum = 0.0
    let smooth = powers.indices.map { index -> Double in
      sum += powers[index] - (index >= width ? powers[index - width] : 0)
      return sum
    }
    let most = smooth.max() ?? 0
    let onset = smooth.firstIndex { $0 > share * most } ?? 0
    let start = first + max(0, onset - width)
    return start..<max(start + 1, frames.upperBound)
  }

  /// The times in seconds before and after the stated start between which the onset lies.
  private static let earlySeconds = 0.005
  private static let lateSeconds = 0.04
  /// The time in seconds over which the power is smoothed.
  private static let smoothSeconds = 0.0003
  /// The fraction of its peak power at which a sound has begun: 10 dB below the peak.
  private static let share = 0.1
}
