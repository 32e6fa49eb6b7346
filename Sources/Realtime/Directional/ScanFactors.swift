/// The dimensions of a ``DirectionScan``.
struct ScanGrid {
  let microphones: Int
  let isAround: Bool
  /// The number of bands that are scanned for directions.
  let scanned: Int
  /// The number of low bands, none of which is believed more than ``trust`` times the mean belief of the bands above.
  ///
  /// At low frequencies, small arrays find a direction for nearly any combination of time and level differences,
  /// including differences caused by the body around the microphones, by several sounds or by walls. Comparing the
  /// bands shows whether there is really one sound.
  let lowBands: Int
  /// The first band in which elevations can be distinguished: in lower bands the waves are long compared with the
  /// array.
  let firstHigh: Int
  /// The factor applied to the mean belief of the bands above.
  ///
  /// Differences between real microphones keep some high bands from being fully believed; this is not a reason to doubt
  /// the low bands. With two microphones the factor is 1, because only the other bands reveal a body that is missing
  /// from the board file.
  let trust: Float

  /// The frequency in hertz up to which the ears hear time differences, and up to which the direction of a band is
  /// doubted.
  private static let timeLimit = 1500.0
  /// The frequency in hertz from which small arrays can distinguish elevations.
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
    // If all scanned bands are low, there are no bands above to compare with.
    lowBands = low.count < scanned ? low.count : 0
    trust = grid.signals > 2 ? 1.25 : 1
  }
}

/// The bins of a band, from its first bin up to but not including `end`.
struct BandRange {
  let first: Int
  let end: Int
}

/// The smoothing factors and thresholds of a ``DirectionScan``.
struct ScanFactors {
  /// The fraction of a mean power that is kept at each evaluation of a band: for the horizon, and for the other rings.
  let power: Float
  let ringPower: Float
  /// The fraction of a belief that is kept from window to window while the belief falls.
  let release: Float
  /// The fraction of a direction's clarity that is kept from window to window.
  let clarity: Float
  /// The shares above the floor at which a band's direction begins to be believed, and at which it is fully believed.
  let doubted: Float
  let believed: Float

  /// The time constants of these factors, in seconds.
  ///
  /// With two microphones, powers are averaged for longer: with a shorter mean, the pulses of a cricket would flutter.
  private static let powerSeconds = 0.022
  private static let powerSecondsOfTwo = 0.03
  private static let ringSeconds = 0.05
  private static let claritySeconds = 10.0
  private static let releaseSeconds = 0.02

  init(_ tables: DirectionalTables) {
    let hop = Double(tables.grid.hop) / tables.grid.rate
    power = Self.kept(
      2 * hop, of: tables.grid.signals == 2 ? Self.powerSecondsOfTwo : Self.powerSeconds)
    let rings = Double(max(1, tables.grid.rings.count - 1))
    ringPower = Self.kept(2 * hop * rings, of: Self.ringSeconds)
    clarity = Self.kept(hop, of: Self.claritySeconds)
    release = Self.kept(hop, of: Self.releaseSeconds)
    doubted = tables.believed.lowerBound
    believed = tables.believed.upperBound
  }

  /// The fraction of its value that a recursive mean with this time constant keeps after a number of seconds.
  static func kept(_ seconds: Double, of constant: Double) -> Float {
    // The fourth root is raised to the fourth power, because the series needs a small exponent.
    Float(Elementary.power(Elementary.exponential(max(-1, -seconds / constant / 4)), 4))
  }

  /// The belief that corresponds to a share: 0 up to the lower threshold, 1 from the upper threshold on, and smooth in
  /// between.
  @_noAllocation @_noLocks
  func belief(_ share: Float) -> Float {
    Self.smooth(share, from: doubted, to: believed)
  }

  /// Returns 0 for numbers up to `low`, 1 for numbers from `high` on, and a smooth transition in between.
  @_noAllocation @_noLocks
  static func smooth(_ number: Float, from low: Float, to high: Float) -> Float {
    let x = max(0, min(1, (number - low) / (high - low)))
    return x * x * (3 - 2 * x)
  }

  /// The weight of a band, given the share of its power that its best direction has.
  @_noAllocation @_noLocks
  func weight(_ share: Float) -> Float {
    max(0, min(1, (share - doubted) / (1 - doubted)))
  }
}
