/// Directions of one elevation, in equal steps.
public struct DirectionalRing: Sendable, Equatable {
  /// Degrees above the horizon.
  public var elevation: Float
  /// The number of directions.
  public var count: Int
  /// Degrees between directions.
  public var step: Float

  /// A ring from its parts.
  public init(elevation: Float, count: Int, step: Float) {
    (self.elevation, self.count, self.step) = (elevation, count, step)
  }
}

/// The grid of time, frequency and direction on which a ``StereoStage`` works.
public struct DirectionalGrid: Sendable, Equatable {
  /// Frames per second.
  public var rate: Double
  /// Frames per window, a power of two from 64 to 2048.
  public var window: Int
  /// The number of input channels.
  public var microphones: Int
  /// The number of whitened signals.
  public var signals: Int
  /// The delay of the filters' output against the input, in frames.
  public var delay: Int
  /// The directions, elevation after elevation: the horizon comes first.
  public var rings: [DirectionalRing]
  /// True if the last direction of a ring is next to its first.
  public var isAround: Bool
  /// The bins of each band, contiguous, from bin 1 on.
  public var bands: [Range<Int>]
  /// The number of scanned bands, from the lowest on.
  public var scannedBands: Int

  /// A grid from its parts.
  ///
  /// - Precondition: two or more directions in each ring, a scanned band, a valid window.
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

  /// The number of directions of all rings.
  public var directions: Int { rings.reduce(0) { $0 + $1.count } }
  /// Frames from one window to the next.
  public var hop: Int { window / 2 }
  /// The number of bins, from 0 to half of the sample rate.
  public var bins: Int { window / 2 + 1 }
  /// The bin after the highest scanned one.
  public var scannedBins: Int { bands[scannedBands - 1].upperBound }
}

/// The data about microphones, filters and ears for a ``StereoStage``.
///
/// Complex numbers are pairs (real, imaginary); both ears side by side are (left real, left imaginary, right real,
/// right imaginary).
public struct DirectionalTables: Sendable, Equatable {
  /// The grid.
  public var grid: DirectionalGrid
  /// The share above the floor at which a band begins to be believed, and the share at which it is fully believed.
  public var believed: ClosedRange<Float>
  /// The share of its power that diffuse sound puts into each direction, `[band][direction]`, scanned bands.
  public var floors: [Float]
  /// Factors that make diffuse sound equally strong in all signals, `[bin][signal][microphone]`, scanned bins.
  public var whitening: [SIMD2<Float>]
  /// Factors that pick a plane wave's part of those signals, `[bin][direction][microphone]`, scanned bins.
  public var projections: [SIMD2<Float>]
  /// Factors that pick the sound of a direction, `[direction][bin][microphone]`.
  public var pickers: [SIMD2<Float>]
  /// The filters' ear signals without their delay, `[direction][bin]`.
  public var linear: [SIMD4<Float>]
  /// The desired ear signals, `[direction][bin]`.
  public var wanted: [SIMD4<Float>]

  /// Tables of zeros for a grid.
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
