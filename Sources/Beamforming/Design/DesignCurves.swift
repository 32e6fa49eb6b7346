/// The responses of a design over direction and frequency, with its target: the curves of a page.
///
/// Everything is computed from the filters in use. Azimuths and differences between the channels are positive to the
/// RIGHT: right is louder, right is earlier. Arrays for stereo only are empty for mono patterns.
public struct DesignCurves: Sendable, Equatable, Codable {
  /// Degrees from forward, positive to the RIGHT, from -180 up to 175.
  public var azimuths: [Double] = []
  /// Centres of the octaves in hertz, as in ``Figures/octaves``.
  public var octaves: [Double] = []
  /// The level of a sound on the horizon, decibels, `[output][octave][azimuth]`.
  ///
  /// 0 dB is the same sound straight ahead, mean power of all outputs; values are limited to -100 dB.
  public var levels: [[[Double]]] = []
  /// The same for the target.
  public var targetLevels: [[[Double]]] = []
  /// The level excess of the right channel in decibels, `[octave][azimuth]`: the mean of the auditory bands in the
  /// octave.
  public var levelDifferences: [[Double]] = []
  /// The same for the target.
  public var targetLevelDifferences: [[Double]] = []
  /// The lead of the right channel in microseconds, by cross-correlation below 1.5 kHz, `[azimuth]`; empty for
  /// mid-side, which has none.
  public var timeDifferencesMicroseconds: [Double] = []
  /// The same for the target.
  public var targetTimeDifferencesMicroseconds: [Double] = []
  /// ``timeDifferencesMicroseconds`` for pink noise, in the way that a recording is measured.
  var pinkTimeDifferences: [Double] = []
  /// Self-noise per octave, decibels relative to one microphone, mean power of all outputs.
  public var noise: [Double] = []
  /// The diffuse-field coherence of left and right per octave: its real part, -1 to 1.
  public var diffuseCoherence: [Double] = []
  /// The same for the target.
  public var targetDiffuseCoherence: [Double] = []
  /// Centres of the auditory bands in hertz.
  public var bands: [Double] = []
  /// The level of a diffuse field against the target's in every auditory band, without the mean, decibels.
  public var timbre: [Double] = []

  /// Empty curves to fill in.
  public init() {}
}
