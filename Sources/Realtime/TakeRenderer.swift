/// Renders raw frames to the frames of a take: conversion, filters, the stage after the filters (directions and wind),
/// low cut and limiter.
///
/// Output frame n belongs to input frame n. The filters, the stage after them and the limiter's look-ahead delay the
/// sound. The renderer removes these delays: it discards the first frames and reads beyond the last frame in
/// ``finish(into:)``, so as many frames come out as went in. The way in which the input is split into calls does not
/// change a single bit of the output, so rendering a raw file later reproduces the take.
public struct TakeRenderer: ~Copyable, @unchecked Sendable {
  // Sendable is unchecked because of the pointers: their memory can be reached only through this value.

  private var memory = Memory()
  /// The number of output channels, interleaved: the channels of the take, followed by the channels of the safety
  /// version, if there is one.
  public let outputs: Int
  /// The number of output channels that belong to the take itself.
  public let mainOutputs: Int
  /// True if the outputs are W, Y, Z and X of ambisonics.
  let isAmbisonic: Bool
  /// The delay in frames between an input frame and its output frame, not counting the filling of a block.
  public let latency: Int
  /// The number of input samples that became silence because they were NaN, infinite or absurdly large.
  public private(set) var invalidSamples = 0
  /// The number of the take's output samples beyond full scale; always 0 with the limiter.
  public private(set) var clippedSamples = 0
  /// The number of input frames.
  public private(set) var framesIn = 0
  /// The number of output frames.
  public private(set) var framesOut = 0

  private let channels: Int
  private let format: RawFormat
  private let partition: Int
  /// The number of blocks after which the filters have forgotten all earlier input.
  private let settlingBlocks: Int
  private let usesLowCut: Bool
  private let usesLimiter: Bool
  private let safetyGain: Float?
  private let inputs: Int
  private let map: UnsafeMutablePointer<Int>
  /// The block that is being filled, with four inputs per vector.
  private let pending: UnsafeMutablePointer<SIMD4<Float>>
  private let rendered: UnsafeMutablePointer<Float>
  /// The output block of the safety version.
  private let quiet: UnsafeMutablePointer<Float>
  private var filled = 0
  private var discard: Int
  private var engine: FilterMatrix
  /// True if there is a stage after the filters; `stage` holds a value only in this case.
  ///
  /// An optional is impossible: Swift 6.0 can compile neither a non-copyable optional nor an optional pointer to such a
  /// value.
  private let usesStage: Bool
  private let stage: UnsafeMutablePointer<StereoStage>
  private var isStageOn: Bool
  private var lowCut: LowCut
  private var limiter: Limiter
  private var safetyLimiter: Limiter

  /// Creates a renderer at the start of a take.
  public init(_ configuration: TakeRendererConfiguration) {
    precondition(configuration.safetyGain.map { $0 > 0 && $0 <= 1 } ?? true)
    channels = configuration.channels
    format = configuration.format
    partition = configuration.partition
    settlingBlocks = configuration.taps.taps / configuration.partition + 2
    safetyGain = configuration.safetyGain
    mainOutputs = configuration.taps.channels
    outputs = mainOutputs * (configuration.safetyGain == nil ? 1 : 2)
    isAmbisonic = configuration.taps.isAmbisonic
    inputs = configuration.taps.inputs
    engine = FilterMatrix(configuration.taps, partition: configuration.partition)
    stage = memory.allocate(1)
    usesStage = configuration.stage != nil
    if let tables = configuration.stage {
      precondition(tables.grid.window == 2 * configuration.partition)
      precondition(configuration.taps.outputs == 2)
      precondition(tables.grid.microphones == configuration.taps.inputs)
      stage.initialize(to: StereoStage(tables, inputStride: engine.inputStride))
    }
    isStageOn = configuration.stage != nil
    usesLowCut = configuration.lowCutHertz != nil
    lowCut = LowCut(
      hertz: configuration.lowCutHertz ?? configuration.rate / 4, rate: configuration.rate,
      channels: mainOutputs)
    usesLimiter = configuration.limiter
    limiter = Limiter(
      channels: mainOutputs, rate: configuration.rate, ceiling: configuration.ceiling)
    safetyLimiter = Limiter(
      channels: mainOutputs, rate: configuration.rate, ceiling: configuration.ceiling)
    latency =
      configuration.delay
      + (configuration.stage.map { StereoStage.latency($0) } ?? 0)
      + (configuration.limiter ? limiter.latency : 0)
    discard = latency
    map = memory.allocate(inputs)
    for n in 0..<inputs { map[n] = configuration.channelMap[n] }
    pending = memory.make(partition * engine.inputStride / 4, of: .zero)
    rendered = memory.make(partition * mainOutputs, of: 0)
    quiet = memory.make(partition * mainOutputs, of: 0)
  }

