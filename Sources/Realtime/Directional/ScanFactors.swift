/// The sizes of a ``DirectionScan``.
struct ScanGrid {
  let microphones: Int
  let directions: Int
  let isRing: Bool
  /// Bands that are scanned.
  let scanned: Int
  /// Bands, from the lowest on, that are believed no further than those above are in the mean, times ``trust``.
  ///
  /// Small arrays have a direction for nearly every difference of times and levels at low frequencies: that of
  /// microphones in a body, of several sounds, or of walls. Bands tell by each other whether there is one sound.
  let lowBands: Int
  /// The factor of the mean of the bands above.
  ///
  /// Real microphones and capsules that differ keep some high bands from being believed wholly: that is no reason to
  /// doubt the low ones. With two of them nothing else than other bands tells a body that is not in the board file.
  let trust: Float

  /// The frequency in hertz up to which times between ears are heard, and directions are doubted.
  private static let timeLimit = 1500.0

  init(_ grid: DirectionalGrid) {
    microphones = grid.microphones
    directions = grid.directions
    isRing = grid.isRing
    scanned = grid.scannedBands
    let low = grid.bands.prefix(scanned).prefix {
      Double($0.lowerBound) * grid.rate < Self.timeLimit * Double(grid.window)
    }
    // Without bands above there is nothing to compare with.
    lowBands = low.count < scanned ? low.count : 0
    trust = grid.signals > 2 ? 1.25 : 1
  }
}

/// The bins of a band.
struct BandRange {
  let first: Int
  let end: Int
}

/// The speeds and thresholds of a ``DirectionScan``.
struct ScanFactors {
  /// The part of a mean that is kept from one window to the next: powers, and belief when it falls.
  let power: Float
  let release: Float
  /// The share at which a band begins to be believed, and at which it is believed wholly.
  let doubted: Float
  let believed: Float

  /// The time constants in seconds.
  private static let powerSeconds = 0.03
  private static let releaseSeconds = 0.02

  init(_ tables: DirectionalTables) {
    let hop = Double(tables.grid.hop) / tables.grid.rate
    power = Self.kept(hop, of: Self.powerSeconds)
    release = Self.kept(hop, of: Self.releaseSeconds)
    doubted = tables.believed.lowerBound
    believed = tables.believed.upperBound
  }

  /// The part that a recursive mean with a time constant keeps after so many seconds.
  static func kept(_ seconds: Double, of constant: Double) -> Float {
    Float(Elementary.exponential(-seconds / constant))
  }

  /// The belief in a share: 0 up to the lower threshold, 1 from the upper one on, smooth between them.
  @_noAllocation @_noLocks
  func belief(_ share: Float) -> Float {
    let x = max(0, min(1, (share - doubted) / (believed - doubted)))
    return x * x * (3 - 2 * x)
  }

  /// The weight of a band whose best direction has a share.
  @_noAllocation @_noLocks
  func weight(_ share: Float) -> Float {
    max(0, min(1, (share - doubted) / (1 - doubted)))
  }
}
