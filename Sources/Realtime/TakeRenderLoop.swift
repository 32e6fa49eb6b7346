/// The outcome of one step of rendering.
public enum RenderStep: Sendable, Equatable {
  /// Frames were rendered; continue immediately.
  case progress
  /// The microphones have not delivered the next frames yet: wait a little.
  case waitForFrames
  /// The stereo ring has too little space: wait a little.
  case waitForRoom
  /// The take is rendered to its last frame.
  case finished
}

/// An event that the render thread notes in its log.
public enum RenderEvent: Int, Sendable {
  /// The limiter began to reduce the level.
  case limiter
  /// The stage after the filters took too long: the rest of the take uses the filters alone.
  case linear
  /// Strong wind began, and is being reduced.
  case wind
}

/// The render thread's work for a take: raw ring -> filters, low cut, limiter -> stereo ring.
///
/// If the machine is too slow for the stage after the filters, the take continues with the filters alone before any
/// frame is lost.
///
/// The thread that waits is only a thin shell around ``step()``.
public struct TakeRenderLoop: ~Copyable {
  private var memory = Memory()

  /// The largest number of frames that one step takes from the ring: enough for speed, few enough for the stereo ring.
  public static let framesPerStep = 1024

  /// If less than this share of the ring is free, the filters run alone, without the stage that follows the filters.
  private static let leastRoom: Float = 0.125

  private var reader: TakeReader
  private var renderer: TakeRenderer
  private var writer: SampleRingWriter
  private var meters: MeterWriter
  private var levels: SoundLevelWriter?
  private var mirror: TakeMirrorWriter?
  private var events: EventLogWriter?
  private var notedOnsets = 0
  private var notedWinds = 0
  private let output: UnsafeMutablePointer<Float>
  private let outputFrames: Int
  private var isFlushing = false

  /// Creates a loop that renders a take.
  ///
  /// - Parameters:
  ///   - writer: a ring with as many channels as the renderer has outputs.
  ///   - meters: level meters of the take, with as many channels as the renderer has main outputs.
  ///   - levels: the sound levels of the microphones during the take; lost frames do not count.
  ///   - mirror: the rings of a second medium that gets the same take.
  ///   - events: a log of events, counted in frames of the take; it stores the raw value of the ``RenderEvent`` as the
  ///     channel.
  /// - Thread: control, which then hands the loop over to the render thread.
  public init(
    reader: consuming TakeReader, renderer: consuming TakeRenderer,
    writer: consuming SampleRingWriter, meters: consuming MeterWriter,
    levels: consuming SoundLevelWriter? = nil, mirror: consuming TakeMirrorWriter? = nil,
    events: consuming EventLogWriter? = nil
  ) {
    outputFrames = renderer.maximumOutput(frames: Self.framesPerStep)
    output = memory.make(outputFrames * renderer.outputs, of: 0)
    self.reader = reader
    self.renderer = renderer
    self.writer = writer
    self.meters = meters
    self.levels = levels
    self.mirror = mirror
    self.events = events
  }

  /// The number of frames whose level the limiter has reduced so far.
  public var limitedFrames: Int { renderer.limitedFrames }
  /// The number of samples so far that are beyond full scale because the limiter is off.
  public var clippedSamples: Int { renderer.clippedSamples }

  /// Renders the available frames, at most ``framesPerStep``.
  ///
  /// - Thread: render.
  #if compiler(>=6.2)
    @_noAllocation @_noLocks
  #endif
  public mutating func step() -> RenderStep {
    guard writer.room() >= outputFrames else { return .waitForRoom }
    if isFlushing { return flush() }
    if renderer.isStaged, reader.room() < Self.leastRoom {
      events?.append(frame: renderer.framesOut, channel: RenderEvent.linear.rawValue)
      renderer.endStage()
    }
    switch reader.next(limit: Self.framesPerStep) {
    case .waiting:
      return .waitForFrames
    case .frames(let raw, let count):
      let produced = renderer.render(raw, frames: count, into: output)
      levels?.measure(raw: raw, frames: count)
      mirror?.append(raw: raw, frames: count)
      reader.advance(count)
      deliver(produced)
      return .progress
    case .silence(let count):
      let produced = renderer.renderSilence(frames: count, into: output)
      mirror?.append(silence: count)
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
    mirror?.finish()
    return .finished
  }

  #if compiler(>=6.2)
    @_noAllocation @_noLocks
  #endif
  private mutating func deliver(_ frames: Int) {
    // A step is shorter than the time between two onsets, so it has at most one onset.
    if renderer.limiterOnsets != notedOnsets {
      notedOnsets = renderer.limiterOnsets
      events?.append(
        frame: renderer.lastLimiterOnset, channel: RenderEvent.limiter.rawValue)
    }
    if renderer.windOnsets != notedWinds {
      notedWinds = renderer.windOnsets
      events?.append(frame: renderer.lastWindOnset, channel: RenderEvent.wind.rawValue)
    }
    guard frames > 0 else { return }
    meters.measure(samples: UnsafePointer(output), frames: frames, stride: renderer.outputs)
    mirror?.append(UnsafePointer(output), frames: frames)
    writer.append(UnsafePointer(output), frames: frames)
  }
}
