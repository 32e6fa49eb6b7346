/// The inner loop of the scene, which applies one response to one block.
enum BlockFilter {
  /// The number of frames in a block; the responses of moving sources are exact at its two ends and interpolated in
  /// between.
  static let frames = 32

  /// Adds `sum taps[k] x[n + k]` to the frames of a block, with a weight that changes linearly.
  static func accumulate(
    _ x: UnsafePointer<Float>, taps: UnsafePointer<Float>, count: Int, from: Float, to: Float,
    into output: UnsafeMutablePointer<Float>
  ) {
    var a = SIMD8<Float>.zero
    var b = SIMD8<Float>.zero
    var c = SIMD8<Float>.zero
    var d = SIMD8<Float>.zero
    for k in 0..<count {
      let tap = SIMD8<Float>(repeating: taps[k])
      let here = UnsafeRawPointer(x + k)
      a += tap * here.loadUnaligned(as: SIMD8<Float>.self)
      b += tap * here.loadUnaligned(fromByteOffset: 32, as: SIMD8<Float>.self)
      c += tap * here.loadUnaligned(fromByteOffset: 64, as: SIMD8<Float>.self)
      d += tap * here.loadUnaligned(fromByteOffset: 96, as: SIMD8<Float>.self)
    }
    let step = (to - from) / Float(frames)
    let ramp = SIMD8<Float>(0, 1, 2, 3, 4, 5, 6, 7) * step + from
    add(a * ramp, to: output)
    add(b * (ramp + 8 * step), to: output + 8)
    add(c * (ramp + 16 * step), to: output + 16)
    add(d * (ramp + 24 * step), to: output + 24)
  }

  @inline(__always)
  private static func add(_ value: SIMD8<Float>, to output: UnsafeMutablePointer<Float>) {
    let raw = UnsafeMutableRawPointer(output)
    let sum = raw.loadUnaligned(as: SIMD8<Float>.self) + value
    raw.storeBytes(of: sum, as: SIMD8<Float>.self)
  }
}
