/// Both ears side by side in the lanes of a vector: lanes 0 and 1 hold the forward transform, lanes 2 and 3 the
/// inverse.
enum EarLanes {
  /// The lane of the left ear in the inverse transform.
  static let backLane = 2

  /// Puts a frame into the first two lanes.
  @_noAllocation @_noLocks
  @inline(__always)
  static func front(_ frame: SIMD2<Float>) -> Lanes {
    Lanes(quad: SIMD4(lowHalf: frame, highHalf: .zero))
  }

  /// Takes a frame from ``backLane`` and the lane after it.
  @_noAllocation @_noLocks
  @inline(__always)
  static func back(_ lanes: Lanes) -> SIMD2<Float> { lanes.quad(0).highHalf }
}
