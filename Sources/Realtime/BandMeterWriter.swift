/// Measures the levels of a frequency band in every channel: raw samples -> band-pass -> mean squares, as in
/// ``MeterWriter``.
///
/// The band-pass is a fourth-order Butterworth high-pass followed by a fourth-order Butterworth low-pass, so it falls
/// by 24 dB per octave outside the band. Such a steep slope is needed because two octaves below a bird, wind and
/// traffic are 40 dB louder than the bird.
///
/// - Source: R. Bristow-Johnson, Cookbook formulae for audio equalizer biquad filter coefficients; the two sections of
///   a fourth-order Butterworth filter have a Q of 1 / (2 cos(pi / 8)) and 1 / (2 cos(3 pi / 8)).
public struct BandMeterWriter: ~Copyable, @unchecked Sendable {
  // Sendable is unchecked because of the pointers: their memory can be reached only through this value.

  private var memory = Memory()

  /// A second-order section for four channels, transposed direct form 2.
  private struct Section {
    var b0 = SIMD4<Float>.zero
    var b1 = SIMD4<Float>.zero
    var b2 = SIMD4<Float>.zero
    var a1 = SIMD4<Float>.zero
    var a2 = SIMD4<Float>.zero

    init(_ hertz: Double, rate: Double, q: Double, isHighPass: Bool) {
      let (sine, cosine) = Elementary.sineAndCosine(2 * Double.pi * hertz / rate)
      let alpha = sine / (2 * q)
      let edge = isHighPass ? 1 + cosine : 1 - cosine
      func lanes(_ value: Double) -> SIMD4<Float> {
        SIMD4(repeating: Float(value / (1 + alpha)))
      }
      b0 = lanes(edge / 2)
      b1 = lanes(isHighPass ? -edge : edge)
      b2 = b0
      a1 = lanes(-2 * cosine)
      a2 = lanes(1 - alpha)
    }

    @_noAllocation @_noLocks
    @inline(__always)
    func step(_ x: SIMD4<Float>, _ first: inout SIMD4<Float>, _ second: inout SIMD4<Float>)
      -> SIMD4<Float>
    {
      let direct: SIMD4<Float> = b0 * x
      let y: SIMD4<Float> = direct + first
      let ahead: SIMD4<Float> = b1 * x
      let back: SIMD4<Float> = a1 * y
      let middle: SIMD4<Float> = ahead - back
      first = middle + second
      let last: SIMD4<Float> = b2 * x
      let far: SIMD4<Float> = a2 * y
      second = last - far
      return y
    }
  }

  /// The states of four sections for four channels.
  private struct States {
    var first = (SIMD4<Float>.zero, SIMD4<Float>.zero, SIMD4<Float>.zero, SIMD4<Float>.zero)
    var second = (SIMD4<Float>.zero, SIMD4<Float>.zero, SIMD4<Float>.zero, SIMD4<Float>.zero)
  }

  /// The number of frames filtered in one pass.
  private static var chunk: Int { @_noAllocation @_noLocks get { 256 } }
  /// The Q of each of the two sections of a fourth-order Butterworth filter.
  private static let (wide, narrow) = (0.541_196_1, 1.306_563)

  private var meters: MeterWriter
  private let channels: Int
  private let format: RawFormat
  private let highWide: Section
  private let highNarrow: Section
  private let lowWide: Section
  private let lowNarrow: Section
  private let states: UnsafeMutablePointer<States>
  private let filtered: UnsafeMutablePointer<Float>

  /// Creates the writer for the meters of a band.
  ///
  /// - Parameters:
  ///   - meters: meters with as many channels as the raw frames.
  ///   - band: the band in hertz; its upper end is limited to 0.45 of the sample rate.
  public init(
    _ meters: consuming MeterWriter, band: ClosedRange<Double>, rate: Double, format: RawFormat
  ) {
    precondition(band.lowerBound > 0 && rate > 0)
    channels = meters.channels
    self.format = format
    let high = min(band.upperBound, 0.45 * rate)
    let low = min(band.lowerBound, high)
    highWide = Section(low, rate: rate, q: Self.wide, isHighPass: true)
    highNarrow = Section(low, rate: rate, q: Self.narrow, isHighPass: true)
    lowWide = Section(high, rate: rate, q: Self.wide, isHighPass: false)
    lowNarrow = Section(high, rate: rate, q: Self.narrow, isHighPass: false)
    states = memory.make((channels + 3) / 4, of: States())
    filtered = memory.make(256 * channels, of: 0)
    self.meters = meters
  }

  /// Measures interleaved raw samples of all channels, and publishes the levels.
  ///
  /// - Thread: realtime, always the same.
  #if compiler(>=6.2)
    @_noAllocation @_noLocks
  #endif
  public mutating func measure(raw: UnsafePointer<Int32>, frames: Int) {
    var start = 0
    while start < frames {
      let count = min(frames - start, Self.chunk)
      var channel = 0
      while channel < channels {
        filter(raw + start * channels + channel, frames: count, channel: channel)
        channel += 4
      }
      meters.measure(samples: UnsafePointer(filtered), frames: count)
      start += count
    }
  }

  /// Filters up to four neighbouring channels.
  @_noAllocation @_noLocks
  private func filter(_ source: UnsafePointer<Int32>, frames: Int, channel: Int) {
    let lanes = min(4, channels - channel)
    var state = states[channel / 4]
    var invalid = SIMD4<Int32>.zero
    for n in 0..<frames {
      let raw = RawSamples.load(source + n * channels, lanes: lanes)
      var x = RawSamples.samples(raw, format: format, invalid: &invalid)
      x = highWide.step(x, &state.first.0, &state.second.0)
      x = highNarrow.step(x, &state.first.1, &state.second.1)
      x = lowWide.step(x, &state.first.2, &state.second.2)
      x = lowNarrow.step(x, &state.first.3, &state.second.3)
      let target = filtered + n * channels + channel
      for lane in 0..<lanes { target[lane] = x[lane] }
    }
    states[channel / 4] = Self.withoutResidue(state)
  }

  @_noAllocation @_noLocks
  private static func withoutResidue(_ states: States) -> States {
    var states = states
    states.first.0 = Quad.withoutResidue(states.first.0)
    states.first.1 = Quad.withoutResidue(states.first.1)
    states.first.2 = Quad.withoutResidue(states.first.2)
    states.first.3 = Quad.withoutResidue(states.first.3)
    states.second.0 = Quad.withoutResidue(states.second.0)
    states.second.1 = Quad.withoutResidue(states.second.1)
    states.second.2 = Quad.withoutResidue(states.second.2)
    states.second.3 = Quad.withoutResidue(states.second.3)
    return states
  }
}
