/// Fourier-transforms windows of real frames whose length is a power of two, one signal per lane, and transforms them
/// back.
///
/// Two frames form one complex number, so a transform of half the length is enough; the usual identities separate the
/// two spectra. Stockham's order needs no bit reversal. The first stage applies the window, together with the factors
/// of two that the identities omit.
///
/// - Source: C. Van Loan, Computational Frameworks for the Fast Fourier Transform, 1992, sections 1.7 (Stockham) and
///   4.3 (real signals).
struct WindowTransform: ~Copyable, @unchecked Sendable {
  // Sendable is unchecked because of the pointers: their memory can be reached only through this value.

  private var memory = Memory()
  /// The number of frames per window.
  let size: Int
  /// The length of the complex transform, and the number of bins without the last bin.
  let half: Int
  /// Half of the sine window; and the sine window divided by ``size``.
  private let shape: UnsafeMutablePointer<Lanes>
  private let backShape: UnsafeMutablePointer<SIMD2<Float>>
  /// The twiddle factors of all stages, three at a time.
  private let turns: UnsafeMutablePointer<LaneComplex>
  /// e^{-2 pi i k/size}, for k up to half of ``half``.
  private let realTurns: UnsafeMutablePointer<LaneComplex>
  private let work: UnsafeMutablePointer<LaneComplex>
  private let other: UnsafeMutablePointer<LaneComplex>

  init(size: Int) {
    precondition(size >= 16 && size & (size - 1) == 0)
    self.size = size
    half = size / 2
    shape = memory.make(size, of: .zero)
    backShape = memory.make(size, of: .zero)
    for n in 0..<size {
      let sine = Elementary.turn(2 * n + 1, 4 * size).sine
      shape[n] = Lanes(repeating: Float(sine) / 2)
      backShape[n] = SIMD2(repeating: Float(sine) / Float(size))
    }
    turns = memory.make(size, of: .zero)
    var (place, span) = (0, size / 2)
    while span >= 4 {
      for n in 0..<(span / 4) {
        for power in 1...3 {
          turns[place + 3 * n + power - 1] = LaneComplex(Twiddle(n * power, span))
        }
      }
      place += 3 * span / 4
      span /= 4
    }
    realTurns = memory.make(size / 4 + 1, of: .zero)
    for n in 0...(size / 4) { realTurns[n] = LaneComplex(Twiddle(n, size)) }
    work = memory.make(size / 2, of: .zero)
    other = memory.make(size / 2, of: .zero)
  }

  /// Transforms a window of frames to the bins below half the sample rate.
  ///
  /// - Parameters:
  ///   - frames: `size` vectors, each `stride` vectors after the previous vector.
  ///   - rows: receives the bins of the first `count` lanes.
  @_noAllocation @_noLocks
  func forward(
    _ frames: UnsafePointer<Lanes>, stride: Int, into rows: SpectrumRows, count: Int
  ) {
    let quarter = half / 4
    var (a, b) = (frames, frames + 2 * quarter * stride)
    var (c, d) = (b + 2 * quarter * stride, b + 4 * quarter * stride)
    var (window, turn, target) = (UnsafePointer(shape), UnsafePointer(turns), work)
    for _ in 0..<quarter {
      store(
        LaneComplex.butterfly(
          Self.shaped(a, stride, window), Self.shaped(b, stride, window + 2 * quarter),
          Self.shaped(c, stride, window + 4 * quarter),
          Self.shaped(d, stride, window + 6 * quarter)), turn, target)
      (a, b, c, d) = (a + 2 * stride, b + 2 * stride, c + 2 * stride, d + 2 * stride)
      (window, turn, target) = (window + 2, turn + 3, target + 4)
    }
    let result = laterStages()
    rows.fill(from: UnsafePointer(unpack(result)), bins: half, count: count)
  }

  /// Transforms one window of frames of both ears to bins, and other bins back to frames, at the same time.
  ///
  /// - Parameters:
  ///   - frames: `size` pairs.
  ///   - rows: receives the bins of `frames`.
  ///   - back: bins below half of the sample rate; the first is taken as real, and the bin after the last as zero.
  ///   - made: receives the frames of `back`, windowed.
  @_noAllocation @_noLocks
  func both(
    _ frames: UnsafePointer<SIMD2<Float>>, into rows: SpectrumRows, back: SpectrumRows,
    made: UnsafeMutablePointer<SIMD2<Float>>
  ) {
    back.read(bins: half, into: work)
    pack()
    let quarter = half / 4
    var (frame, window) = (frames, UnsafePointer(shape))
    var (turn, target, packed) = (UnsafePointer(turns), work, UnsafePointer(other))
    for _ in 0..<quarter {
      let (a, b) = (
        Self.shaped(frame, window, beside: packed),
        Self.shaped(frame + 2 * quarter, window + 2 * quarter, beside: packed + quarter)
      )
      let (c, d) = (
        Self.shaped(frame + 4 * quarter, window + 4 * quarter, beside: packed + 2 * quarter),
        Self.shaped(frame + 6 * quarter, window + 6 * quarter, beside: packed + 3 * quarter)
      )
      store(LaneComplex.butterfly(a, b, c, d), turn, target)
      (frame, window, packed) = (frame + 2, window + 2, packed + 1)
      (turn, target) = (turn + 3, target + 4)
    }
    let result = laterStages()
    for n in 0..<half {
      // The real and imaginary parts are exchanged here.
      made[2 &* n] = EarLanes.back(result[n].im) * backShape[2 &* n]
      made[2 &* n &+ 1] = EarLanes.back(result[n].re) * backShape[2 &* n &+ 1]
    }
    rows.fill(from: UnsafePointer(unpack(result)), bins: half, count: 2)
  }

