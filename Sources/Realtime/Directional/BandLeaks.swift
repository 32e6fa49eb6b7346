/// The power that louder bands leak into other bands through the side lobes of the window.
struct BandLeaks: ~Copyable, @unchecked Sendable {
  // Sendable is unchecked because of the pointers: their memory can be reached only through this value.

  private var memory = Memory()
  /// For each band, the audibility of its own sound against the power that leaks into it, 0 to 1.
  let heard: UnsafeMutablePointer<Float>

  /// The number of vectors that hold one value for every band.
  private let vectors: Int

  /// The power of the sine window's side lobes at a distance of one bin, averaged over tones between two bins; it falls
  /// with the fourth power of the distance.
  ///
  /// - Source: F. Harris, On the use of windows for harmonic analysis, Proc. IEEE 66 (1978), table 1.
  private static var sideLobe: Float { @_noAllocation @_noLocks get { 0.05 } }
  /// The distance in bins that the main lobe covers.
  private static var mainLobe: Float { @_noAllocation @_noLocks get { 1.5 } }
  /// The largest share of the total power that can leak into a bin, which occurs if all the power lies two bins away.
  private static var largest: Float { @_noAllocation @_noLocks get { sideLobe / 16 } }
  /// A band is inaudible if its power equals the power that leaks into it, and fully audible if its power is this many
  /// times as large.
  private static var wholly: Float { @_noAllocation @_noLocks get { 4 } }

  init(bands: Int) {
    vectors = (bands + Lanes.count - 1) / Lanes.count
    heard = memory.make(bands, of: 1)
  }

  /// Evaluates a band from its one or two loudest bins and the powers of all bands.
  ///
  /// - Parameters:
  ///   - bins: the loudest bin of every band, in vectors.
  ///   - powers: the powers of all bands at the microphones, followed by zeros.
  ///   - all: the sum of the powers.
  @_noAllocation @_noLocks
  func listen(
    _ band: Int, at bin: Float, and second: Float, bins: UnsafePointer<Float>,
    powers: UnsafePointer<Float>, all: Float
  ) {
    // The leakage is rarely near its maximum; if the band is louder than that maximum, the sum is not needed.
    let most = Self.wholly * Self.largest * all
    guard powers[band] < (second >= 0 ? 2 * most : most) else {
      heard[band] = 1
      return
    }
    var leaked = leaks(into: bin, bins, powers)
    if second >= 0 { leaked += leaks(into: second, bins, powers) }
    heard[band] =
      leaked > 0 ? ScanFactors.smooth(powers[band] / leaked, from: 1, to: Self.wholly) : 1
  }

  /// The power that leaks into a bin from the loudest bins of all non-adjacent bands.
  @_noAllocation @_noLocks
  private func leaks(
    into bin: Float, _ bins: UnsafePointer<Float>, _ powers: UnsafePointer<Float>
  ) -> Float {
    let (here, lobe) = (Lanes(repeating: bin), Lanes(repeating: Self.mainLobe * Self.mainLobe))
    var sum = Lanes.zero
    for vector in 0..<vectors {
      let distance: Lanes = Lanes(at: bins + vector * Lanes.count) - here
      let square: Lanes = distance * distance
      let share: Lanes = Lanes(at: powers + vector * Lanes.count) / (square * square)
      sum += share.replacing(with: Lanes.zero, where: square .<= lobe)
    }
    return sum.sum() * Self.sideLobe
  }
}
