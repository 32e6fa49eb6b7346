/// The sizes of a ``DirectionScan``.
struct ScanGrid {
  let microphones: Int
  let isAround: Bool
  /// Bands that are scanned.
  let scanned: Int
  /// Bands, from the lowest on, that are believed no further than those above are in the mean, times ``trust``.
  ///
  /// Small arrays have a direction for nearly every difference of times and levels at low frequencies: that of
  /// microphones in a body, of several sounds, or of walls. Bands tell by each other whether there is one sound.
  let lowBands: Int
  /// The first band that tells elevations: the waves of lower ones are long against the array.
  let firstHigh: Int
  /// The factor of the mean of the bands above.
  ///
  /// Real microphones and capsules that differ keep some high bands from being believed wholly: that is no reason to
  /// doubt the low ones. With two of them nothing else than other bands tells a body that is not in the board file.
  let trust: Float

  /// The frequency in hertz up to which times between ears are heard, and directions are doubted.
  private static let timeLimit = 1500.0
  /// The frequency in hertz from which on small arrays tell elevations.
  private static let highFrom = 1000.0

  init(_ grid: DirectionalGrid) {
    microphones = grid.microphones
    isAround = grid.isAround
    scanned = grid.scannedBands
    let low = grid.bands.prefix(scanned).prefix {
      Double($0.lowerBound) * grid.rate < Self.timeLimit * Double(grid.window)
    }
    firstHigh = min(
      grid.bands.prefix(scanned).prefix {
        Double($0.lowerBound) * grid.rate < Self.highFrom * Double(grid.window)
      }.count, scanned - 1)
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
  /// The part of a mean of powers that is kept where a band is looked at: on the horizon, and in rings beside it.
  let power: Float
  let ringPower: Float
  /// The part of a belief that is kept from window to window when it falls.
  let release: Float
  /// The part of a direction's clarity that is kept.
  let clarity: Float
  /// The share at which a band begins to be believed, and at which it is believed wholly.
  let doubted: Float
  let believed: Float

  /// The time constants in seconds.
  private static let powerSeconds = 0.03
  private static let ringSeconds = 0.05
  private static let claritySeconds = 10.0
  private static let releaseSeconds = 0.02

  init(_ tables: DirectionalTables) {
    let hop = Double(tables.grid.hop) / tables.grid.rate
    power = Self.kept(2 * hop, of: Self.powerSeconds)
    let rings = Double(max(1, tables.grid.rings.count - 1))
    ringPower = Self.kept(2 * hop * rings, of: Self.ringSeconds)
    clarity = Self.kept(hop, of: Self.claritySeconds)
    release = Self.kept(hop, of: Self.releaseSeconds)
    doubted = tables.believed.lowerBound
    believed = tables.believed.upperBound
  }

  /// The part that a recursive mean with a time constant keeps after so many seconds.
  static func kept(_ seconds: Double, of constant: Double) -> Float {
    // In four steps: the series is for small exponents.
    Float(Elementary.power(Elementary.exponential(max(-1, -seconds / constant / 4)), 4))
  }

  /// The belief in a share: 0 up to the lower threshold, 1 from the upper one on, smooth between them.
  @_noAllocation @_noLocks
  func belief(_ share: Float) -> Float {
    Self.smooth(share, from: doubted, to: believed)
  }

  /// 0 up to one number, 1 from another on, smooth between them.
  @_noAllocation @_noLocks
  static func smooth(_ number: Float, from low: Float, to high: Float) -> Float {
    let x = max(0, min(1, (number - low) / (high - low)))
    return x * x * (3 - 2 * x)
  }

  /// The weight of a band whose best direction has a share.
  @_noAllocation @_noLocks
  func weight(_ share: Float) -> Float {
    max(0, min(1, (share - doubted) / (1 - doubted)))
  }
}
