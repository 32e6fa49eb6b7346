/// Two complex numbers per lane, one for left and one for right: either the factors of a bin or sums of products.
struct StereoLanes {
  var left: LaneComplex
  var right: LaneComplex

  @_noAllocation @_noLocks
  @inline(__always)
  init(left: LaneComplex, right: LaneComplex) {
    self.left = left
    self.right = right
  }

  static var zero: StereoLanes {
    @_noAllocation @_noLocks @inline(__always) get { StereoLanes(left: .zero, right: .zero) }
  }

  /// Adds the products of a bin and its factors.
  @_noAllocation @_noLocks
  @inline(__always)
  mutating func add(_ bin: LaneComplex, times factors: StereoLanes) {
    left.add(bin, times: factors.left)
    right.add(bin, times: factors.right)
  }

  /// Adds `past` times the factors to `now`, and `recent` times the same factors to `next`.
  ///
  /// Each factor is loaded once for all of its products; this just fits into 16 registers.
  @_noAllocation @_noLocks
  @inline(__always)
  static func add(
    _ past: LaneComplex, to now: inout StereoLanes, _ recent: LaneComplex,
    to next: inout StereoLanes, times factors: UnsafePointer<StereoLanes>
  ) {
    let left = factors.pointee.left
    LaneComplex.add(past, to: &now.left, recent, to: &next.left, times: left)
    let right = factors.pointee.right
    LaneComplex.add(past, to: &now.right, recent, to: &next.right, times: right)
  }

  /// Converts four neighbouring bins to the numbers of four neighbouring frames, in place.
  @_noAllocation @_noLocks
  @inline(__always)
  static func inverseButterfly(_ four: UnsafeMutablePointer<StereoLanes>) {
    (four[0].left, four[1].left, four[2].left, four[3].left) = LaneComplex.inverseButterfly(
      four[0].left, four[1].left, four[2].left, four[3].left)
    (four[0].right, four[1].right, four[2].right, four[3].right) = LaneComplex.inverseButterfly(
      four[0].right, four[1].right, four[2].right, four[3].right)
  }
}
