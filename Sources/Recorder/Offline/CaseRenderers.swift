import Beamforming
import Boards
import Realtime
import TakeFiles

/// The renderers of the cases of one recording, which work side by side: where the board was turned, the next case
/// takes over.
///
/// The renderer of every case processes the whole recording, so that nothing is late or missing where a case takes
/// over. The new case is faded in while the previous one is faded out.
final class CaseRenderers {
  /// The number of channels of the output.
  let outputs: Int
  private let cases: [CaseRenderer]
  /// The cases in time order, each with the frame at which it takes over.
  private let order: [(frame: Int, index: Int)]
  private let fadeFrames: Int
  /// The next frame of the recording, which is written if it lies in ``wanted``.
  private var position: Int
  private let wanted: Range<Int>
  private var mixed: [Float] = []

  /// Seconds of the fade from one case to the next.
  private static let fadeSeconds = 0.02

  /// Creates the renderers of a recording that is read from a frame on.
  ///
  /// - Parameter wanted: the range of frames to write; `nil` for all.
  init(
    _ source: OfflineRenderer, channels: Int, format: RawFormat, start: Int = 0,
    wanted: Range<Int>? = nil
  ) {
    (position, self.wanted) = (start, wanted ?? 0..<Int.max)
    var designs = [source.design]
    var order = [(frame: 0, index: 0)]
    for turn in source.turns {
      let index = designs.firstIndex { $0.which == turn.design.which } ?? designs.count
      if index == designs.count { designs.append(turn.design) }
      order.append((turn.frame, index))
    }
    self.order = order
    cases = designs.map {
      var configuration = TakeRendererConfiguration(
        design: $0, board: source.board, channels: channels, format: format,
        lowCutHertz: source.form.lowCutHertz, limits: source.form.limits)
      if source.keepsDelay { configuration.delay = 0 }
      return CaseRenderer(configuration, source.focus, isDirected: $0.directional != nil)
    }
    outputs = cases[0].outputs
    fadeFrames = max(1, Int(Self.fadeSeconds * Double(source.design.filters.rate)))
  }

  /// Takes the next frames of all channels.
  func render(_ samples: UnsafePointer<Int32>, frames: Int) {
    for one in cases { one.render(samples, frames: frames) }
  }

  /// Renders one step of the tail that follows the last input frame; returns false once the tail is complete.
  func finish() -> Bool {
    var isMore = false
    for one in cases where one.finish() { isMore = true }
    return isMore
  }

  /// Writes the frames that the renderers of all cases have finished.
  func give(to writer: inout WAVWriter) throws(TakeFileError) {
    let settled = min(max(0, wanted.lowerBound - position), cases.map(\.frames).min() ?? 0)
    skip(settled)
    let made = cases.map(\.frames).min() ?? 0
    let count = min(made, max(0, wanted.upperBound - position))
    if count > 0 {
      let frames = cases.count == 1 ? cases[0].waiting : mix(count)
      try writer.append(interleaved: frames, frames: count)
    }
    skip(made)
  }

  /// Drops frames of every case without writing them.
  private func skip(_ count: Int) {
    guard count > 0 else { return }
    for one in cases { one.remove(count) }
    position += count
  }

  /// Mixes the next frames of the output from the cases.
  private func mix(_ count: Int) -> [Float] {
    mixed.removeAll(keepingCapacity: true)
    for n in 0..<count {
      let frame = position + n
      let now = order.lastIndex { $0.frame <= frame } ?? 0
      let passed = frame - order[now].frame
      let share = now > 0 && passed < fadeFrames ? Float(passed + 1) / Float(fadeFrames + 1) : 1
      for channel in 0..<outputs {
        let sample = cases[order[now].index].waiting[n * outputs + channel]
        guard share < 1 else {
          mixed.append(sample)
          continue
        }
        let before = cases[order[now - 1].index].waiting[n * outputs + channel]
        mixed.append(before + share * (sample - before))
      }
    }
    return mixed
  }

