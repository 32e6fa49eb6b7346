/// The tables of a directional rendering: what every direction around the horizon looks like to the microphones, to the
/// filters of a case, and to the head whose ears are wanted.
///
/// Signals are taken apart into windows; each has the frequencies of a Fourier transform of its length ("bins"). All
/// tables refer to channels as they come: gain, polarity and delay corrections are in them.
public struct DirectionalDesign: Sendable, Equatable {
  /// Frames per second.
  public let rate: Int
  /// Frames per window, a power of two; windows begin half a window apart.
  public let window: Int
  /// The number of input channels: the microphones of the board.
  public let microphones: Int
  /// The number of signals that ``whitening`` makes: the microphones in use.
  public let signals: Int
  /// Frames by which the filters' output is later than the microphones.
  public let delay: Int
  /// The directions, elevation after elevation: the horizon comes first.
  public let rings: [DirectionRing]
  /// True when rings go all around; otherwise from 90 degrees right to 90 left.
  public let isAround: Bool
  /// The bins of each band, from low to high.
  public let bands: [Range<Int>]
  /// The number of bands, from the lowest on, in which directions are looked for.
  public let scannedBands: Int
  /// The share of its power that diffuse sound puts into each direction, `[band][direction]`, scanned bands.
  public let floors: [Float]
  /// The share above the floor at which a band begins to be believed, and at which it is believed wholly.
  public let believed: ClosedRange<Float>
  /// Factors that make signals whose diffuse parts are alike, `[bin][signal][microphone]`, scanned bins.
  public let whitening: [SIMD2<Float>]
  /// Factors that pick the part of those that a plane wave makes, `[bin][direction][microphone]`, scanned bins.
  public let projections: [SIMD2<Float>]
  /// Factors that pick the sound of a direction, `[direction][bin][microphone]`.
  public let pickers: [SIMD2<Float>]
  /// Left and right ear of the filters' response to a direction, their delay taken out, `[direction][bin]`.
  public let linear: [SIMD4<Float>]
  /// Left and right ear of the response that is wanted, `[direction][bin]`.
  public let wanted: [SIMD4<Float>]

  /// The number of bins, from 0 to half of the sample rate.
  public var bins: Int { window / 2 + 1 }
  /// The bin above the highest one that is scanned.
  public var scannedBins: Int { bands[scannedBands - 1].upperBound }
}

/// Directions of one elevation, counter-clockwise in equal steps from forward or from 90 degrees right.
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
