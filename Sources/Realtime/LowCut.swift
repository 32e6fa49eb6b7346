/// A second-order Butterworth high-pass for 1, 2 or 4 interleaved channels, which reduces wind and handling noise.
///
/// The low cut is meant for every microphone. But a linear filter has the same effect before and after a matrix of
/// filters, so it is enough to filter up to four outputs instead of up to 32 inputs. The low cut comes before the
/// limiter.
///
/// State and arithmetic are Double: at 40 Hz and 192 kHz the poles lie within 0.001 of 1, where the rounding noise of a
/// recursion in Float would be audible. Once per call of ``process(_:frames:)``, states that have decayed below 1e-30
/// (-600 dB) are set to zero. After three seconds of digital silence they would otherwise become denormal numbers,
/// which many processors handle a hundred times more slowly.
///
/// - Source: R. Bristow-Johnson, Cookbook formulae for audio equalizer biquad filter coefficients, HPF with Q =
///   1/sqrt(2) (bilinear transform with prewarped cutoff).
public struct LowCut: ~Copyable {
  private let channels: Int
  private let b0: SIMD2<Double>
  private let a1: SIMD2<Double>
  private let a2: SIMD2<Double>
  private var first = SIMD2<Double>.zero
  private var second = SIMD2<Double>.zero
  /// The states of channels 3 and 4.
  private var others = (SIMD2<Double>.zero, SIMD2<Double>.zero)

  /// Creates a low cut for `channels` (1, 2 or 4) interleaved channels.
  ///
  /// - Parameters:
  ///   - hertz: The cutoff frequency, at which the response is 3 dB down; above 0 and below half the rate.
  ///   - rate: the sample rate in frames per second.
  public init(hertz: Double, rate: Double, channels: Int) {
    precondition([1, 2, 4].contains(channels) && hertz > 0 && hertz < rate / 2)
    self.channels = channels
    let (sine, cosine) = Elementary.sineAndCosine(2 * Double.pi * hertz / rate)
    let alpha = sine / (2 * (0.5).squareRoot())
    b0 = SIMD2(repeating: (1 + cosine) / 2 / (1 + alpha))
    a1 = SIMD2(repeating: -2 * cosine / (1 + alpha))
    a2 = SIMD2(repeating: (1 - alpha) / (1 + alpha))
  }

  /// Filters interleaved frames in place.
  ///
  /// - Thread: realtime.
  @_noAllocation @_noLocks
  public mutating func process(_ samples: UnsafeMutablePointer<Float>, frames: Int) {
    var (s1, s2) = (first, second)
    if channels == 4 {
      processPair(samples, frames: frames, stride: 4, &s1, &s2)
      var (s3, s4) = others
      processPair(samples + 2, frames: frames, stride: 4, &s3, &s4)
      others = (LowCut.withoutResidue(s3), LowCut.withoutResidue(s4))
    } else if channels == 2 {
      processPair(samples, frames: frames, stride: 2, &s1, &s2)
    } else {
      for n in 0..<frames {
        let y = step(SIMD2<Double>(Double(samples[n]), 0), &s1, &s2)
        samples[n] = Float(y.x)
      }
    }
    first = LowCut.withoutResidue(s1)
    second = LowCut.withoutResidue(s2)
  }

  /// Sets the state as if this frame had always been the input, so that a constant offset causes no output.
  ///
  /// - Thread: realtime.
  @_noAllocation @_noLocks
  mutating func settle(_ frame: UnsafePointer<Float>) {
    let near = SIMD2<Double>(Double(frame[0]), channels > 1 ? Double(frame[1]) : 0)
    (first, second) = (-b0 * near, b0 * near)
    guard channels == 4 else { return }
    let far = SIMD2<Double>(Double(frame[2]), Double(frame[3]))
    others = (-b0 * far, b0 * far)
  }

  /// Forgets all input so far.
  ///
  /// - Thread: realtime.
  @_noAllocation @_noLocks
  public mutating func reset() {
    first = .zero
    second = .zero
    others = (.zero, .zero)
  }

  /// Filters two neighbouring channels.
  @_noAllocation @_noLocks
  @inline(__always)
  private func processPair(
    _ samples: UnsafeMutablePointer<Float>, frames: Int, stride: Int, _ s1: inout SIMD2<Double>,
    _ s2: inout SIMD2<Double>
  ) {
    var pair = UnsafeMutableRawPointer(samples)
    for _ in 0..<frames {
      // Each element is converted by itself, because Swift 6.0 finds a dynamic cast in the conversion of a vector.
      let x = pair.loadUnaligned(as: SIMD2<Float>.self)
      let y = step(SIMD2(Double(x.x), Double(x.y)), &s1, &s2)
      pair.storeBytes(of: SIMD2(Float(y.x), Float(y.y)), as: SIMD2<Float>.self)
      pair += stride * MemoryLayout<Float>.stride
    }
  }

  /// Passes one frame through the filter in transposed direct form II.
  @_noAllocation @_noLocks
  @inline(__always)
  private func step(
    _ x: SIMD2<Double>, _ s1: inout SIMD2<Double>, _ s2: inout SIMD2<Double>
  ) -> SIMD2<Double> {
    let outside: SIMD2<Double> = b0 * x
    let y: SIMD2<Double> = outside + s1
    // b1 is exactly -2 b0.
    let fed: SIMD2<Double> = s2 - (outside + outside)
    s1 = fed - a1 * y
    s2 = outside - a2 * y
    return y
  }

  /// Returns the state, with the lanes below -600 dB set to zero.
  @_noAllocation @_noLocks
  private static func withoutResidue(_ state: SIMD2<Double>) -> SIMD2<Double> {
    let tiny = 1e-30
    let first: Double = abs(state.x) < tiny ? 0 : state.x
    let second: Double = abs(state.y) < tiny ? 0 : state.y
    return SIMD2<Double>(first, second)
  }
}