  deinit {
    if usesStage { stage.deinitialize(count: 1) }
  }

  /// True while the stage changes the filters' output, either for directions or to reduce wind.
  public var isStaged: Bool {
    @_noAllocation @_noLocks get { isStageOn }
  }

  /// Continues with the filters alone, from the next block on; ``reset()`` undoes this.
  ///
  /// - Thread: realtime.
  @_noAllocation @_noLocks
  public mutating func endStage() {
    // Use a local copy, because Swift 6.3's thread sanitizer cannot compile a change through a pointer in `self`.
    let stage = stage
    if usesStage { stage.pointee.end() }
    isStageOn = false
  }

  /// The number of times that strong wind began.
  public var windOnsets: Int {
    @_noAllocation @_noLocks get { usesStage ? stage.pointee.windOnsets : 0 }
  }

  /// The frame of the take at which strong wind last began.
  public var lastWindOnset: Int {
    @_noAllocation @_noLocks get {
      guard usesStage else { return 0 }
      return max(0, min(stage.pointee.lastWindOnset, framesIn - 1))
    }
  }

  /// The number of frames that left the limiter with a gain below 1.
  public var limitedFrames: Int {
    @_noAllocation @_noLocks get { limiter.limitedFrames }
  }

  /// The lowest gain that the limiter has applied; 1 if it has applied none.
  public var minimumGain: Float {
    @_noAllocation @_noLocks get { limiter.minimumGain }
  }

  /// The last frame of the take that the limiter changed; -1 if it changed none.
  public var lastLimitedFrame: Int {
    @_noAllocation @_noLocks get {
      let frame = limiter.lastLimitedFrame
      return frame < 0 ? -1 : takeFrame(frame)
    }
  }

  /// The number of times that the limiter started to reduce the level, see ``Limiter/onsets``.
  public var limiterOnsets: Int {
    @_noAllocation @_noLocks get { limiter.onsets }
  }

  /// The frame of the take at which the limiter last started to reduce the level; -1 if it never did.
  public var lastLimiterOnset: Int {
    @_noAllocation @_noLocks get { limiter.onsets == 0 ? -1 : takeFrame(limiter.lastOnset) }
  }

  /// The frame of the take that belongs to an input frame of the limiter.
  @_noAllocation @_noLocks
  private func takeFrame(_ limiterFrame: Int) -> Int {
    let delay = latency - limiter.latency
    return max(0, min(limiterFrame - delay, framesIn - 1))
  }

  /// The largest number of frames that a call with `frames` frames can return; for ``finish(into:)``, `frames` is 0.
  @_noAllocation @_noLocks
  public func maximumOutput(frames: Int) -> Int {
    (frames / partition + 1) * partition
  }

  /// Renders interleaved raw frames and returns the number of output frames written.
  ///
  /// - Parameters:
  ///   - raw: `frames` x `channels` raw samples.
  ///   - output: Memory for ``maximumOutput(frames:)`` interleaved frames.
  /// - Thread: realtime.
  @_noAllocation @_noLocks
  public mutating func render(
    _ raw: UnsafePointer<Int32>, frames: Int, into output: UnsafeMutablePointer<Float>
  ) -> Int {
    var taken = 0
    var written = 0
    if framesIn == 0, frames > 0 { settle(raw) }
    framesIn += frames
    while taken < frames {
      let run = min(frames - taken, partition - filled)
      convert(raw + taken * channels, frames: run)
      taken += run
      filled += run
      if filled == partition { written += block(into: output + written * outputs) }
    }
    return written
  }

