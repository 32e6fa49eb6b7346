/// The bins of several signals, with one row for each signal's real parts and one for its imaginary parts, so that
/// neighbouring bins are processed as vectors.
struct SpectrumRows {
  /// The rows of real parts.
  let real: UnsafeMutablePointer<Float>
  /// The rows of imaginary parts.
  let imaginary: UnsafeMutablePointer<Float>
  /// The distance from one row to the next in numbers, a multiple of whole vectors; even a vector that starts at the
  /// last bin fits into a row.
  let stride: Int

  /// The stride of rows with this many bins.
  static func stride(bins: Int) -> Int {
    (bins + 2 * Lanes.count - 1) / Lanes.count * Lanes.count
  }

  /// Rows of zeros.
  static func make(count: Int, bins: Int, in memory: inout Memory) -> SpectrumRows {
    let stride = stride(bins: bins)
    return SpectrumRows(
      real: memory.make(count * stride, of: 0), imaginary: memory.make(count * stride, of: 0),
      stride: stride)
  }

  /// The rows from a given row on.
  @_noAllocation @_noLocks
  func from(row: Int) -> SpectrumRows {
    SpectrumRows(real: real + row * stride, imaginary: imaginary + row * stride, stride: stride)
  }

  /// Fills a number of rows with zeros.
  @_noAllocation @_noLocks
  func clear(rows: Int) {
    for n in 0..<(rows * stride) { (real[n], imaginary[n]) = (0, 0) }
  }

  /// Fills the rows from bins in which each lane holds one signal.
  @_noAllocation @_noLocks
  func fill(from source: UnsafePointer<LaneComplex>, bins: Int, count: Int) {
    var first = 0
    while first < count {
      let lanes = min(4, count - first)
      for vector in 0..<((bins + 3) / 4) {
        let bin = 4 &* vector
        let four = source + bin
        let re = Quad.turned(
          four[0].re.quad(first), four[1].re.quad(first), four[2].re.quad(first),
          four[3].re.quad(first))
        let im = Quad.turned(
          four[0].im.quad(first), four[1].im.quad(first), four[2].im.quad(first),
          four[3].im.quad(first))
        store(re, real + first * stride + bin, lanes)
        store(im, imaginary + first * stride + bin, lanes)
      }
      first += 4
    }
  }

  /// Puts the bins of both ears' rows into the lanes from ``EarLanes/backLane`` on.
  @_noAllocation @_noLocks
  func read(bins: Int, into target: UnsafeMutablePointer<LaneComplex>) {
    let none = SIMD4<Float>.zero
    for vector in 0..<((bins + 3) / 4) {
      let bin = 4 &* vector
      let re = Quad.turned(none, none, Quad.load(real + bin), Quad.load(real + stride + bin))
      let im = Quad.turned(
        none, none, Quad.load(imaginary + bin), Quad.load(imaginary + stride + bin))
      let four = target + bin
      four[0] = LaneComplex(Lanes(quad: re.0), Lanes(quad: im.0))
      four[1] = LaneComplex(Lanes(quad: re.1), Lanes(quad: im.1))
      four[2] = LaneComplex(Lanes(quad: re.2), Lanes(quad: im.2))
      four[3] = LaneComplex(Lanes(quad: re.3), Lanes(quad: im.3))
    }
  }

  @_noAllocation @_noLocks
  @inline(__always)
  private func store(_ rows: Quad.Four, _ target: UnsafeMutablePointer<Float>, _ count: Int) {
    Quad.store(rows.0, target)
    if count > 1 { Quad.store(rows.1, target + stride) }
    if count > 2 { Quad.store(rows.2, target + 2 * stride) }
    if count > 3 { Quad.store(rows.3, target + 3 * stride) }
  }
}
