/// Figures of merit of one design, computed from the filters in use.
///
/// Octaves are centred on 125, 250, 500, 1000, 2000, 4000, 8000 and 16000 Hz; octaves beyond the sample rate are left
/// out.
public struct Figures: Sendable, Equatable, Codable {
  /// Centres of the octaves in hertz.
  public var octaves: [Double] = []
  /// Mean error of the interaural level difference, 0.2 to 6 kHz, decibels; `nil` for mono and mid-side.
  public var ildError: Double?
  /// Mean error of the interaural time difference, microseconds; `nil` for mono and mid-side.
  public var itdErrorMean: Double?
  /// Largest error of the interaural time difference, microseconds.
  public var itdErrorMax: Double?
  /// Mean error of the interaural time difference within 30 degrees of forward, microseconds.
  public var itdErrorFront: Double?
  /// Interaural time difference of a source straight ahead, microseconds; positive towards the left.
  public var centre: Double?
  /// Self-noise in dB(A) relative to one microphone.
  public var selfNoise: Double = 0
  /// Front-to-back ratio (45 degrees around 0 against 180) per octave, decibels.
  public var frontToBack: [Double] = []
  /// Front-to-back ratio of the target.
  public var targetFrontToBack: [Double] = []
  /// Left-to-right ratio (45 degrees around the sides, in the left channel) per octave, decibels; empty for mono.
  public var leftToRight: [Double] = []
  /// Left-to-right ratio of the target; empty for mono.
  public var targetLeftToRight: [Double] = []
  /// Front-to-back ratio of pink noise, A-weighted, 0.2 to 8 kHz, decibels.
  public var broadbandFrontToBack: Double = 0
  /// Directivity index per octave, decibels; empty for stereo.
  public var directivityIndex: [Double] = []
  /// The frequency in hertz below which directions are unambiguous (spatial aliasing).
  public var usableBandwidth: Double = 0
  /// Standard deviation of the diffuse-field response over ERB bands, decibels.
  public var timbreDeviation: Double = 0
  /// Largest deviation of the diffuse-field response over ERB bands, decibels.
  public var timbreMaximum: Double = 0

  /// The level of sounds around the listener per third octave.
  public var colour: Colour = Colour()
  /// The figures in bands and directions not used by the design; `nil` for mono and mid-side.
  public var independent: IndependentFigures?
  /// The figures of mid-side; `nil` for the other patterns.
  public var midSide: MidSideFigures?

  /// Empty figures to fill in.
  public init() {}
}
