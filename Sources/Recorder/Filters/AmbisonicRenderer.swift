import Beamforming
import Boards
import Realtime
import TakeFiles

/// Raw frames in, frames of AmbiX out: W, Y, Z and X, with Z silent.
///
/// Two renderers of takes work side by side, one for W and Y and one for X, and one limiter turns all channels down
/// alike, which keeps directions. Output frame n belongs to input frame n.
struct AmbisonicRenderer: ~Copyable, OfflineFrames {
  let outputs = AmbisonicDesign.channels.count
  let windOnsets = 0
  private var pressureAndSide: TakeRenderer
  private var ahead: TakeRenderer
  private var limiter: Limiter
  private let usesLimiter: Bool
  /// Frames of the limiter's look-ahead that are still to be left out.
  private var discard: Int
  private var framesOut = 0
  /// W and Y, and X, of the frames that are rendered at once.
  private let buffers: UnsafeMutablePointer<Float>
  private let capacity: Int

  /// A renderer at the start of a take, for at most so many frames at once.
  init(
    _ design: AmbisonicDesign, board: Board, channels: Int, format: RawFormat, form: TakeForm,
    keepsDelay: Bool, block: Int
  ) {
    func renderer(_ filters: FilterBank) -> TakeRenderer {
      var configuration = TakeRendererConfiguration(
        filters: filters, board: board, channels: channels, format: format,
        lowCutHertz: form.lowCutHertz, limits: false)
      if keepsDelay { configuration.delay = 0 }
      return TakeRenderer(configuration)
    }
    pressureAndSide = renderer(design.pressureAndSide)
    ahead = renderer(design.ahead)
    limiter = Limiter(channels: outputs, rate: Double(design.ahead.rate))
    usesLimiter = form.limits
    discard = form.limits ? limiter.latency : 0
    capacity = pressureAndSide.maximumOutput(frames: block)
    buffers = .allocate(capacity: 3 * capacity)
    buffers.initialize(repeating: 0, count: 3 * capacity)
  }

  deinit { buffers.deallocate() }

  var invalidSamples: Int { pressureAndSide.invalidSamples }

  var limitedFrames: Int { limiter.limitedFrames }

  func maximumOutput(frames: Int) -> Int { pressureAndSide.maximumOutput(frames: frames) }

  mutating func render(
    _ raw: UnsafePointer<Int32>, frames: Int, into output: UnsafeMutablePointer<Float>
  ) -> Int {
    let count = pressureAndSide.render(raw, frames: frames, into: buffers)
    _ = ahead.render(raw, frames: frames, into: buffers + 2 * capacity)
    return interleave(frames: count, into: output)
  }

  mutating func finish(into output: UnsafeMutablePointer<Float>) -> Int {
    while framesOut < pressureAndSide.framesIn {
      let count = pressureAndSide.finish(into: buffers)
      _ = ahead.finish(into: buffers + 2 * capacity)
      let written = count > 0 ? interleave(frames: count, into: output) : drain(into: output)
      if written > 0 { return written }
    }
    return 0
  }

  /// The frames that the limiter still holds.
  private mutating func drain(into output: UnsafeMutablePointer<Float>) -> Int {
    let count = min(pressureAndSide.framesIn - framesOut, maximumOutput(frames: 0))
    for index in 0..<(3 * capacity) { buffers[index] = 0 }
    return interleave(frames: count, into: output)
  }

  /// Brings the channels into the order of AmbiX, limited.
  private mutating func interleave(
    frames: Int, into output: UnsafeMutablePointer<Float>
  ) -> Int {
    for frame in 0..<frames {
      let (pair, place) = (buffers + 2 * frame, output + outputs * frame)
      (place[0], place[1], place[2]) = (pair[0], pair[1], 0)
      place[3] = buffers[2 * capacity + frame]
    }
    if usesLimiter { limiter.process(output, frames: frames) }
    let skipped = min(discard, frames)
    discard -= skipped
    for index in 0..<((frames - skipped) * outputs) {
      output[index] = output[index + skipped * outputs]
    }
    framesOut += frames - skipped
    return frames - skipped
  }
}
