/// The measuring end of the sound levels: it takes raw samples of a capture, and forms A-weighted and unweighted
/// squares, both with time weighting F and summed over all time.
///
/// The A-weighting is a cascade of six first-order sections with the poles of the standard (20.6 Hz twice, 107.7 Hz,
/// 737.9 Hz, 12.19 kHz twice). To avoid frequency warping, each section has the magnitude of its analogue counterpart
/// at half the rate, and the low-pass sections also match it at 10 kHz. At rates of 44.1 kHz and more, the result is
/// within 0.2 dB of the standard up to 10 kHz and within 1.2 dB up to 20 kHz. Unweighted levels begin at 10 Hz (1 dB
/// down), so that a converter's constant offset does not count.
///
/// The sums leave out the frames in which a microphone is dead; otherwise its mean would fall with every such frame.
///
/// - Source: IEC 61672-1:2013, 5.5 and annex E (weightings A and Z), 5.8 (F); M. Vicanek, Matched Second Order Digital
///   Filters, 2016 (magnitudes matched at chosen frequencies, here for first order).
public struct SoundLevelWriter: ~Copyable, @unchecked Sendable {
  // Sendable is unchecked because of the pointers: their memory can be reached only through this value.

  private var memory = Memory()

  /// A first-order section, `(b0 + b1 / z) / (1 - pole / z)`, for four channels.
  private struct Section {
    let b0: SIMD4<Float>
    let b1: SIMD4<Float>
    let pole: SIMD4<Float>

    init(b0: Double, b1: Double, pole: Double) {
      self.b0 = SIMD4(repeating: Float(b0))
      self.b1 = SIMD4(repeating: Float(b1))
      self.pole = SIMD4(repeating: Float(pole))
    }

    static func highPass(_ hertz: Double, _ rate: Double) -> Section {
      let pole = Elementary.exponential(-2 * Double.pi * hertz / rate)
      let ratio = hertz / (rate / 2)
      let gain = (1 + pole) / 2 / (1 + ratio * ratio).squareRoot()
      return Section(b0: gain, b1: -gain, pole: pole)
    }

    /// A low-pass section with the analogue magnitudes at 10 kHz (or at a quarter of the rate, if that is lower) and at
    /// half the rate.
    ///
    /// Its squared magnitude is (1 + n u) / (1 + d u), with u = sin^2 of half the angle and d = 4 pole / (1 - pole)^2;
    /// the two magnitudes determine d.
    static func lowPass(_ hertz: Double, _ rate: Double) -> Section {
      func power(_ place: Double) -> Double { 1 / (1 + place * place / hertz / hertz) }
      let middle = min(10_000, rate / 4)
      let (last, half) = (power(rate / 2), power(middle))
      let sine = Elementary.sineAndCosine(Double.pi * middle / rate).sine
      let u = sine * sine
      let d = (half - 1 + u * (1 - last)) / (u * (last - half))
      let pole = (d + 2 - 2 * (d + 1).squareRoot()) / d
      let (sum, difference) = (1 - pole, (1 + pole) * last.squareRoot())
      return Section(b0: (sum + difference) / 2, b1: (sum - difference) / 2, pole: pole)
    }

    @_noAllocation @_noLocks
    @inline(__always)
    func step(_ x: SIMD4<Float>, _ state: inout SIMD4<Float>) -> SIMD4<Float> {
      let direct: SIMD4<Float> = b0 * x
      let y: SIMD4<Float> = direct + state
      let ahead: SIMD4<Float> = b1 * x
      let back: SIMD4<Float> = pole * y
      state = ahead + back
      return y
    }
  }

  /// The states of four channels: of the sections, and the last raw samples.
  private struct States {
    var last = SIMD4<Int32>.zero
    var zero = SIMD4<Float>.zero
    var a = (
      SIMD4<Float>.zero, SIMD4<Float>.zero, SIMD4<Float>.zero, SIMD4<Float>.zero,
      SIMD4<Float>.zero, SIMD4<Float>.zero
    )
  }

  /// The number of frames whose squares are added up in Float; it is small, so that long calls lose no precision.
  private static var chunk: Int { @_noAllocation @_noLocks get { 256 } }
  /// The time constant in seconds of time weighting F.
  private static let fastSeconds = 0.125
  /// Seconds for which a microphone must deliver a constant value to count as dead; a capsule and its converter always
  /// make some noise.
  public static let deadSeconds = 0.25

  // The object is retained once when this value is created, and released in deinit, so that realtime functions never
  // change its reference count.
  private let bank: Unmanaged<SoundLevelBank>
  private let measured: UnsafeMutablePointer<SoundLevelCell>
  private let channels: Int
  private let format: RawFormat
  private let decay: Double
  private let high: Section
  private let first: Section
  private let second: Section
  private let third: Section
  private let low: Section
  private let scale: SIMD4<Float>
  private let states: UnsafeMutablePointer<States>
  private let levels: UnsafeMutablePointer<SoundLevelReading>
  private let deadFrames: Int
  /// For each channel, the number of frames since its value last changed, which its level does not count yet.
  private let still: UnsafeMutablePointer<Int>
  private var isSettled = false