  /// Two windowed frames as one complex number.
  @_noAllocation @_noLocks
  @inline(__always)
  private static func shaped(
    _ frames: UnsafePointer<Lanes>, _ stride: Int, _ window: UnsafePointer<Lanes>
  ) -> LaneComplex {
    LaneComplex(frames[0] * window[0], frames[stride] * window[1])
  }

  @_noAllocation @_noLocks
  @inline(__always)
  private static func shaped(
    _ frames: UnsafePointer<SIMD2<Float>>, _ window: UnsafePointer<Lanes>,
    beside other: UnsafePointer<LaneComplex>
  ) -> LaneComplex {
    let (re, im): (Lanes, Lanes) = (
      EarLanes.front(frames[0]) * window[0], EarLanes.front(frames[1]) * window[1]
    )
    return LaneComplex(re + other.pointee.re, im + other.pointee.im)
  }

  @_noAllocation @_noLocks
  @inline(__always)
  private func store(
    _ values: (LaneComplex, LaneComplex, LaneComplex, LaneComplex),
    _ turns: UnsafePointer<LaneComplex>, _ target: UnsafeMutablePointer<LaneComplex>
  ) {
    target[0] = values.0
    target[1] = values.1 * turns[0]
    target[2] = values.2 * turns[1]
    target[3] = values.3 * turns[2]
  }

  /// Performs all stages but the first, starting from ``work``; returns the buffer that then holds the result.
  @_noAllocation @_noLocks
  private func laterStages() -> UnsafeMutablePointer<LaneComplex> {
    var (from, to) = (work, other)
    var (span, stride, turn) = (half / 4, 4, turns + 3 * half / 4)
    while span >= 4 {
      fours(from, to, span: span, stride: stride, turns: turn)
      (from, to) = (to, from)
      turn += 3 * span / 4
      span /= 4
      stride *= 4
    }
    guard span == 2 else { return from }
    for n in 0..<stride {
      let (a, b) = (from[n], from[n + stride])
      (to[n], to[n + stride]) = (a + b, a - b)
    }
    return to
  }

  /// A stage of radix 4.
  @_noAllocation @_noLocks
  private func fours(
    _ from: UnsafeMutablePointer<LaneComplex>, _ to: UnsafeMutablePointer<LaneComplex>, span: Int,
    stride: Int, turns: UnsafePointer<LaneComplex>
  ) {
    let step = stride * (span / 4)
    var (a, b, c, d) = (from, from + step, from + 2 * step, from + 3 * step)
    var (w, x, y, z) = (to, to + stride, to + 2 * stride, to + 3 * stride)
    // The first numbers of each span need no twiddle factor.
    for _ in 0..<stride {
      (w[0], x[0], y[0], z[0]) = LaneComplex.butterfly(a[0], b[0], c[0], d[0])
      (a, b, c, d) = (a + 1, b + 1, c + 1, d + 1)
      (w, x, y, z) = (w + 1, x + 1, y + 1, z + 1)
    }
    var turn = turns
    for _ in 1..<(span / 4) {
      turn += 3
      let skipped = 3 * stride
      (w, x, y, z) = (w + skipped, x + skipped, y + skipped, z + skipped)
      for _ in 0..<stride {
        let values = LaneComplex.butterfly(a[0], b[0], c[0], d[0])
        w[0] = values.0
        x[0] = values.1 * turn[0]
        y[0] = values.2 * turn[1]
        z[0] = values.3 * turn[2]
        (a, b, c, d) = (a + 1, b + 1, c + 1, d + 1)
        (w, x, y, z) = (w + 1, x + 1, y + 1, z + 1)
      }
    }
  }

  /// Separates the bins of real signals from the transform of their pairs of frames; the bins are in the other buffer.
  @_noAllocation @_noLocks
  private func unpack(
    _ result: UnsafeMutablePointer<LaneComplex>
  ) -> UnsafeMutablePointer<LaneComplex> {
    let bins = result == work ? other : work
    let lowest: Lanes = result[0].re + result[0].im
    bins[0] = LaneComplex(lowest * 2, .zero)
    let middle = half / 2
    bins[middle] = LaneComplex(result[middle].re * 2, result[middle].im * -2)
    var (low, high, turn) = (1, half - 1, realTurns + 1)
    while low < high {
      let (a, b) = (result[low], result[high])
      let even = LaneComplex(a.re + b.re, a.im - b.im)
      let odd = LaneComplex(a.im + b.im, b.re - a.re) * turn[0]
      bins[low] = even + odd
      bins[high] = LaneComplex(even.re - odd.re, odd.im - even.im)
      (low, high, turn) = (low &+ 1, high &- 1, turn + 1)
    }
    return bins
  }

  /// Turns the bins in ``work`` back into the spectrum of pairs of frames, in ``other``.
  ///
  /// The spectrum is twice as large, and its real and imaginary parts are exchanged, so that the forward transform acts
  /// as the inverse transform.
  @_noAllocation @_noLocks
  private func pack() {
    other[0] = LaneComplex(work[0].re, work[0].re)
    let middle = half / 2
    other[middle] = LaneComplex(work[middle].im * -2, work[middle].re * 2)
    var (low, high, turn) = (1, half - 1, realTurns + 1)
    while low < high {
      let (a, b) = (work[low], work[high])
      let even = LaneComplex(a.re + b.re, a.im - b.im)
      let odd = LaneComplex(a.re - b.re, a.im + b.im).timesConjugate(turn[0])
      other[low] = LaneComplex(even.im + odd.re, even.re - odd.im)
      other[high] = LaneComplex(odd.re - even.im, even.re + odd.im)
      (low, high, turn) = (low &+ 1, high &- 1, turn + 1)
    }
  }
}
