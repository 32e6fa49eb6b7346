/// The tables of a direction-dependent rendering: how every direction around the horizon looks to the microphones, to
/// the filters of a case, and to the head with the desired ears.
///
/// Signals are split into windows; each has the frequencies of a Fourier transform of its length ("bins"). All tables
/// refer to uncorrected channels: they include gain, polarity and delay corrections.
public struct DirectionalDesign: Sendable, Equatable {
  /// Frames per second.
  public let rate: Int
  /// Frames per window, a power of two; windows begin half a window apart.
  public let window: Int
  /// The number of input channels: the microphones of the board.
  public let microphones: Int
  /// The number of signals after ``whitening``: the microphones in use.
  public let signals: Int
  /// The delay of the filters' output against the microphones, in frames.
  public let delay: Int
  /// The directions, elevation after elevation: the horizon comes first.
  public let rings: [DirectionRing]
  /// True if rings go all around; otherwise they go from 90 degrees right to 90 left.
  public let isAround: Bool
  /// The bins of each band, from low to high.
  public let bands: [Range<Int>]
  /// The number of bands, from the lowest on, in which directions are sought.
  public let scannedBands: Int
  /// The share of its power that diffuse sound puts into each direction, `[band][direction]`, scanned bands.
  public let floors: [Float]
  /// The share above the floor at which a band begins to be believed, and the share at which it is fully believed.
  public let believed: ClosedRange<Float>
  /// Factors that make signals with equally strong diffuse parts, `[bin][signal][microphone]`, scanned bins.
  public let whitening: [SIMD2<Float>]
  /// Factors that pick a plane wave's part of those signals, `[bin][direction][microphone]`, scanned bins.
  public let projections: [SIMD2<Float>]
  /// Factors that pick the sound of a direction, `[direction][bin][microphone]`.
  public let pickers: [SIMD2<Float>]
  /// The left and right ear of the filters' response to a direction, without the delay, `[direction][bin]`.
  public let linear: [SIMD4<Float>]
  /// The left and right ear of the desired response, `[direction][bin]`.
  public let wanted: [SIMD4<Float>]

  /// The number of bins, from 0 to half of the sample rate.
  public var bins: Int { window / 2 + 1 }
  /// The bin after the highest scanned one.
  public var scannedBins: Int { bands[scannedBands - 1].upperBound }
}

/// Directions at one elevation, counter-clockwise in equal steps from forward or from 90 degrees right.
public struct DirectionRing: Sendable, Equatable {
  /// Degrees above the horizon.
  public var elevation: Int
  /// The number of directions.
  public var count: Int

  /// Degrees between directions.
  public func step(isAround: Bool) -> Double {
    isAround ? 360 / Double(count) : 180 / Double(count - 1)
  }
}