  init(_ bank: SoundLevelBank, rate: Double, format: RawFormat) {
    precondition(rate > 0)
    self.bank = Unmanaged.passRetained(bank)
    self.format = format
    measured = bank.cells
    channels = bank.channels
    decay = Elementary.exponential(-1 / (Self.fastSeconds * rate))
    high = .highPass(5, rate)
    (first, second) = (.highPass(20.598_997, rate), .highPass(107.652_65, rate))
    (third, low) = (.highPass(737.862_23, rate), .lowPass(12194.217, rate))
    // The gain that makes the A-weighting 0 dB at 1 kHz: 10^(1.9997 / 20).
    scale = SIMD4(repeating: 1.258_905)
    states = memory.make((bank.channels + 3) / 4, of: States())
    levels = memory.make(bank.channels, of: SoundLevelReading())
    deadFrames = Int(Self.deadSeconds * rate)
    still = memory.make(bank.channels, of: 0)
  }

  deinit { bank.release() }

  /// Measures interleaved raw samples of all channels, and publishes the levels.
  ///
  /// - Thread: realtime, always the same.
  #if compiler(>=6.2)
    @_noAllocation @_noLocks
  #endif
  public mutating func measure(raw: UnsafePointer<Int32>, frames count: Int) {
    guard count > 0 else { return }
    if !isSettled { settle(raw) }
    var start = 0
    while start < count {
      let some = min(count - start, Self.chunk)
      var channel = 0
      while channel < channels {
        add(raw + start * channels + channel, frames: some, channel: channel)
        channel += 4
      }
      start += some
    }
    publish()
  }

  /// Starts as if every channel had always had its current offset; otherwise the step to the offset would count as
  /// sound.
  @_noAllocation @_noLocks
  private mutating func settle(_ raw: UnsafePointer<Int32>) {
    var channel = 0
    var invalid = SIMD4<Int32>.zero
    while channel < channels {
      let first = RawSamples.load(raw + channel, lanes: min(4, channels - channel))
      let x = RawSamples.samples(first, format: format, invalid: &invalid)
      states[channel / 4].zero = high.b1 * x
      states[channel / 4].last = first
      channel += 4
    }
    isSettled = true
  }

  /// Filters up to four neighbouring channels, and adds up their squares.
  @_noAllocation @_noLocks
  private mutating func add(_ source: UnsafePointer<Int32>, frames: Int, channel: Int) {
    let lanes = min(4, channels - channel)
    var state = states[channel / 4]
    var invalid = SIMD4<Int32>.zero
    var (squares, squaresA) = (SIMD4<Float>.zero, SIMD4<Float>.zero)
    // The bits that changed in any frame.
    var changes = SIMD4<Int32>.zero
    for n in 0..<frames {
      let raw = RawSamples.load(source + n * channels, lanes: lanes)
      let change: SIMD4<Int32> = raw ^ state.last
      changes |= change
      state.last = raw
      let x = RawSamples.samples(raw, format: format, invalid: &invalid)
      let z = high.step(x, &state.zero)
      let z2: SIMD4<Float> = z * z
      squares += z2
      var a = first.step(z * scale, &state.a.0)
      a = first.step(a, &state.a.1)
      a = second.step(a, &state.a.2)
      a = third.step(a, &state.a.3)
      a = low.step(a, &state.a.4)
      a = low.step(a, &state.a.5)
      let a2: SIMD4<Float> = a * a
      squaresA += a2
    }
    states[channel / 4] = Self.withoutResidue(state)
    let kept = Elementary.power(decay, frames)
    for lane in 0..<lanes {
      let level = levels + channel + lane
      let (sum, sumA) = (Double(squares[lane]), Double(squaresA[lane]))
      let (mean, meanA) = (sum / Double(frames), sumA / Double(frames))
      level.pointee.fast = mean + (level.pointee.fast - mean) * kept
      level.pointee.fastA = meanA + (level.pointee.fastA - meanA) * kept
      level.pointee.sum += sum
      level.pointee.sumA += sumA
      if changes[lane] != 0 {
        level.pointee.frames += counted(channel + lane) + frames
        still[channel + lane] = 0
      } else {
        still[channel + lane] += frames
      }
    }
  }

  /// The number of frames since a channel's value last changed, or 0 if they are so many that the microphone was dead.
  @_noAllocation @_noLocks
  private func counted(_ channel: Int) -> Int {
    still[channel] < deadFrames ? still[channel] : 0
  }

  @_noAllocation @_noLocks
  private static func withoutResidue(_ states: States) -> States {
    var states = states
    states.zero = Quad.withoutResidue(states.zero)
    states.a.0 = Quad.withoutResidue(states.a.0)
    states.a.1 = Quad.withoutResidue(states.a.1)
    states.a.2 = Quad.withoutResidue(states.a.2)
    states.a.3 = Quad.withoutResidue(states.a.3)
    states.a.4 = Quad.withoutResidue(states.a.4)
    states.a.5 = Quad.withoutResidue(states.a.5)
    return states
  }

  /// Publishes every channel to the readers.
  #if compiler(>=6.2)
    @_noAllocation @_noLocks
  #endif
  private func publish() {
    for n in 0..<channels {
      let level = levels[n]
      measured[n].fast.store(level.fast.bitPattern, ordering: .relaxed)
      measured[n].fastA.store(level.fastA.bitPattern, ordering: .relaxed)
      measured[n].sum.store(level.sum.bitPattern, ordering: .relaxed)
      measured[n].sumA.store(level.sumA.bitPattern, ordering: .relaxed)
      measured[n].frames.store(level.frames + counted(n), ordering: .releasing)
    }
  }
}
