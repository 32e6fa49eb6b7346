import TestSupport
import Testing

@testable import Realtime

@Suite("The spectra of the microphones' windows")
struct MicrophoneWindowsTests {
  private func frames(_ count: Int, groups: Int, seed: UInt64) -> [Lanes] {
    var seeded = SeededGenerator(seed: seed)
    return (0..<(count * groups)).map { _ in
      var value = Lanes.zero
      for lane in 0..<Lanes.count { value[lane] = seeded.noise() }
      return value
    }
  }

  /// Feeds blocks to an engine and to the windows, and returns the largest difference between a window and the same
  /// window transformed alone, over all windows that the blocks fill.
  ///
  /// - Parameter partial: the block of which only the second half is sound.
  private func difference(
    block: Int, groups: Int, lag: Int, means: [Lanes], partial: Int? = nil
  ) -> Float {
    let (blocks, channels) = (lag + 5, groups * Lanes.count)
    var rest = frames(blocks * block, groups: groups, seed: 7)
    if let partial {
      for n in 0..<(block / 2 * groups) { rest[partial * block * groups + n] = .zero }
    }
    // The engine hears the constants of the microphones, too.
    var heard = rest
    for n in heard.indices where heard[n] != Lanes.zero { heard[n] += means[n % groups] }
    let taps = FilterTaps(
      inputs: channels, outputs: 2, taps: 2 * block,
      coefficients: Array(repeating: 0.1, count: 2 * channels * 2 * block))
    var engine = FilterEngine(taps, partition: block)
    var windows = MicrophoneWindows(block: block, microphones: channels, groups: groups, lag: lag)
    let transform = WindowTransform(size: 2 * block)
    var memory = Memory()
    defer { withExtendedLifetime(memory) {} }
    let alone = SpectrumRows.make(count: channels, bins: block, in: &memory)
    var output = [Float](repeating: 0, count: 2 * block)
    var largest: Float = 0
    for number in 0..<blocks {
      let start = number * block * groups
      heard[start...].withUnsafeBytes {
        engine.process(
          input: $0.baseAddress!.assumingMemoryBound(to: Float.self), output: &output)
      }
      windows.begin()
      for group in 0..<groups {
        if number == partial {
          rest[(start + group)...].withUnsafeBufferPointer {
            windows.add(group, partial: $0.baseAddress!, stride: groups)
          }
        } else {
          windows.add(
            group, engine.bins.first + group * engine.bins.groupStep, step: engine.bins.step,
            mean: means[group])
        }
      }
      let first = number - lag - 1
      guard first >= 0 else { continue }
      for group in 0..<groups {
        rest[(first * block * groups + group)...].withUnsafeBufferPointer {
          transform.forward(
            $0.baseAddress!, stride: groups, into: alone.from(row: group * Lanes.count),
            count: Lanes.count)
        }
      }
      largest = max(
        largest, difference(windows.oldest, alone, channels: channels, bins: block))
    }
    return largest
  }

  private func difference(
    _ one: SpectrumRows, _ other: SpectrumRows, channels: Int, bins: Int
  ) -> Float {
    var largest: Float = 0
    for channel in 0..<channels {
      for bin in 0..<bins {
        let (a, b) = (channel * one.stride + bin, channel * other.stride + bin)
        let re: Float = one.real[a] - other.real[b]
        let im: Float = one.imaginary[a] - other.imaginary[b]
        largest = max(largest, abs(re), abs(im))
      }
    }
    return largest
  }

  @Test(
    "spectra from the engine's blocks are those of the frames in a sine window",
    arguments: [32, 64, 128, 256, 512, 1024], [0, 1, 3])
  func windows(block: Int, lag: Int) {
    let none = [Lanes.zero, Lanes.zero]
    #expect(difference(block: block, groups: 1, lag: lag, means: none) < 1e-4)
    #expect(difference(block: block, groups: 2, lag: lag, means: none) < 1e-4)
  }

  @Test("a constant of each microphone, and a gap within a block, leave no trace")
  func means() {
    let means = [Lanes(repeating: 0.25), Lanes(repeating: -0.125)]
    #expect(difference(block: 256, groups: 2, lag: 1, means: means) < 1e-4)
    #expect(difference(block: 256, groups: 2, lag: 1, means: means, partial: 2) < 1e-4)
  }
}
