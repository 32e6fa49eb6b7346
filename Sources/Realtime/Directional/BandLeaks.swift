/// The leakage of louder bands into others: side lobes of the window.
struct BandLeaks: ~Copyable, @unchecked Sendable {
  // Unchecked because of the pointers: their memory is reachable through this one value only.

  private var memory = Memory()
  /// How far each band is heard beside what leaks into it, 0 to 1.
  let heard: UnsafeMutablePointer<Float>

  private let count: Int
  /// Vectors of bands.
  private let vectors: Int
  /// The share of a band's power in another, `[from][vector of bands]`.
  private let shares: UnsafeMutablePointer<Lanes>
  private let sums: UnsafeMutablePointer<Lanes>

  /// The power of the sine window's side lobes at a distance of one bin, which falls with its fourth power; tones
  /// between two bins taken together.
  ///
  /// - Source: F. Harris, On the use of windows for harmonic analysis, Proc. IEEE 66 (1978), table 1.
  private static let sideLobe: Float = 0.05
  /// Bins that the main lobe reaches to.
  private static let mainLobe: Float = 1.5
  /// A band is not heard with as much power as leaks into it, and wholly with so many times as much.
  private static var wholly: Float { @_noAllocation @_noLocks get { 4 } }

  init(_ grid: DirectionalGrid) {
    count = grid.scannedBands
    vectors = (count + Lanes.count - 1) / Lanes.count
    heard = memory.make(vectors * Lanes.count, of: 1)
    shares = memory.make(count * vectors, of: .zero)
    sums = memory.make(vectors, of: .zero)
    for from in 0..<count {
      for to in 0..<count {
        let (one, other) = (grid.bands[from], grid.bands[to])
        let middles = one.lowerBound + one.upperBound - other.lowerBound - other.upperBound
        let distance = max(1, abs(Float(middles)) / 2 - Float(one.count) / 2)
        guard distance > Self.mainLobe else { continue }
        let square = distance * distance
        shares[from * vectors + to / Lanes.count][to % Lanes.count] =
          Self.sideLobe / (square * square)
      }
    }
  }

  /// Takes the powers of all bands.
  @_noAllocation @_noLocks
  func listen(_ powers: UnsafePointer<Float>) {
    for vector in 0..<vectors { sums[vector] = .zero }
    for from in 0..<count where powers[from] > 0 {
      let row = shares + from * vectors
      for vector in 0..<vectors {
        sums[vector] = sums[vector].adding(row[vector], times: Lanes(repeating: powers[from]))
      }
    }
    for band in 0..<count {
      let leaked = sums[band / Lanes.count][band % Lanes.count]
      heard[band] =
        leaked > 0 ? ScanFactors.smooth(powers[band] / leaked, from: 1, to: Self.wholly) : 1
    }
  }
}
