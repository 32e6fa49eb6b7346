import Diagnostics
import Glibc

/// The power of all channels together in short steps, which separates sounds from quiet.
struct SoundEnvelope {
  /// The length of a step in seconds.
  static let step = 0.005
  /// A power that counts as no sound at all; it is below the power of one bit in 24.
  private static let nothing = 1e-15
  /// For each step, the mean square of the differences of neighbouring samples, to which rumble and wind contribute
  /// little.
  let powers: [Double]
  /// The power above which a step contains a sound.
  let limit: Double

  init(_ sound: CapturedSound) {
    let length = max(1, Int(Self.step * Double(sound.rate)))
    let steps = sound.frames / length
    var powers = [Double](repeating: 0, count: steps)
    for channel in 0..<sound.channels {
      let samples = sound.samples(of: channel)
      for step in 0..<steps {
        var power = 0.0
        for frame in max(1, step * length)..<((step + 1) * length) {
          let change = samples[frame] - samples[frame - 1]
          power += change * change
        }
        powers[step] += power / Double(length)
      }
    }
    self.powers = powers
    // Steps that lie in gaps have no power at all, and do not count.
    let heard = powers.filter { $0 > Self.nothing }.sorted()
    let quiet = heard.isEmpty ? Self.nothing : heard[heard.count / Self.quietest]
    limit = max(
      quiet * pow(10, Self.riseDecibels / 10),
      (heard.last ?? 0) * pow(10, -Self.fallDecibels / 10))
  }

  /// The steps of every sound, from where the level rises to where it has been low for a while.
  func bursts(in range: Range<Int>) -> [Range<Int>] {
    var found: [Range<Int>] = []
    var index = range.lowerBound
    while let first = powers[index..<range.upperBound].firstIndex(where: { $0 > limit }) {
      index = end(from: first, to: range.upperBound)
      found.append(first..<index)
    }
    return found
  }

  /// The step at which a sound ends: the quiet after it lasts long enough to separate it from the next sound.
  private func end(from first: Int, to last: Int) -> Int {
    let pause = Int((Self.pauseSeconds / Self.step).rounded())
    var end = first + 1
    while end < last {
      let next = powers[end..<min(last, end + pause)].firstIndex { $0 > limit }
      guard let next else { break }
      end = next + 1
    }
    return end
  }

  /// The level in decibels above the quiet part at which a sound begins.
  private static let riseDecibels = 15.0
  /// The level in decibels below the loudest step under which a sound is ignored, because it is an echo or a footstep.
  private static let fallDecibels = 30.0
  /// One step in this many is quieter than the level taken for the quiet part.
  private static let quietest = 50
  /// The length in seconds of the quiet that ends a sound.
  private static let pauseSeconds = 0.1
}
