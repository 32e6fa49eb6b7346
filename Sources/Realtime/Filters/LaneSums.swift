/// Sums each of four complex vectors over its lanes, and puts the sums into the lanes of one vector.
enum LaneSums {
  #if PINNA_V3
    /// The sums of the left output in the lower half, and the sums of the right output in the upper half.
    @_noAllocation @_noLocks
    @inline(__always)
    static func stereo(_ four: UnsafePointer<StereoLanes>) -> LaneComplex {
      let (a, b, c, d) = (four[0], four[1], four[2], four[3])
      return LaneComplex(
        folded(
          sums(a.left.re, b.left.re, c.left.re, d.left.re),
          sums(a.right.re, b.right.re, c.right.re, d.right.re)),
        folded(
          sums(a.left.im, b.left.im, c.left.im, d.left.im),
          sums(a.right.im, b.right.im, c.right.im, d.right.im)))
    }

    /// The sums of the two halves of one vector, followed by the same sums of the other vector.
    @_noAllocation @_noLocks
    @inline(__always)
    private static func folded(_ a: Lanes, _ b: Lanes) -> Lanes {
      let low = Lanes(lowHalf: a.lowHalf, highHalf: b.lowHalf)
      let high = Lanes(lowHalf: a.highHalf, highHalf: b.highHalf)
      return low + high
    }

    /// The sums of four neighbouring lanes of each of four vectors, for both halves of the vectors.
    @_noAllocation @_noLocks
    @inline(__always)
    private static func sums(_ a: Lanes, _ b: Lanes, _ c: Lanes, _ d: Lanes) -> Lanes {
      let abLow = Lanes(a[0], b[0], a[1], b[1], a[4], b[4], a[5], b[5])
      let abHigh = Lanes(a[2], b[2], a[3], b[3], a[6], b[6], a[7], b[7])
      let cdLow = Lanes(c[0], d[0], c[1], d[1], c[4], d[4], c[5], d[5])
      let cdHigh = Lanes(c[2], d[2], c[3], d[3], c[6], d[6], c[7], d[7])
      let ab: Lanes = abLow + abHigh
      let cd: Lanes = cdLow + cdHigh
      let even = Lanes(ab[0], ab[1], cd[0], cd[1], ab[4], ab[5], cd[4], cd[5])
      let odd = Lanes(ab[2], ab[3], cd[2], cd[3], ab[6], ab[7], cd[6], cd[7])
      return even + odd
    }
  #else
    /// The sums of the left output.
    @_noAllocation @_noLocks
    @inline(__always)
    static func left(_ four: UnsafePointer<StereoLanes>) -> LaneComplex {
      let (a, b, c, d) = (four[0].left, four[1].left, four[2].left, four[3].left)
      return LaneComplex(sums(a.re, b.re, c.re, d.re), sums(a.im, b.im, c.im, d.im))
    }

    /// The sums of the right output.
    @_noAllocation @_noLocks
    @inline(__always)
    static func right(_ four: UnsafePointer<StereoLanes>) -> LaneComplex {
      let (a, b, c, d) = (four[0].right, four[1].right, four[2].right, four[3].right)
      return LaneComplex(sums(a.re, b.re, c.re, d.re), sums(a.im, b.im, c.im, d.im))
    }

    @_noAllocation @_noLocks
    @inline(__always)
    private static func sums(_ a: Lanes, _ b: Lanes, _ c: Lanes, _ d: Lanes) -> Lanes {
      let abLow = Lanes(a[0], b[0], a[1], b[1])
      let abHigh = Lanes(a[2], b[2], a[3], b[3])
      let cdLow = Lanes(c[0], d[0], c[1], d[1])
      let cdHigh = Lanes(c[2], d[2], c[3], d[3])
      let ab: Lanes = abLow + abHigh
      let cd: Lanes = cdLow + cdHigh
      let even = Lanes(ab[0], ab[1], cd[0], cd[1])
      let odd = Lanes(ab[2], ab[3], cd[2], cd[3])
      return even + odd
    }
  #endif
}
