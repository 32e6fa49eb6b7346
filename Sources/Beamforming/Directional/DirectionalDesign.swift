/// The tables of a direction-dependent rendering: the responses of the microphones, of the filters of a case, and of
/// the desired ears to sound from every direction.
///
/// Signals are split into windows; each window has the frequencies of a Fourier transform of its length ("bins"). All
/// tables apply to the uncorrected channels, so they include the corrections of gain, polarity and delay.
public struct DirectionalDesign: Sendable, Equatable {
  /// The sample rate in frames per second.
  public let rate: Int
  /// The number of frames per window, a power of two; windows begin half a window apart.
  public let window: Int
  /// The number of input channels: the microphones of the board.
  public let microphones: Int
  /// The number of signals after ``whitening``, which is the number of microphones in use.
  public let signals: Int
  /// The delay of the filters' output relative to the microphones, in frames.
  public let delay: Int
  /// The directions, elevation after elevation: the horizon comes first.
  public let rings: [DirectionRing]
  /// True if the rings go all around; false if they go from 90 degrees right to 90 degrees left.
  public let isAround: Bool
  /// The bins of each band, from low to high.
  public let bands: [Range<Int>]
  /// The number of bands, counted from the lowest, in which directions are sought.
  public let scannedBands: Int
  /// The share of its power that diffuse sound puts into each direction, `[band][direction]`, for the scanned bands.
  public let floors: [Float]
  /// The shares above the floor at which a band's direction begins to be believed, and at which it is fully believed.
  public let believed: ClosedRange<Float>
  /// The factors that make signals in which diffuse sound is equally strong, `[bin][signal][microphone]`, for the
  /// scanned bins.
  public let whitening: [SIMD2<Float>]
  /// The factors that pick a plane wave's part of the whitened signals, `[bin][direction][microphone]`, for the scanned
  /// bins.
  public let projections: [SIMD2<Float>]
  /// The factors that pick the sound from a direction, `[direction][bin][microphone]`.
  public let pickers: [SIMD2<Float>]
  /// The left and right ear signals that the filters produce for sound from a direction, without the delay,
  /// `[direction][bin]`.
  public let linear: [SIMD4<Float>]
  /// The left and right ear signals that are desired for a direction, `[direction][bin]`.
  public let wanted: [SIMD4<Float>]

  /// The number of bins, from 0 to half of the sample rate.
  public var bins: Int { window / 2 + 1 }
  /// The bin that follows the highest scanned bin.
  public var scannedBins: Int { bands[scannedBands - 1].upperBound }
}

/// Directions at one elevation, in equal steps counter-clockwise, from forward or from 90 degrees right.
public struct DirectionRing: Sendable, Equatable {
  /// The elevation in degrees above the horizon.
  public var elevation: Int
  /// The number of directions.
  public var count: Int

  /// The angle in degrees from one direction to the next.
  public func step(isAround: Bool) -> Double {
    isAround ? 360 / Double(count) : 180 / Double(count - 1)
  }
}
