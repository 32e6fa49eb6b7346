/// Transforms the bins of a block's convolution back to frames, several frames per vector.
///
/// The bins m, m + B/4, m + B/2 and m + 3B/4 are neighbours (``BinOrder``). One butterfly turns them into four numbers,
/// of which number s belongs to the frames 4u + s. Once the lanes are summed, these four numbers fill a vector, so the
/// rest is a transform of B/4 vectors whose lane s belongs to the frames 4u + s. A vector of eight lanes holds left and
/// right.
///
/// The result is y[n] - i y[n + B], where y is the convolution of two blocks of B frames.
struct InverseTransform: ~Copyable, @unchecked Sendable {
  // Sendable is unchecked because of the pointers: their memory can be reached only through this value.

  private var memory = Memory()
  /// The number of vectors per output, B/4.
  let size: Int
  /// e^{2 pi i m s/B}, where m is the lowest of four bins and s the lane.
  private let lanes: UnsafeMutablePointer<LaneComplex>
  /// The table of ``Memory/makeTwiddles(span:)`` for all spans.
  private let twiddles: UnsafeMutablePointer<Twiddle>
  /// e^{-2 pi i n/(4B)} for frame n = 4u + s.
  private let turns: UnsafeMutablePointer<LaneComplex>

  /// Creates the transform for blocks of this many frames.
  init(frames: Int) {
    precondition(frames >= 32 && frames & (frames - 1) == 0)
    size = frames / 4
    lanes = memory.allocate(size)
    turns = memory.allocate(size)
    for u in 0..<size {
      let bin = BinOrder.bin(at: 4 * u, size: frames)
      var (lane, turn) = (LaneComplex.zero, LaneComplex.zero)
      for n in 0..<Lanes.count {
        let forward = Twiddle(bin * (n % 4), frames)
        (lane.re[n], lane.im[n]) = (forward.re, -forward.im)
        let back = Twiddle(4 * u + n % 4, 4 * frames)
        (turn.re[n], turn.im[n]) = (back.re, back.im)
      }
      (lanes + u).initialize(to: lane)
      (turns + u).initialize(to: turn)
    }
    twiddles = memory.makeTwiddles(span: size)
  }

  /// Multiplies one vector of sums over lanes by its turns, as ``transform(_:)`` needs it.
  @_noAllocation @_noLocks
  @inline(__always)
  func placed(_ sums: LaneComplex, at quad: Int) -> LaneComplex {
    sums * lanes[quad]
  }

  /// Transforms in place, up to the last stage, which ``frames(_:at:)`` performs.
  @_noAllocation @_noLocks
  func transform(_ data: UnsafeMutablePointer<LaneComplex>) {
    var span: Int
    if size.trailingZeroBitCount % 2 == 1 {
      twos(data)
      span = 8
    } else {
      fours(data)
      span = 16
    }
    while span < size {
      stage(data, span: span)
      span *= 4
    }
  }

  /// Performs the last stage: returns the vectors u, u + size/4, u + size/2 and u + 3 size/4, given the data that
  /// ``transform(_:)`` leaves.
  ///
  /// - Parameter u: an index from 0 to size/4 - 1.
  @_noAllocation @_noLocks
  @inline(__always)
  func frames(
    _ data: UnsafePointer<LaneComplex>, at u: Int
  ) -> (LaneComplex, LaneComplex, LaneComplex, LaneComplex) {
    let quarter = size / 4
    let table = twiddles + 3 * (quarter + u)
    let (a, b, c, d) = LaneComplex.inverseButterfly(
      data[u], data[u + quarter].timesConjugate(LaneComplex(table[0])),
      data[u + 2 * quarter].timesConjugate(LaneComplex(table[1])),
      data[u + 3 * quarter].timesConjugate(LaneComplex(table[2])))
    return (
      a.timesConjugate(turns[u]), b.timesConjugate(turns[u + quarter]),
      c.timesConjugate(turns[u + 2 * quarter]), d.timesConjugate(turns[u + 3 * quarter])
    )
  }

  @_noAllocation @_noLocks
  private func twos(_ data: UnsafeMutablePointer<LaneComplex>) {
    var p = data
    let end = data + size
    while p < end {
      (p[0], p[1]) = (p[0] + p[1], p[0] - p[1])
      p += 2
    }
  }

  @_noAllocation @_noLocks
  private func fours(_ data: UnsafeMutablePointer<LaneComplex>) {
    var p = data
    let end = data + size
    while p < end {
      (p[0], p[1], p[2], p[3]) = LaneComplex.inverseButterfly(p[0], p[1], p[2], p[3])
      p += 4
    }
  }

  /// Performs a stage of radix 4 on every run of `span` vectors.
  @_noAllocation @_noLocks
  private func stage(_ data: UnsafeMutablePointer<LaneComplex>, span: Int) {
    let quarter = span / 4
    for n in 0..<quarter {
      let table = twiddles + 3 * (quarter + n)
      let (w1, w2) = (LaneComplex(table[0]), LaneComplex(table[1]))
      let w3 = LaneComplex(table[2])
      var p = data + n
      let end = p + size
      while p < end {
        (p[0], p[quarter], p[2 * quarter], p[3 * quarter]) = LaneComplex.inverseButterfly(
          p[0], p[quarter].timesConjugate(w1), p[2 * quarter].timesConjugate(w2),
          p[3 * quarter].timesConjugate(w3))
        p += span
      }
    }
  }
}
