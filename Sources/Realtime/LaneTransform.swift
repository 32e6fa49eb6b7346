/// Complex Fourier transforms of four signals at once, one per lane, without a shuffle.
///
/// The forward transform decimates in frequency and leaves the bins in digit-reversed order; the
/// inverse transform decimates in time and takes them in that order. So nothing is ever reordered:
/// what works on bins stores its tables in the same order, see ``bin(at:size:)``. The radix is
/// 4, with one stage of radix 2 at the outside when the size is not a power of 4.
///
/// - Source: C. Van Loan, Computational Frameworks for the Fast Fourier Transform, 1992, chapter 2
///   (radix-4 and the pair of orders).
struct LaneTransform: ~Copyable, @unchecked Sendable {
  // Unchecked because of the pointers: their memory is reachable through this one value only.

  /// A power of two from 16.
  let size: Int
  /// Whether the outside stage has radix 2.
  private let isOdd: Bool
  /// The largest span of a radix-4 stage, a power of 4.
  private let outerSpan: Int
  /// e^{-2 pi i n/size} for the radix-2 stage.
  private let outer: UnsafeMutablePointer<Twiddle>
  /// The powers 1, 2, 3 of e^{-2 pi i n/L}, n < L/4, of each span L = 16, 64...
  ///
  /// Those of span L begin at element 3 L/4.
  private let inner: UnsafeMutablePointer<Twiddle>

  init(size: Int) {
    precondition(size >= 16 && size & (size - 1) == 0)
    self.size = size
    isOdd = size.trailingZeroBitCount % 2 == 1
    outerSpan = isOdd ? size / 2 : size
    outer = .allocate(capacity: size / 2)
    for n in 0..<(size / 2) { (outer + n).initialize(to: Twiddle(n, size)) }
    // Spans L fill [3L/4, 3L/2): the spans 16, 64, 256 leave holes, which costs a kilobyte.
    inner = .allocate(capacity: 3 * outerSpan / 2)
    inner.initialize(repeating: Twiddle(0, 1), count: 3 * outerSpan / 2)
    var span = outerSpan
    while span >= 4 {
      let table = inner + 3 * span / 4
      for n in 0..<(span / 4) {
        for power in 1...3 { table[3 * n + power - 1] = Twiddle(n * power, span) }
      }
      span /= 4
    }
  }

  deinit {
    outer.deallocate()
    inner.deallocate()
  }

  /// The bin that stands at a position after the forward transform.
  static func bin(at position: Int, size: Int) -> Int {
    var (bin, weight, rest, span) = (0, 1, position, size)
    while span > 1 {
      let radix = weight == 1 && size.trailingZeroBitCount % 2 == 1 ? 2 : 4
      span /= radix
      bin += rest / span * weight
      rest %= span
      weight *= radix
    }
    return bin
  }

  /// Transforms `size` / 2 frames followed by as many zeros.
  ///
  /// - Parameters:
  ///   - input: Frame n at `input[n * stride]`.
  ///   - bins: Receives `size` bins in digit-reversed order.
  @_noAllocation @_noLocks
  func forward(
    zeroPadded input: UnsafePointer<LaneComplex>, stride: Int,
    bins: UnsafeMutablePointer<LaneComplex>
  ) {
    if isOdd {
      eighths(input, stride: stride, bins: bins)
    } else {
      quarters(input, stride: stride, bins: bins)
    }
    var span = outerSpan / 4
    while span > 4 {
      forwardStage(bins, span: span)
      span /= 4
    }
    lastForwardStage(bins)
  }

  /// Transforms bins in digit-reversed order back, unscaled, in place, all but the outside stage.
  ///
  /// ``frames(_:at:)`` is that stage.
  @_noAllocation @_noLocks
  func inverse(_ data: UnsafeMutablePointer<LaneComplex>) {
    firstInverseStage(data)
    var span = 16
    while span <= outerSpan && span < size {
      inverseStage(data, span: span)
      span *= 4
    }
  }

  /// The frames n, n + size/4, n + size/2 and n + 3 size/4 from what ``inverse(_:)`` left.
  ///
  /// - Parameter n: 0 to size/4 - 1.
  @_noAllocation @_noLocks
  @inline(__always)
  func frames(
    _ data: UnsafePointer<LaneComplex>, at n: Int
  ) -> (LaneComplex, LaneComplex, LaneComplex, LaneComplex) {
    let quarter = size / 4
    if isOdd {
      let a = data[n]
      let b = data[n + quarter]
      let c = data[n + 2 * quarter].timesConjugate(outer[n])
      let d = data[n + 3 * quarter].timesConjugate(outer[n + quarter])
      return (a + c, b + d, a - c, b - d)
    }
    let table = inner + 3 * quarter + 3 * n
    return LaneTransform.inverseButterfly(
      data[n], data[n + quarter].timesConjugate(table[0]),
      data[n + 2 * quarter].timesConjugate(table[1]),
      data[n + 3 * quarter].timesConjugate(table[2]))
  }

  /// The first stage of a size that is a power of 4, with the upper half of the input zero.
  @_noAllocation @_noLocks
  private func quarters(
    _ input: UnsafePointer<LaneComplex>, stride: Int, bins: UnsafeMutablePointer<LaneComplex>
  ) {
    let quarter = size / 4
    for n in 0..<quarter {
      let table = inner + 3 * quarter + 3 * n
      let a = input[n * stride]
      let b = input[(n + quarter) * stride]
      bins[n] = a + b
      bins[n + quarter] = LaneComplex.subtractingTimesI(a, b).times(table[0])
      bins[n + 2 * quarter] = (a - b).times(table[1])
      bins[n + 3 * quarter] = LaneComplex.addingTimesI(a, b).times(table[2])
    }
  }

