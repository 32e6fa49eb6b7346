import Beamforming
import Boards
import Glibc
import Realtime
import Recorder

/// What a clap is in a take: how much louder on the right than on the left.
///
/// It goes through the renderer of takes with the filters of a case, so what is measured is what would be recorded. Only
/// the first milliseconds count, before walls answer.
struct ClapSides: Equatable {
  /// Decibels by which right is louder than left; negative for a clap on the left.
  let difference: Double

  /// Decibels from which on a clap is on a side: more than a person notices (1 dB, Blauert, Spatial Hearing, 2.2).
  static let clear = 2.0
  /// Seconds of the direct sound: a wall half a metre behind a clap at arm's length answers 3 ms later.
  private static let (before, after) = (0.001, 0.006)

  /// A clap in the take that a design makes.
  ///
  /// - Returns: `nil` when it is silent.
  init?(_ clap: SuddenSound, design: Design, board: Board) {
    let sound = clap.sound
    var renderer = TakeRenderer(
      TakeRendererConfiguration(
        design: design, board: board, channels: sound.channels,
        format: sound.format == .float ? .float : .integer, lowCutHertz: 100, limits: false))
    guard renderer.outputs == 2 else { return nil }
    let stereo = Self.rendered(sound.words, frames: sound.frames, with: &renderer)
    let rate = Double(sound.rate)
    let first = max(0, clap.onset - Int(Self.before * rate))
    let last = min(stereo.count / 2, clap.onset + Int(Self.after * rate))
    guard first < last else { return nil }
    var (left, right) = (0.0, 0.0)
    for frame in first..<last {
      left += Double(stereo[2 * frame] * stereo[2 * frame])
      right += Double(stereo[2 * frame + 1] * stereo[2 * frame + 1])
    }
    guard left > 0, right > 0 else { return nil }
    difference = 10 * log10(right / left)
  }

  private static func rendered(
    _ words: [Int32], frames: Int, with renderer: inout TakeRenderer
  ) -> [Float] {
    let room = renderer.maximumOutput(frames: frames)
    var output = [Float](repeating: 0, count: 2 * room)
    var result: [Float] = []
    output.withUnsafeMutableBufferPointer { output in
      words.withUnsafeBufferPointer { words in
        guard let target = output.baseAddress, let source = words.baseAddress else { return }
        let count = renderer.render(source, frames: frames, into: target)
        result += UnsafeBufferPointer(start: target, count: 2 * count)
        while true {
          let rest = renderer.finish(into: target)
          if rest == 0 { break }
          result += UnsafeBufferPointer(start: target, count: 2 * rest)
        }
      }
    }
    return result
  }
}