  /// Renders the silence of a gap in the same way as ``render(_:frames:into:)`` renders zeros.
  ///
  /// - Thread: realtime.
  @_noAllocation @_noLocks
  public mutating func renderSilence(
    frames: Int, into output: UnsafeMutablePointer<Float>
  ) -> Int {
    var taken = 0
    var written = 0
    framesIn += frames
    while taken < frames {
      let run = min(frames - taken, partition - filled)
      silence(frames: run)
      taken += run
      filled += run
      if filled == partition { written += block(into: output + written * outputs) }
    }
    return written
  }

  /// Writes the rest of the take, at most one block per call; call it until it returns 0.
  ///
  /// After that, ``reset()`` must be called before the renderer can render another take.
  ///
  /// - Parameter output: Memory for as many interleaved frames as ``maximumOutput(frames:)`` returns for 0.
  /// - Thread: realtime.
  @_noAllocation @_noLocks
  public mutating func finish(into output: UnsafeMutablePointer<Float>) -> Int {
    while framesOut < framesIn {
      hold(frames: partition - filled)
      filled = partition
      let written = block(into: output)
      if written > 0 { return written }
    }
    return 0
  }

  /// Returns to the state at the start of a take.
  ///
  /// - Thread: realtime.
  @_noAllocation @_noLocks
  public mutating func reset() {
    engine.reset()
    let stage = stage
    if usesStage {
      stage.pointee.reset()
      isStageOn = true
    }
    lowCut.reset()
    limiter.reset()
    safetyLimiter.reset()
    filled = 0
    discard = latency
    invalidSamples = 0
    clippedSamples = 0
    framesIn = 0
    framesOut = 0
  }

  /// Converts frames and puts them into the block that is being filled.
  @_noAllocation @_noLocks
  private mutating func convert(_ raw: UnsafePointer<Int32>, frames: Int) {
    let stride = engine.inputStride / 4
    let target = pending + filled * stride
    var first = 0
    while first < inputs {
      let lanes = min(4, inputs - first)
      if isRun(first, lanes) {
        convertRun(raw + map[first], lanes: lanes, target + first / 4, frames: frames)
      } else {
        gather(raw, first: first, lanes: lanes, target + first / 4, frames: frames)
      }
      first += 4
    }
  }

  /// True if these inputs are next to each other in the raw frame.
  @_noAllocation @_noLocks
  private func isRun(_ first: Int, _ lanes: Int) -> Bool {
    for lane in 0..<lanes where map[first + lane] != map[first] + lane { return false }
    return true
  }

  /// Converts up to four inputs that are next to each other in the raw frame.
  @_noAllocation @_noLocks
  private mutating func convertRun(
    _ raw: UnsafePointer<Int32>, lanes: Int, _ target: UnsafeMutablePointer<SIMD4<Float>>,
    frames: Int
  ) {
    let stride = engine.inputStride / 4
    var invalid = SIMD4<Int32>.zero
    var (frame, place) = (raw, target)
    // The usual case is handled separately, so that its loop has no branch.
    if lanes == 4 {
      for _ in 0..<frames {
        place[0] = RawSamples.samples(
          RawSamples.load(frame, lanes: 4), format: format, invalid: &invalid)
        (frame, place) = (frame + channels, place + stride)
      }
    } else {
      for _ in 0..<frames {
        place[0] = RawSamples.samples(
          RawSamples.load(frame, lanes: lanes), format: format, invalid: &invalid)
        (frame, place) = (frame + channels, place + stride)
      }
    }
    invalidSamples += Int(invalid.wrappedSum())
  }

  /// Converts up to four inputs that lie anywhere in the raw frame.
  @_noAllocation @_noLocks
  private mutating func gather(
    _ raw: UnsafePointer<Int32>, first: Int, lanes: Int,
    _ target: UnsafeMutablePointer<SIMD4<Float>>, frames: Int
  ) {
    let stride = engine.inputStride / 4
    let (m0, m1) = (map[first], map[first + min(1, lanes - 1)])
    let (m2, m3) = (map[first + min(2, lanes - 1)], map[first + min(3, lanes - 1)])
    let used = SIMD4<Int32>(-1, lanes > 1 ? -1 : 0, lanes > 2 ? -1 : 0, lanes > 3 ? -1 : 0)
    var invalid = SIMD4<Int32>.zero
    var (frame, place) = (raw, target)
    for _ in 0..<frames {
      let gathered = SIMD4(frame[m0], frame[m1], frame[m2], frame[m3]) & used
      place[0] = RawSamples.samples(gathered, format: format, invalid: &invalid)
      (frame, place) = (frame + channels, place + stride)
    }
    invalidSamples += Int(invalid.wrappedSum())
  }

