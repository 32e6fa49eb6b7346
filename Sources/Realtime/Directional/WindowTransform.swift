/// The Fourier transform of real windows of a power of two frames, one signal per lane, and back.
///
/// Two frames make one complex number, so that a transform of half the length does; its parts are taken apart with the
/// usual identities. Stockham's order needs no bit reversal.
///
/// - Source: C. Van Loan, Computational Frameworks for the Fast Fourier Transform, 1992, sections 1.7 (Stockham) and
///   4.3 (real signals).
struct WindowTransform: ~Copyable, @unchecked Sendable {
  // Unchecked because of the pointers: their memory is reachable through this one value only.

  /// Frames of a window.
  let size: Int
  /// e^{-2 pi i n/size}, n < size.
  private let turns: UnsafeMutablePointer<Twiddle>
  private let work: UnsafeMutablePointer<LaneComplex>
  private let other: UnsafeMutablePointer<LaneComplex>

  /// The number of bins, from 0 to half of the sample rate.
  var bins: Int { @_noAllocation @_noLocks get { size / 2 + 1 } }

  init(size: Int) {
    precondition(size >= 16 && size & (size - 1) == 0)
    self.size = size
    turns = .allocate(capacity: size)
    for n in 0..<size { (turns + n).initialize(to: Twiddle(n, size)) }
    work = .allocate(capacity: size / 2)
    work.initialize(repeating: .zero, count: size / 2)
    other = .allocate(capacity: size / 2)
    other.initialize(repeating: .zero, count: size / 2)
  }

  deinit {
    turns.deallocate()
    work.deallocate()
    other.deallocate()
  }

  /// Transforms `size` vectors of frames to ``bins`` bins.
  @_noAllocation @_noLocks
  func forward(_ frames: UnsafePointer<Lanes>, bins: UnsafeMutablePointer<LaneComplex>) {
    for n in 0..<(size / 2) { work[n] = LaneComplex(frames[2 * n], frames[2 * n + 1]) }
    unpack(UnsafePointer(transform()), bins)
  }

  /// Transforms frames to bins and other bins to other frames at once, in different lanes.
  ///
  /// - Parameters:
  ///   - frames: `size` vectors, with zeros in the lanes of `back`.
  ///   - back: ``bins`` bins, those at both ends real, with zeros in the lanes of `frames`.
  ///   - bins: receives the bins of `frames` in their lanes; other lanes mean nothing.
  ///   - made: receives the frames of `back` in their lanes; other lanes mean nothing.
  @_noAllocation @_noLocks
  func both(
    _ frames: UnsafePointer<Lanes>, bins: UnsafeMutablePointer<LaneComplex>,
    back: UnsafePointer<LaneComplex>, made: UnsafeMutablePointer<Lanes>
  ) {
    let half = size / 2
    for n in 0..<half {
      let (a, b) = (back[n], back[half - n])
      let even = LaneComplex((a.re + b.re) * 0.5, (a.im - b.im) * 0.5)
      let difference = LaneComplex((a.re - b.re) * 0.5, (a.im + b.im) * 0.5)
      let odd = difference.timesConjugate(LaneComplex(turns[n]))
      // Real and imaginary parts exchanged: the forward transform then goes backward.
      let (real, imaginary): (Lanes, Lanes) = (even.im + odd.re, even.re - odd.im)
      work[n] = LaneComplex(frames[2 * n] + real, frames[2 * n + 1] + imaginary)
    }
    let result = transform()
    unpack(UnsafePointer(result), bins)
    let scale = 1 / Float(half)
    for n in 0..<half {
      made[2 * n] = result[n].im * scale
      made[2 * n + 1] = result[n].re * scale
    }
  }

  /// The bins of real signals from the transform of their pairs of frames.
  @_noAllocation @_noLocks
  private func unpack(
    _ result: UnsafePointer<LaneComplex>, _ bins: UnsafeMutablePointer<LaneComplex>
  ) {
    let half = size / 2
    bins[0] = LaneComplex(result[0].re + result[0].im, .zero)
    bins[half] = LaneComplex(result[0].re - result[0].im, .zero)
    for k in 1..<half {
      let (a, b) = (result[k], result[half - k])
      let even = LaneComplex((a.re + b.re) * 0.5, (a.im - b.im) * 0.5)
      // -i/2 (a - conj b)
      let odd = LaneComplex((a.im + b.im) * 0.5, (b.re - a.re) * 0.5)
      bins[k] = even + odd * LaneComplex(turns[k])
    }
  }

  /// The complex transform of ``work``; the result is in one of the two buffers.
  @_noAllocation @_noLocks
  private func transform() -> UnsafeMutablePointer<LaneComplex> {
    let half = size / 2
    var (from, to) = (work, other)
    var (span, stride) = (half, 1)
    if half.trailingZeroBitCount & 1 == 1 {
      twos(from, to)
      (from, to) = (to, from)
      (span, stride) = (half / 2, 2)
    }
    while span > 1 {
      fours(from, to, span: span, stride: stride)
      (from, to) = (to, from)
      span /= 4
      stride *= 4
    }
    return from
  }

  @_noAllocation @_noLocks
  private func twos(
    _ from: UnsafeMutablePointer<LaneComplex>, _ to: UnsafeMutablePointer<LaneComplex>
  ) {
    let half = size / 4
    for p in 0..<half {
      let (a, b) = (from[p], from[p + half])
      to[2 * p] = a + b
      to[2 * p + 1] = (a - b) * LaneComplex(turns[2 * p])
    }
  }

  @_noAllocation @_noLocks
  private func fours(
    _ from: UnsafeMutablePointer<LaneComplex>, _ to: UnsafeMutablePointer<LaneComplex>, span: Int,
    stride: Int
  ) {
    let quarter = span / 4
    for q in 0..<stride {
      // The first of each span is not turned.
      let (a, b, c, d) = LaneComplex.butterfly(
        from[q], from[q + stride * quarter], from[q + 2 * stride * quarter],
        from[q + 3 * stride * quarter])
      (to[q], to[q + stride], to[q + 2 * stride], to[q + 3 * stride]) = (a, b, c, d)
    }
    for p in 1..<max(1, quarter) {
      // Turns of this span: a full one has size steps.
      let step = 2 * p * stride
      let (w1, w2) = (LaneComplex(turns[step]), LaneComplex(turns[2 * step]))
      let w3 = LaneComplex(turns[3 * step])
      let (source, target) = (from + stride * p, to + 4 * stride * p)
      for q in 0..<stride {
        let (a, b, c, d) = LaneComplex.butterfly(
          source[q], source[q + stride * quarter], source[q + 2 * stride * quarter],
          source[q + 3 * stride * quarter])
        target[q] = a
        target[q + stride] = b * w1
        target[q + 2 * stride] = c * w2
        target[q + 3 * stride] = d * w3
      }
    }
  }
}