  /// The stage of radix 2 and the first of radix 4 in one pass, the upper half of the input zero.
  @_noAllocation @_noLocks
  private func eighths(
    _ input: UnsafePointer<LaneComplex>, stride: Int, bins: UnsafeMutablePointer<LaneComplex>
  ) {
    let eighth = size / 8
    let upper = bins + size / 2
    for n in 0..<eighth {
      let table = inner + 3 * eighth + 3 * n
      let w = (table[0], table[1], table[2])
      let a = input[n * stride]
      let b = input[(n + eighth) * stride]
      let c = input[(n + 2 * eighth) * stride]
      let d = input[(n + 3 * eighth) * stride]
      LaneTransform.forwardButterfly(a, b, c, d, bins + n, step: eighth, w)
      LaneTransform.forwardButterfly(
        a.times(outer[n]), b.times(outer[n + eighth]), c.times(outer[n + 2 * eighth]),
        d.times(outer[n + 3 * eighth]), upper + n, step: eighth, w)
    }
  }

  /// A stage of radix 4 on every block of `span` numbers.
  ///
  /// Blocks are the inner loop, so that the twiddles stay in registers.
  @_noAllocation @_noLocks
  private func forwardStage(_ data: UnsafeMutablePointer<LaneComplex>, span: Int) {
    let quarter = span / 4
    let table = inner + 3 * quarter
    for n in 0..<quarter {
      let w = (table[3 * n], table[3 * n + 1], table[3 * n + 2])
      var p = data + n
      let end = p + size
      while p < end {
        LaneTransform.forwardButterfly(
          p[0], p[quarter], p[2 * quarter], p[3 * quarter], p, step: quarter, w)
        p += span
      }
    }
  }

  /// The stage of radix 4 on neighbours, which has no twiddles.
  @_noAllocation @_noLocks
  private func lastForwardStage(_ data: UnsafeMutablePointer<LaneComplex>) {
    var p = data
    let end = data + size
    while p < end {
      let (a, b, c, d) = (p[0], p[1], p[2], p[3])
      let (ac, bd) = (a + c, b + d)
      let (ca, db) = (a - c, b - d)
      p[0] = ac + bd
      p[1] = LaneComplex.subtractingTimesI(ca, db)
      p[2] = ac - bd
      p[3] = LaneComplex.addingTimesI(ca, db)
      p += 4
    }
  }

  /// The stage of radix 4 on neighbours, which has no twiddles.
  @_noAllocation @_noLocks
  private func firstInverseStage(_ data: UnsafeMutablePointer<LaneComplex>) {
    var p = data
    let end = data + size
    while p < end {
      (p[0], p[1], p[2], p[3]) = LaneTransform.inverseButterfly(p[0], p[1], p[2], p[3])
      p += 4
    }
  }

  /// A stage of radix 4 on every block of `span` numbers.
  ///
  /// Blocks are the inner loop, so that the twiddles stay in registers.
  @_noAllocation @_noLocks
  private func inverseStage(_ data: UnsafeMutablePointer<LaneComplex>, span: Int) {
    let quarter = span / 4
    let table = inner + 3 * quarter
    for n in 0..<quarter {
      let (w1, w2, w3) = (table[3 * n], table[3 * n + 1], table[3 * n + 2])
      var p = data + n
      let end = p + size
      while p < end {
        (p[0], p[quarter], p[2 * quarter], p[3 * quarter]) = LaneTransform.inverseButterfly(
          p[0], p[quarter].timesConjugate(w1), p[2 * quarter].timesConjugate(w2),
          p[3 * quarter].timesConjugate(w3))
        p += span
      }
    }
  }

  /// Four numbers to four bins, each but the first times its twiddle.
  @_noAllocation @_noLocks
  @inline(__always)
  private static func forwardButterfly(
    _ a: LaneComplex, _ b: LaneComplex, _ c: LaneComplex, _ d: LaneComplex,
    _ target: UnsafeMutablePointer<LaneComplex>, step: Int, _ w: (Twiddle, Twiddle, Twiddle)
  ) {
    let (ac, bd) = (a + c, b + d)
    let (ca, db) = (a - c, b - d)
    target[0] = ac + bd
    target[step] = LaneComplex.subtractingTimesI(ca, db).times(w.0)
    target[2 * step] = (ac - bd).times(w.1)
    target[3 * step] = LaneComplex.addingTimesI(ca, db).times(w.2)
  }

  /// Four bins to four numbers.
  @_noAllocation @_noLocks
  @inline(__always)
  static func inverseButterfly(
    _ a: LaneComplex, _ b: LaneComplex, _ c: LaneComplex, _ d: LaneComplex
  ) -> (LaneComplex, LaneComplex, LaneComplex, LaneComplex) {
    let (ac, bd) = (a + c, b + d)
    let (ca, db) = (a - c, b - d)
    return (
      ac + bd, LaneComplex.addingTimesI(ca, db), ac - bd, LaneComplex.subtractingTimesI(ca, db)
    )
  }
}
