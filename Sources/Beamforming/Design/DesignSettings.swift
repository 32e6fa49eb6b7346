/// The user's choices about the sound of the filters.
public struct DesignSettings: Sendable, Equatable {
  /// The attenuation of sound from straight behind relative to sound from the front, in decibels (0 to 10).
  ///
  /// Zero turns the emphasis off: then the target is the head alone.
  public var frontEmphasis: Double
  /// The factor that scales the lateral angle in the target (0 to 2): 0 gives mono, 1 the unmodified head.
  public var width: Double
  /// The lowest permitted mean white noise gain in decibels (-15 to 0); `nil` for the floor that ``NoiseFloorChoice``
  /// finds.
  public var noiseFloor: Double?
  /// The sample rate in frames per second.
  public var rate: Int
  /// The number of taps per filter; `nil` for ``defaultTaps(rate:)``.
  public var taps: Int?

  /// The default front emphasis, in decibels.
  public static let standardFrontEmphasis = 6.0
  /// The width at which sounds appear in the directions in which a head hears them.
  public static let naturalWidth = 1.0

  /// Creates settings; any setting that is not given has its default.
  public init(
    frontEmphasis: Double = standardFrontEmphasis, width: Double = naturalWidth,
    noiseFloor: Double? = nil, rate: Int = 48000, taps: Int? = nil
  ) {
    self.frontEmphasis = frontEmphasis
    self.width = width
    self.noiseFloor = noiseFloor
    self.rate = rate
    self.taps = taps
  }

  /// The default number of taps: 5.33 ms, rounded up to a multiple of 64 taps (256 taps at 48 kHz).
  public static func defaultTaps(rate: Int) -> Int {
    let exact = (rate * 256 + 47999) / 48000
    return max(64, (exact + 63) / 64 * 64)
  }

  /// The number of taps per filter that is used.
  public var actualTaps: Int { taps ?? Self.defaultTaps(rate: rate) }

  /// The delay of the output in frames: half the taps, the same for all cases of a board.
  public var delay: Int { actualTaps / 2 }

  /// Throws an error if a setting is out of range.
  func check() throws(DesignError) {
    func inRange(
      _ name: String, _ value: Double, _ range: ClosedRange<Double>, _ unit: String
    ) throws(DesignError) {
      guard range.contains(value) else {
        throw .setting(
          name: name, value: value, lowest: range.lowerBound, highest: range.upperBound, unit: unit)
      }
    }
    try inRange("front emphasis", frontEmphasis, Self.frontEmphasisRange, "dB")
    try inRange("width", width, Self.widthRange, "(factor)")
    if let noiseFloor { try inRange("noise floor", noiseFloor, Self.noiseFloorRange, "dB") }
    try inRange("sample rate", Double(rate), 8000...192000, "Hz")
    guard Self.tapsRange.contains(actualTaps), actualTaps % 8 == 0 else {
      throw .taps(
        actualTaps, lowest: Self.tapsRange.lowerBound, highest: Self.tapsRange.upperBound)
    }
  }

  /// The permitted range of the front emphasis, in decibels at 180 degrees.
  public static let frontEmphasisRange = 0.0...10.0
  /// The permitted range of the factor for the lateral angle.
  public static let widthRange = 0.0...2.0
  /// The permitted range of the mean white noise gain, in decibels; below -15 dB the errors of real microphones
  /// dominate.
  public static let noiseFloorRange = -15.0...0.0
  /// The permitted range of the number of taps per filter.
  public static let tapsRange = 32...4096
}
