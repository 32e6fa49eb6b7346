/// Directions at one elevation, in equal steps.
public struct DirectionalRing: Sendable, Equatable {
  /// The elevation in degrees above the horizon.
  public var elevation: Float
  /// The number of directions in the ring.
  public var count: Int
  /// The angle in degrees from one direction to the next.
  public var step: Float

  /// Creates a ring from its parts.
  public init(elevation: Float, count: Int, step: Float) {
    (self.elevation, self.count, self.step) = (elevation, count, step)
  }
}

/// The grid of times, frequencies and directions on which a ``StereoStage`` works.
public struct DirectionalGrid: Sendable, Equatable {
  /// The sample rate in frames per second.
  public var rate: Double
  /// The number of frames per window, a power of two from 64 to 2048.
  public var window: Int
  /// The number of input channels.
  public var microphones: Int
  /// The number of whitened signals.
  public var signals: Int
  /// The delay of the filters' output relative to the input, in frames.
  public var delay: Int
  /// The directions, elevation after elevation: the horizon comes first.
  public var rings: [DirectionalRing]
  /// True if the last direction of a ring is next to its first.
  public var isAround: Bool
  /// The bins of each band; the bands adjoin one another and begin at bin 1.
  public var bands: [Range<Int>]
  /// The number of bands that are scanned for directions, counted from the lowest.
  public var scannedBands: Int

  /// Creates a grid from its parts.
  ///
  /// - Precondition: each ring has two or more directions, at least one band is scanned, and the window is valid.
  public init(
    rate: Double, window: Int, inputs: (microphones: Int, signals: Int), delay: Int,
    rings: [DirectionalRing], isAround: Bool, bands: [Range<Int>], scannedBands: Int
  ) {
    precondition((64...2048).contains(window) && window & (window - 1) == 0 && delay >= 0)
    precondition(!rings.isEmpty && rings.allSatisfy { $0.count > 1 })
    precondition(scannedBands > 0 && scannedBands <= bands.count)
    (self.rate, self.window, self.delay) = (rate, window, delay)
    (microphones, signals) = inputs
    (self.rings, self.isAround) = (rings, isAround)
    (self.bands, self.scannedBands) = (bands, scannedBands)
  }

  /// The number of directions in all rings together.
  public var directions: Int { rings.reduce(0) { $0 + $1.count } }
  /// The number of frames from the start of one window to the start of the next.
  public var hop: Int { window / 2 }
  /// The number of bins, from 0 to half of the sample rate.
  public var bins: Int { window / 2 + 1 }
  /// The bin that follows the highest scanned bin.
  public var scannedBins: Int { bands[scannedBands - 1].upperBound }
}

/// The data that a ``StereoStage`` needs about microphones, filters and ears.
///
/// Complex numbers are pairs (real, imaginary). The values of both ears are stored together as (left real, left
/// imaginary, right real, right imaginary).
public struct DirectionalTables: Sendable, Equatable {
  /// The grid.
  public var grid: DirectionalGrid
  /// The shares above the floor at which a band's direction begins to be believed, and at which it is fully believed.
  public var believed: ClosedRange<Float>
  /// The share of its power that diffuse sound puts into each direction, `[band][direction]`, for the scanned bands.
  public var floors: [Float]
  /// The factors that make diffuse sound equally strong in all signals, `[bin][signal][microphone]`, for the scanned
  /// bins.
  public var whitening: [SIMD2<Float>]
  /// The factors that pick a plane wave's part of the whitened signals, `[bin][direction][microphone]`, for the scanned
  /// bins.
  public var projections: [SIMD2<Float>]
  /// The factors that pick the sound from a direction, `[direction][bin][microphone]`.
  public var pickers: [SIMD2<Float>]
  /// The ear signals that the filters produce for sound from a direction, without the filters' delay,
  /// `[direction][bin]`.
  public var linear: [SIMD4<Float>]
  /// The desired ear signals for a direction, `[direction][bin]`.
  public var wanted: [SIMD4<Float>]

  /// Creates tables of zeros for a grid.
  public init(_ grid: DirectionalGrid, believed: ClosedRange<Float>) {
    self.grid = grid
    self.believed = believed
    floors = Array(repeating: 0, count: grid.scannedBands * grid.directions)
    whitening = Array(
      repeating: .zero, count: grid.scannedBins * grid.signals * grid.microphones)
    projections = Array(
      repeating: .zero, count: grid.scannedBins * grid.directions * grid.microphones)
    pickers = Array(repeating: .zero, count: grid.directions * grid.bins * grid.microphones)
    linear = Array(repeating: .zero, count: grid.directions * grid.bins)
    wanted = linear
  }
}
