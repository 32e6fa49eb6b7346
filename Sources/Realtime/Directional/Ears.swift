/// Two complex numbers side by side, of the left and the right ear: real, imaginary, real, imaginary.
enum Ears {
  /// As two lanes of a vector, from ``StereoStage/backLane`` on.
  @_noAllocation @_noLocks
  @inline(__always)
  static func lanes(_ ears: SIMD4<Float>) -> LaneComplex {
    var value = LaneComplex.zero
    let lane = StereoStage.backLane
    value.re[lane] = ears.x
    value.im[lane] = ears.y
    value.re[lane + 1] = ears.z
    value.im[lane + 1] = ears.w
    return value
  }

  /// Back from two lanes of a vector.
  @_noAllocation @_noLocks
  @inline(__always)
  static func read(_ value: LaneComplex) -> SIMD4<Float> {
    let lane = StereoStage.backLane
    return SIMD4(value.re[lane], value.im[lane], value.re[lane + 1], value.im[lane + 1])
  }
}
