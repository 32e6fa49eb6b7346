/// The outcome of one step of rendering.
public enum RenderStep: Sendable, Equatable {
  /// Frames were rendered; go on at once.
  case progress
  /// The microphones have not delivered yet: wait a little.
  case waitForFrames
  /// The stereo ring has too little space: wait a little.
  case waitForRoom
  /// The take is rendered to its last frame.
  case finished
}

/// The work of the render thread for a take: raw ring -> filters, low cut, limiter -> stereo ring.
///
/// The thread that waits is a thin shell around ``step()``.
public struct TakeRenderLoop: ~Copyable {
  /// Frames taken from the ring at once: enough to be quick, little enough to fit the stereo ring.
  public static let framesPerStep = 1024

  private var reader: TakeReader
  private var renderer: TakeRenderer
  private var writer: SampleRingWriter
  private var meters: MeterWriter
  private var limiting: EventLogWriter?
  private var notedOnsets = 0
  private let output: UnsafeMutablePointer<Float>
  private let outputFrames: Int
  private var isFlushing = false

  /// A loop over a take.
  ///
  /// - Parameters:
  ///   - writer: a ring with as many channels as the renderer has outputs.
  ///   - meters: level meters of the take, with as many channels as the renderer has main outputs.
  ///   - limiting: a log of the frames of the take at which the limiter begins to work.
  /// - Thread: control; then it belongs to the render thread.
  public init(
    reader: consuming TakeReader, renderer: consuming TakeRenderer,
    writer: consuming SampleRingWriter, meters: consuming MeterWriter,
    limiting: consuming EventLogWriter? = nil
  ) {
    outputFrames = renderer.maximumOutput(frames: Self.framesPerStep)
    output = .allocate(capacity: outputFrames * renderer.outputs)
    output.initialize(repeating: 0, count: outputFrames * renderer.outputs)
    self.reader = reader
    self.renderer = renderer
    self.writer = writer
    self.meters = meters
    self.limiting = limiting
  }

  deinit { output.deallocate() }

  /// Frames that the limiter turned down, so far.
  public var limitedFrames: Int { renderer.limitedFrames }
  /// Samples beyond full scale without a limiter, so far.
  public var clippedSamples: Int { renderer.clippedSamples }

  /// Renders the frames that are there, at most ``framesPerStep``.
  ///
  /// - Thread: render.
  #if compiler(>=6.2)
    @_noAllocation @_noLocks
  #endif
  public mutating func step() -> RenderStep {
    guard writer.room() >= outputFrames else { return .waitForRoom }
    if isFlushing { return flush() }
    switch reader.next(limit: Self.framesPerStep) {
    case .waiting:
      return .waitForFrames
    case .frames(let raw, let count):
      let produced = renderer.render(raw, frames: count, into: output)
      reader.advance(count)
      deliver(produced)
      return .progress
    case .silence(let count):
      let produced = renderer.renderSilence(frames: count, into: output)
      reader.advance(count)
      deliver(produced)
      return .progress
    case .finished:
      isFlushing = true
      return .progress
    }
  }

  #if compiler(>=6.2)
    @_noAllocation @_noLocks
  #endif
  private mutating func flush() -> RenderStep {
    let produced = renderer.finish(into: output)
    if produced > 0 {
      deliver(produced)
      return .progress
    }
    writer.finish()
    return .finished
  }

  #if compiler(>=6.2)
    @_noAllocation @_noLocks
  #endif
  private mutating func deliver(_ frames: Int) {
    // A step is shorter than the time between two onsets, so it has at most one.
    if renderer.limiterOnsets != notedOnsets {
      notedOnsets = renderer.limiterOnsets
      limiting?.append(frame: renderer.lastLimiterOnset)
    }
    guard frames > 0 else { return }
    meters.measure(samples: UnsafePointer(output), frames: frames, stride: renderer.outputs)
    writer.append(UnsafePointer(output), frames: frames)
  }
}
