/// Both ears side by side in the lanes of a vector: the forward transform in the first two, the inverse in the next.
enum EarLanes {
  /// The lane of the left ear in the inverse transform.
  static let backLane = 2

  /// A frame in the first two lanes.
  @_noAllocation @_noLocks
  @inline(__always)
  static func front(_ frame: SIMD2<Float>) -> Lanes {
    Lanes(quad: SIMD4(lowHalf: frame, highHalf: .zero))
  }

  /// A frame from ``backLane`` and the lane after it.
  @_noAllocation @_noLocks
  @inline(__always)
  static func back(_ lanes: Lanes) -> SIMD2<Float> { lanes.quad(0).highHalf }
}
