/// Computes the spectra of real signals, one signal per lane, without shuffling the lanes.
///
/// A block of B real numbers followed by B zeros is determined by B complex bins if these lie at the frequencies (4j +
/// 1)/(4B), a quarter of a step away from the bins of the usual transform: no two of these bins are mirror images of
/// each other. So there are neither real bins at the two ends nor halves to separate. A product of two such spectra is
/// the convolution of the two blocks, with its first half in the real part and its second half in the imaginary part
/// (``InverseTransform``). With t = e^{-2 pi i/(4B)}, bin j is the j-th bin of the usual transform of x[n] t^n.
///
/// - Source: R. Crandall and B. Fagin, Discrete weighted transforms and large-integer arithmetic, 1994 (right-angle
///   convolution); C. Van Loan, Computational Frameworks for the Fast Fourier Transform, 1992, chapter 2 (radix 4).
struct ForwardTransform: ~Copyable, @unchecked Sendable {
  // Sendable is unchecked because of the pointers: their memory can be reached only through this value.

  private var memory = Memory()
  /// The number of frames in a block, B, a power of two, at least 32.
  let size: Int
  /// t^{n (4r + 1)} for n < B/4 and r = 0...3, repeated in every lane.
  private let turns: UnsafeMutablePointer<LaneComplex>
  /// The table of ``Memory/makeTwiddles(span:)`` for the spans below B.
  private let twiddles: UnsafeMutablePointer<Twiddle>
  private let work: UnsafeMutablePointer<LaneComplex>

  init(size: Int) {
    precondition(size >= 32 && size & (size - 1) == 0)
    self.size = size
    turns = memory.allocate(size)
    for n in 0..<(size / 4) {
      for r in 0..<4 {
        (turns + 4 * n + r).initialize(to: LaneComplex(Twiddle(n * (4 * r + 1), 4 * size)))
      }
    }
    twiddles = memory.makeTwiddles(span: size / 4)
    work = memory.make(size, of: .zero)
  }

  /// Transforms one block.
  ///
  /// - Parameters:
  ///   - input: Holds frame n of all lanes at `input + n * stride`.
  ///   - bins: Receives at `bins[n * step]` the bin that ``BinOrder`` puts at position n.
  @_noAllocation @_noLocks
  func transform(
    _ input: UnsafePointer<Float>, stride: Int, bins: UnsafeMutablePointer<LaneComplex>, step: Int
  ) {
    firstStage(UnsafeRawPointer(input), stride: 4 * stride)
    var span = size / 4
    while span > 8 {
      middleStage(span: span)
      span /= 4
    }
    if span == 8 {
      lastEights(bins, step: step)
    } else {
      lastFours(bins, step: step)
    }
  }

  /// Converts four real frames that lie a quarter of the block apart into four numbers, and multiplies each number by
  /// its turn.
  ///
  /// If k is the distance of a frame in quarters of the block, the sums are over x e^{-pi i k (4r + 1)/8}.
  @_noAllocation @_noLocks
  private func firstStage(_ input: UnsafeRawPointer, stride: Int) {
    let quarter = size / 4
    // The cosine and sine of pi/8, and the cosine of pi/4.
    let (c, s): (Float, Float) = (0.923_879_53, 0.382_683_43)
    let h: Float = 0.707_106_78
    for n in 0..<quarter {
      let frame = input + n * stride
      let x0 = frame.loadUnaligned(as: Lanes.self)
      let x1 = frame.loadUnaligned(fromByteOffset: quarter * stride, as: Lanes.self)
      let x2 = frame.loadUnaligned(fromByteOffset: 2 * quarter * stride, as: Lanes.self) * h
      let x3 = frame.loadUnaligned(fromByteOffset: 3 * quarter * stride, as: Lanes.self)
      let (c1, s1): (Lanes, Lanes) = (x1 * c, x1 * s)
      let (c3, s3): (Lanes, Lanes) = (x3 * c, x3 * s)
      let (sum, difference): (Lanes, Lanes) = (x0 + x2, x0 - x2)
      let (p, q): (Lanes, Lanes) = (c1 + s3, s1 + c3)
      let (u, v): (Lanes, Lanes) = (c3 - s1, s3 - c1)
      let turn = turns + 4 * n
      // The conjugate of (sum + p) + i (x2 + q), without a negation.
      work[n] = turn[0].timesConjugate(LaneComplex(sum + p, x2 + q))
      work[n + quarter] = LaneComplex(difference + u, x2 + v) * turn[1]
      work[n + 2 * quarter] = LaneComplex(sum - p, q - x2) * turn[2]
      work[n + 3 * quarter] = LaneComplex(difference - u, x2 - v) * turn[3]
    }
  }

  /// Performs a stage of radix 4 on every run of `span` numbers.
  ///
  /// The inner loop is over the runs, so that the twiddles stay in registers.
  @_noAllocation @_noLocks
  private func middleStage(span: Int) {
    let quarter = span / 4
    for n in 0..<quarter {
      let table = twiddles + 3 * (quarter + n)
      let (w1, w2) = (LaneComplex(table[0]), LaneComplex(table[1]))
      let w3 = LaneComplex(table[2])
      var p = work + n
      let end = p + size
      while p < end {
        let (a, b, c, d) = LaneComplex.butterfly(
          p[0], p[quarter], p[2 * quarter], p[3 * quarter])
        p[0] = a
        p[quarter] = b * w1
        p[2 * quarter] = c * w2
        p[3 * quarter] = d * w3
        p += span
      }
    }
  }

  /// Performs the last stage on four neighbours, if the size is a power of 4.
  @_noAllocation @_noLocks
  private func lastFours(_ bins: UnsafeMutablePointer<LaneComplex>, step: Int) {
    var p = work
    var target = bins
    let end = p + size
    while p < end {
      (target[0], target[step], target[2 * step], target[3 * step]) = LaneComplex.butterfly(
        p[0], p[1], p[2], p[3])
      p += 4
      target += 4 * step
    }
  }

  /// Performs the last stages, radix 2 and radix 4, on eight neighbours, if the size is not a power of 4.
  @_noAllocation @_noLocks
  private func lastEights(_ bins: UnsafeMutablePointer<LaneComplex>, step: Int) {
    let h: Float = 0.707_106_78
    var p = work
    var target = bins
    let end = p + size
    while p < end {
      (target[0], target[step], target[2 * step], target[3 * step]) = LaneComplex.butterfly(
        p[0] + p[4], p[1] + p[5], p[2] + p[6], p[3] + p[7])
      target += 4 * step
      // The differences times the powers of e^{-pi i/4}; a term multiplied by -i is added with its parts exchanged.
      let (a, b, c, d) = (p[0] - p[4], p[1] - p[5], p[2] - p[6], p[3] - p[7])
      let (ac, ca) = (LaneComplex.subtractingTimesI(a, c), LaneComplex.addingTimesI(a, c))
      let turned = LaneComplex((b.re + b.im) * h, (b.im - b.re) * h)
      let (e, f): (Lanes, Lanes) = ((d.re + d.im) * h, (d.im - d.re) * h)
      let bd = LaneComplex(turned.re + f, turned.im - e)
      let db = LaneComplex(turned.re - f, turned.im + e)
      target[0] = ac + bd
      target[step] = LaneComplex.subtractingTimesI(ca, db)
      target[2 * step] = ac - bd
      target[3 * step] = LaneComplex.addingTimesI(ca, db)
      p += 8
      target += 4 * step
    }
  }
}
