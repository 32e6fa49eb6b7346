/// The figures of merit of one design, computed from the filters that it uses.
///
/// Octaves are centred on 125, 250, 500, 1000, 2000, 4000, 8000 and 16000 Hz; octaves that the sample rate cannot
/// represent are left out.
public struct Figures: Sendable, Equatable, Codable {
  /// The centres of the octaves in hertz.
  public var octaves: [Double] = []
  /// The mean error of the interaural level difference from 0.2 to 6 kHz, in decibels; `nil` for mono and mid-side.
  public var ildError: Double?
  /// The mean error of the interaural time difference, in microseconds; `nil` for mono and mid-side.
  public var itdErrorMean: Double?
  /// The largest error of the interaural time difference, in microseconds.
  public var itdErrorMax: Double?
  /// The mean error of the interaural time difference within 30 degrees of forward, in microseconds.
  public var itdErrorFront: Double?
  /// The interaural time difference of a source straight ahead, in microseconds; positive towards the left.
  public var centre: Double?
  /// The self-noise in dB(A), relative to one microphone.
  public var selfNoise: Double = 0
  /// The front-to-back ratio in each octave, in decibels: sound from within 45 degrees of forward relative to sound
  /// from within 45 degrees of straight behind.
  public var frontToBack: [Double] = []
  /// The front-to-back ratio of the target in each octave, in decibels.
  public var targetFrontToBack: [Double] = []
  /// The left-to-right ratio in each octave, in decibels; empty for mono.
  ///
  /// It compares sound from within 45 degrees of one side with sound from within 45 degrees of the other, in the
  /// channel of the first side.
  public var leftToRight: [Double] = []
  /// The left-to-right ratio of the target in each octave, in decibels; empty for mono.
  public var targetLeftToRight: [Double] = []
  /// The front-to-back ratio of pink noise, A-weighted, from 0.2 to 8 kHz, in decibels.
  public var broadbandFrontToBack: Double = 0
  /// The directivity index in each octave, in decibels; empty for stereo.
  public var directivityIndex: [Double] = []
  /// The frequency in hertz below which directions are unambiguous; above it there is spatial aliasing.
  public var usableBandwidth: Double = 0
  /// The standard deviation of the diffuse-field response over the ERB bands, in decibels.
  public var timbreDeviation: Double = 0
  /// The largest deviation of the diffuse-field response over the ERB bands, in decibels.
  public var timbreMaximum: Double = 0

  /// The level of sounds around the listener in each third octave.
  public var colour: Colour = Colour()
  /// The figures in bands and directions that the design does not use; `nil` for mono and mid-side.
  public var independent: IndependentFigures?
  /// The figures of mid-side; `nil` for the other patterns.
  public var midSide: MidSideFigures?

  /// Creates empty figures to be filled in.
  public init() {}
}