  /// The counts of all cases so far.
  func counts(rate: Int) -> OfflineRenderer.Summary {
    var summary = OfflineRenderer.Summary(rate: rate)
    for one in cases { one.summarize(&summary) }
    return summary
  }
}

/// The renderer of a case, and its rendered frames.
private final class CaseRenderer {
  let outputs: Int
  /// The rendered frames that have not been written yet, interleaved.
  private(set) var waiting: [Float] = []
  private var renderer: TakeRenderer
  /// The most samples that one call of the renderer can make.
  private let mostSamples: Int
  private let channels: Int
  private let focus: FocusStage?
  /// The limiter that comes after a focus; if there is no focus, the renderer's own limiter is used.
  private var limiter: Limiter
  private let limits: Bool
  /// The number of frames, due to the limiter's delay, that must still be dropped.
  private var late: Int
  private var isFlushed = false

  init(_ configuration: TakeRendererConfiguration, _ focus: FocusedDesign?, isDirected: Bool) {
    var configuration = configuration
    // Stems are not limited, because they add up to the take only if they keep their level.
    limits = focus?.wish.part == .whole && configuration.limiter
    if focus != nil { configuration.limiter = false }
    renderer = TakeRenderer(configuration)
    (outputs, channels) = (renderer.outputs, configuration.channels)
    limiter = Limiter(channels: renderer.outputs, rate: configuration.rate)
    late = limits ? limiter.latency : 0
    mostSamples = renderer.maximumOutput(frames: OfflineRenderer.block) * renderer.outputs
    self.focus = focus.map {
      FocusStage(
        $0.tables, DirectionalTables($0.directions), part: $0.wish.part,
        channels: configuration.channelMap, format: configuration.format, isDirected: isDirected)
    }
  }

  var frames: Int { waiting.count / outputs }

  func render(_ samples: UnsafePointer<Int32>, frames: Int) {
    let made = made { renderer.render(samples, frames: frames, into: $0) }
    focus?.hear(samples, frames: frames, of: channels)
    give(made)
  }

  /// Returns the samples that a call of the renderer makes.
  private func made(_ render: (UnsafeMutablePointer<Float>) -> Int) -> [Float] {
    [Float](unsafeUninitializedCapacity: mostSamples) { buffer, count in
      if let base = buffer.baseAddress { count = render(base) * outputs }
    }
  }

  /// Renders one step of the tail that follows the last input frame; returns false once the tail is complete.
  func finish() -> Bool {
    let made = made { renderer.finish(into: $0) }
    if !made.isEmpty {
      give(made)
      return true
    }
    guard let focus, !isFlushed else { return false }
    isFlushed = true
    var rest = focus.finish()
    if limits { rest += [Float](repeating: 0, count: limiter.latency * outputs) }
    limit(rest)
    return true
  }

  private func give(_ frames: [Float]) {
    if let focus {
      limit(focus.process(frames[...]))
    } else if waiting.isEmpty {
      waiting = frames
    } else {
      waiting += frames
    }
  }

  /// Passes frames that the focus has processed through the limiter.
  private func limit(_ frames: [Float]) {
    guard limits else { return waiting += frames }
    var frames = frames
    let count = frames.count / outputs
    frames.withUnsafeMutableBufferPointer { buffer in
      if let base = buffer.baseAddress { limiter.process(base, frames: count) }
    }
    let skipped = min(late, count)
    late -= skipped
    waiting += frames[(skipped * outputs)...]
  }

  func remove(_ frames: Int) { waiting.removeFirst(frames * outputs) }

  func summarize(_ summary: inout OfflineRenderer.Summary) {
    summary.invalidSamples = renderer.invalidSamples
    let limited = limits ? limiter.limitedFrames : renderer.limitedFrames
    summary.limitedFrames = max(summary.limitedFrames, limited)
    summary.winds = max(summary.winds, renderer.windOnsets)
  }
}
