/// The measuring end of the meters: it takes raw samples of a capture, or samples of a rendering.
///
/// The peak falls by 20 dB in 1.7 s, so a reader that looks ten times a second misses no peak; the mean square is a
/// one-pole average over 300 ms. Decay is applied once per call. Both values are relative to the mean over the same 300
/// ms, because a converter's offset is not sound. Clipped samples are counted before the offset is removed.
///
/// - Source: IEC 60268-18 (fall of a digital peak meter); IEC 60268-17 (300 ms).
public struct MeterWriter: ~Copyable, @unchecked Sendable {
  // Sendable is unchecked because of the pointers: their memory can be reached only through this value.

  private var memory = Memory()

  /// The state of one channel between calls.
  private struct Ballistics {
    var peak: Float = 0
    /// The mean, and the mean square of the deviations from the mean.
    var mean = 0.0
    var meanSquare = 0.0
    var clippedSamples: UInt32 = 0
  }

  /// The sums of one call for four channels.
  private struct Sums {
    var peak = SIMD4<Float>.zero
    var values = SIMD4<Float>.zero
    var squares = SIMD4<Float>.zero
    var clipped = SIMD4<Int32>.zero
  }

  /// The number of frames whose squares are added up in Float; it is small, so that long calls lose no precision.
  private static let chunk = 1024
  /// -200 dB: a peak that has fallen below this level counts as silence.
  private static let silence: Float = 1e-10

  // The object is retained once when this value is created, and released in deinit, so that realtime functions never
  // change its reference count.
  private let bank: Unmanaged<MeterBank>
  private let cells: UnsafeMutablePointer<MeterCell>
  /// The number of metered channels.
  let channels: Int
  private let clipLevel: Float
  private let peakDecay: Double
  private let meanDecay: Double
  private let ballistics: UnsafeMutablePointer<Ballistics>

  init(_ bank: MeterBank, rate: Double, clipLevel: Float) {
    precondition(rate > 0 && clipLevel > 0)
    self.bank = Unmanaged.passRetained(bank)
    self.clipLevel = clipLevel
    cells = bank.cells
    channels = bank.channels
    // 20 dB is a factor of 10; ln 10 = 2.302585.
    peakDecay = Elementary.exponential(-2.302_585_092_994_046 / (1.7 * rate))
    meanDecay = Elementary.exponential(-1 / (0.3 * rate))
    ballistics = memory.make(bank.channels, of: Ballistics())
  }

  deinit { bank.release() }

  /// Measures interleaved raw samples and publishes the result.
  ///
  /// - Returns: the number of samples at full scale.
  /// - Thread: realtime, always the same.
  #if compiler(>=6.2)
    @_noAllocation @_noLocks
  #endif
  @discardableResult
  public mutating func measure(
    raw: UnsafePointer<Int32>, frames: Int, format: RawFormat
  ) -> Int {
    let clipped = accumulate(
      raw, stride: channels, frames: frames, format: format, channels: channels)
    publish()
    return clipped
  }

  /// Measures interleaved samples and publishes the result.
  ///
  /// - Parameter stride: the number of samples from one frame to the next; only the first samples of every frame, one
  ///   per metered channel, are measured.
  /// - Thread: realtime, always the same.
  #if compiler(>=6.2)
    @_noAllocation @_noLocks
  #endif
  public mutating func measure(samples: UnsafePointer<Float>, frames: Int, stride: Int) {
    measure(samples: samples, frames: frames, stride: stride, first: channels)
  }

  /// Measures interleaved samples for the first channels only, and publishes the result; the other channels keep their
  /// values.
  ///
  /// - Precondition: the samples have at most as many channels as the meters.
  /// - Thread: realtime, always the same.
  #if compiler(>=6.2)
    @_noAllocation @_noLocks
  #endif
  mutating func measure(
    samples: UnsafePointer<Float>, frames: Int, stride: Int, first count: Int
  ) {
    // A Float and an Int32 with the same bits have the same layout in memory.
    let raw = UnsafeRawPointer(samples).assumingMemoryBound(to: Int32.self)
    _ = accumulate(raw, stride: stride, frames: frames, format: .float, channels: count)
    publish()
  }

