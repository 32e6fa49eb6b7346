import Beamforming
import Boards
import Glibc
import Realtime
import Recorder

extension SuddenSound {
  /// Seconds of the direct sound: a wall half a metre behind a clap at arm's length answers 3 ms later.
  private static let (before, after) = (0.001, 0.006)
  /// Seconds over which it is faded in and out.
  private static let fade = 0.001

  /// On which side the sound is in the take that a design makes of it; `nil` when it is silent there.
  ///
  /// It goes through the renderer of takes, so what is measured is what would be recorded. Only the first milliseconds
  /// count, before walls answer.
  func sideDifference(_ design: Design, board: Board) -> SideDifference? {
    var renderer = TakeRenderer(
      TakeRendererConfiguration(
        design: design, board: board, channels: sound.channels,
        format: sound.format == .float ? .float : .integer, lowCutHertz: 100, limits: false))
    guard renderer.outputs == 2 else { return nil }
    let stereo = Self.rendered(sound.words, frames: sound.frames, with: &renderer)
    let rate = Double(sound.rate)
    let first = max(0, onset - Int(Self.before * rate))
    let last = min(stereo.count / 2, onset + Int(Self.after * rate))
    guard first < last else { return nil }
    let length = last - first
    let ramp = max(1, Int(Self.fade * rate))
    func channel(_ index: Int) -> [Float] {
      (0..<length).map { frame in
        let edge = min(1, Double(min(frame, length - 1 - frame) + 1) / Double(ramp))
        return stereo[2 * (first + frame) + index] * Float(0.5 - 0.5 * cos(.pi * edge))
      }
    }
    return SideDifference(left: channel(0), right: channel(1), rate: sound.rate)
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
