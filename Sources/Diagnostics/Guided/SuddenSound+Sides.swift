import Beamforming
import Boards
import Glibc
import Realtime
import Recorder

extension SuddenSound {
  /// The time, in seconds, before and after the onset that counts as direct sound: from a wall half a metre behind a
  /// clap at arm's length, the reflection arrives 3 ms later.
  private static let (before, after) = (0.001, 0.006)
  /// The fade-in and fade-out times in seconds.
  ///
  /// The cut at the end falls on a different point of the sound at each microphone. With microphones 57 mm apart and a
  /// fade-out of 1 ms, 13 of 800 bursts of white noise came earlier on the wrong side; with 4 ms, none did.
  private static let (fadeIn, fadeOut) = (0.001, 0.004)

  /// The difference between left and right in a take of this sound, rendered with a design; `nil` if the take
  /// would be silent.
  ///
  /// The renderer for takes processes the sound, so the value equals that of a recording. Only the first
  /// milliseconds of the microphones' sound count, before reflections from walls; the filters' output counts in
  /// full, because their responses are longer.
  func sideDifference(_ design: Design, board: Board) -> SideDifference? {
    var renderer = TakeRenderer(
      TakeRendererConfiguration(
        design: design, board: board, channels: sound.channels,
        format: sound.format == .float ? .float : .integer, lowCutHertz: 100, limits: false))
    guard renderer.outputs == 2, let direct = directSamples() else { return nil }
    let stereo = Self.rendered(direct, frames: sound.frames, with: &renderer)
    func channel(_ index: Int) -> [Float] {
      stride(from: index, to: stereo.count, by: 2).map { stereo[$0] }
    }
    let frames = stereo.count / 2
    let microphones = board.microphones.map { microphone in
      (0..<frames).map { frame -> Float in
        guard frame < sound.frames else { return 0 }
        return Float(sound.value(direct[frame * sound.channels + microphone.channel]))
      }
    }
    return SideDifference(
      left: channel(0), right: channel(1), microphones: microphones, rate: sound.rate)
  }

  /// The samples of the first milliseconds, faded in and out and surrounded by silence; `nil` if there are none.
  private func directSamples() -> [Int32]? {
    let rate = Double(sound.rate)
    let first = max(0, onset - Int(Self.before * rate))
    let last = min(sound.frames, onset + Int(Self.after * rate))
    guard first < last else { return nil }
    let (rise, fall) = (max(1, Int(Self.fadeIn * rate)), max(1, Int(Self.fadeOut * rate)))
    var samples = [Int32](repeating: 0, count: sound.samples.count)
    for frame in first..<last {
      let edge = min(
        1, Double(frame - first + 1) / Double(rise), Double(last - frame) / Double(fall))
      let weight = 0.5 - 0.5 * cos(.pi * edge)
      for place in frame * sound.channels..<(frame + 1) * sound.channels {
        samples[place] = sound.stored(weight * sound.value(sound.samples[place]))
      }
    }
    return samples
  }

  private static func rendered(
    _ samples: [Int32], frames: Int, with renderer: inout TakeRenderer
  ) -> [Float] {
    let room = renderer.maximumOutput(frames: frames)
    var output = [Float](repeating: 0, count: 2 * room)
    var result: [Float] = []
    output.withUnsafeMutableBufferPointer { output in
      samples.withUnsafeBufferPointer { samples in
        guard let target = output.baseAddress, let source = samples.baseAddress else { return }
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