  /// Measures interleaved samples that have exactly the metered channels, and publishes the result.
  ///
  /// - Thread: realtime, always the same.
  #if compiler(>=6.2)
    @_noAllocation @_noLocks
  #endif
  public mutating func measure(samples: UnsafePointer<Float>, frames: Int) {
    measure(samples: samples, frames: frames, stride: channels)
  }

  /// Publishes silence in every channel and starts afresh; only the count of clipped samples continues.
  #if compiler(>=6.2)
    @_noAllocation @_noLocks
  #endif
  mutating func reset() {
    for n in 0..<channels {
      let clipped = ballistics[n].clippedSamples
      ballistics[n] = Ballistics()
      ballistics[n].clippedSamples = clipped
    }
    publish()
  }

  /// Publishes every channel to the readers.
  #if compiler(>=6.2)
    @_noAllocation @_noLocks
  #endif
  private func publish() {
    for n in 0..<channels {
      let state = ballistics[n]
      cells[n].peak.store(state.peak.bitPattern, ordering: .relaxed)
      cells[n].meanSquare.store(Float(state.meanSquare).bitPattern, ordering: .relaxed)
      cells[n].clippedSamples.store(state.clippedSamples, ordering: .relaxed)
    }
  }

  /// Updates the ballistics of every channel and counts clipped samples.
  @_noAllocation @_noLocks
  private func accumulate(
    _ raw: UnsafePointer<Int32>, stride: Int, frames: Int, format: RawFormat, channels: Int
  ) -> Int {
    var start = 0
    var clipped = 0
    while start < frames {
      let count = min(frames - start, MeterWriter.chunk)
      var channel = 0
      while channel < channels {
        let lanes = min(4, channels - channel)
        let source = raw + start * stride + channel
        var mean = SIMD4<Float>.zero
        for lane in 0..<lanes { mean[lane] = Float(ballistics[channel + lane].mean) }
        let sums = sum(
          source, stride: stride, frames: count, lanes: lanes, format: format, about: mean)
        clipped += Int(sums.clipped.wrappedSum())
        for lane in 0..<lanes { update(channel + lane, sums, lane: lane, frames: count) }
        channel += 4
      }
      start += count
    }
    return clipped
  }

  /// For up to four neighbouring channels, computes the peak, the sum and the sum of squares about a mean, and counts
  /// clipped samples.
  @_noAllocation @_noLocks
  private func sum(
    _ source: UnsafePointer<Int32>, stride: Int, frames: Int, lanes: Int, format: RawFormat,
    about mean: SIMD4<Float>
  ) -> Sums {
    var sums = Sums()
    var invalid = SIMD4<Int32>.zero
    for n in 0..<frames {
      let raw = RawSamples.load(source + n * stride, lanes: lanes)
      let x = RawSamples.samples(raw, format: format, invalid: &invalid)
      let level: SIMD4<Float> = x - mean
      let height: SIMD4<Float> = Quad.magnitude(level)
      sums.peak.replace(with: height, where: height .> sums.peak)
      sums.values += level
      let square: SIMD4<Float> = level * level
      sums.squares += square
      let magnitude: SIMD4<Float> = Quad.magnitude(x)
      sums.clipped.replace(with: sums.clipped &+ 1, where: magnitude .>= clipLevel)
    }
    return sums
  }

  /// Moves the state of one channel on by `frames` frames.
  @_noAllocation @_noLocks
  private func update(_ channel: Int, _ sums: Sums, lane: Int, frames: Int) {
    let state = ballistics + channel
    let fallen = Float(Double(state.pointee.peak) * Elementary.power(peakDecay, frames))
    let peak = max(sums.peak[lane], fallen)
    state.pointee.peak = peak < MeterWriter.silence ? 0 : peak
    let kept = Elementary.power(meanDecay, frames)
    // The weighted mean of the past frames and these frames, and the mean square about that mean.
    let shift = (1 - kept) * Double(sums.values[lane]) / Double(frames)
    state.pointee.mean += shift
    let square = Double(sums.squares[lane]) / Double(frames)
    let meanSquare = max(
      0, square + (state.pointee.meanSquare - square) * kept - shift * shift)
    state.pointee.meanSquare = meanSquare < 1e-20 ? 0 : meanSquare
    state.pointee.clippedSamples &+= UInt32(truncatingIfNeeded: sums.clipped[lane])
  }
}
