/// The dimensions of a ``DirectionScan``.
struct ScanGrid {
  let microphones: Int
  let isAround: Bool
  /// The number of scanned bands.
  let scanned: Int
  /// The number of low bands that are believed no more than the mean of the bands above, times ``trust``.
  ///
  /// At low frequencies, small arrays find a direction for nearly any difference of times and levels, including those
  /// due to microphones in a body, several sounds, or walls. Comparing bands shows whether there is one sound.
  let lowBands: Int
  /// The first band that discriminates elevations: the waves of lower ones are long compared with the array.
  let firstHigh: Int
  /// The factor applied to the mean of the bands above.
  ///
  /// Real microphones and differing capsules keep some high bands from being fully believed: that is not a reason to
  /// doubt the low ones. With two microphones, only other bands reveal a body missing from the board file.
  let trust: Float

  /// The frequency in hertz up to which the ears hear time differences, and directions are doubted.
  private static let timeLimit = 1500.0
  /// The frequency in hertz from which small arrays discriminate elevations.
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
  /// The part of a mean power that is kept at each look at a band: on the horizon, and in the other rings.
  let power: Float
  let ringPower: Float
  /// The part of a belief kept from window to window as it falls.
  let release: Float
  /// The part of a direction's clarity that is kept.
  let clarity: Float
  /// The share at which a band begins to be believed, and the share at which it is fully believed.
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

  /// The part kept by a recursive mean with a time constant after a number of seconds.
  static func kept(_ seconds: Double, of constant: Double) -> Float {
    // In four steps: the series needs small exponents.
    Float(Elementary.power(Elementary.exponential(max(-1, -seconds / constant / 4)), 4))
  }

  /// The belief in a share: 0 up to the lower threshold, 1 from the upper one on, smooth between them.
  @_noAllocation @_noLocks
  func belief(_ share: Float) -> Float {
    Self.smooth(share, from: doubted, to: believed)
  }

  /// 0 up to one number, 1 from another, smooth between them.
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