  /// Adds silent frames to the block that is being filled.
  @_noAllocation @_noLocks
  private func silence(frames: Int) {
    let stride = engine.inputStride / 4
    let target = pending + filled * stride
    for n in 0..<(frames * stride) { target[n] = .zero }
  }

  /// Fills the block with copies of the last frame, because a constant offset that ended with the take would cause a
  /// click.
  @_noAllocation @_noLocks
  private func hold(frames: Int) {
    let stride = engine.inputStride / 4
    let last = pending + (filled > 0 ? filled - 1 : partition - 1) * stride
    let target = pending + filled * stride
    for n in 0..<frames {
      for group in 0..<stride { target[n * stride + group] = last[group] }
    }
  }

  /// Acts as if the first frame of the take had been the input at all times before the take; otherwise the constant
  /// offset of a microphone would cause a click at the start.
  ///
  /// The real past cannot be used, because the raw file, from which the take can be rendered again, does not contain
  /// it.
  @_noAllocation @_noLocks
  private mutating func settle(_ raw: UnsafePointer<Int32>) {
    let stride = engine.inputStride / 4
    convert(raw, frames: 1)
    for n in stride..<(partition * stride) { pending[n] = pending[n - stride] }
    // If the first frame was not sound, the past is silence, as it would be without this function.
    guard invalidSamples == 0 else { return invalidSamples = 0 }
    for _ in 0..<settlingBlocks {
      engine.process(
        input: UnsafeRawPointer(pending).assumingMemoryBound(to: Float.self), output: rendered)
    }
    let last = UnsafePointer(rendered) + (partition - 1) * mainOutputs
    let stage = stage
    if usesStage {
      stage.pointee.settle(
        input: UnsafeRawPointer(pending).assumingMemoryBound(to: Lanes.self), output: last)
    }
    lowCut.settle(last)
  }

  /// Filters the full block and returns the frames in it that belong to the take.
  @_noAllocation @_noLocks
  private mutating func block(into output: UnsafeMutablePointer<Float>) -> Int {
    engine.process(
      input: UnsafeRawPointer(pending).assumingMemoryBound(to: Float.self), output: rendered)
    filled = 0
    let stage = stage
    if usesStage {
      stage.pointee.process(
        input: UnsafeRawPointer(pending).assumingMemoryBound(to: Lanes.self), bins: engine.bins,
        output: rendered)
    }
    if usesLowCut { lowCut.process(rendered, frames: partition) }
    if let safetyGain {
      for n in 0..<(partition * mainOutputs) { quiet[n] = rendered[n] * safetyGain }
      if usesLimiter { safetyLimiter.process(quiet, frames: partition) }
    }
    if usesLimiter { limiter.process(rendered, frames: partition) }
    let skipped = min(discard, partition)
    discard -= skipped
    let count = min(partition - skipped, framesIn - framesOut)
    copy(from: rendered + skipped * mainOutputs, frames: count, to: output)
    countClipped(UnsafePointer(rendered) + skipped * mainOutputs, samples: count * mainOutputs)
    if safetyGain != nil {
      copy(from: quiet + skipped * mainOutputs, frames: count, to: output + mainOutputs)
    }
    framesOut += count
    return count
  }

  /// Copies the frames of one version to that version's positions among the outputs.
  @_noAllocation @_noLocks
  private func copy(
    from source: UnsafeMutablePointer<Float>, frames: Int, to target: UnsafeMutablePointer<Float>
  ) {
    if outputs == mainOutputs {
      for n in 0..<(frames * outputs) { target[n] = source[n] }
      return
    }
    for n in 0..<frames {
      for output in 0..<mainOutputs {
        target[n * outputs + output] = source[n * mainOutputs + output]
      }
    }
  }

  /// Counts samples beyond full scale.
  @_noAllocation @_noLocks
  private mutating func countClipped(_ source: UnsafePointer<Float>, samples: Int) {
    guard Quad.exceeds(source, samples, magnitude: 1) else { return }
    for n in 0..<samples where abs(source[n]) > 1 { clippedSamples += 1 }
  }
}
