/// The responses of a design over direction and frequency, beside its target: the curves of a page.
///
/// Everything is computed from the filters in use. Azimuths and differences between the channels are positive to the
/// RIGHT: right is louder, right is earlier. Arrays for stereo only are empty for mono patterns.
public struct DesignCurves: Sendable, Equatable, Codable {
  /// Degrees from forward, positive to the RIGHT, from -180 up to 175.
  public var azimuths: [Double] = []
  /// Centres of the octaves in hertz, as in ``Figures/octaves``.
  public var octaves: [Double] = []
  /// Level of a sound on the horizon, decibels, `[output][octave][azimuth]`.
  ///
  /// 0 dB is the same sound straight ahead, mean power of all outputs; -100 dB is the least.
  public var levels: [[[Double]]] = []
  /// The same of the target.
  public var targetLevels: [[[Double]]] = []
  /// Decibels by which the right channel is louder, `[octave][azimuth]`: mean of the bands of the ear in the octave.
  public var levelDifferences: [[Double]] = []
  /// The same of the target.
  public var targetLevelDifferences: [[Double]] = []
  /// Microseconds by which the right channel is earlier, by cross-correlation below 1.5 kHz, `[azimuth]`; empty for
  /// mid-side, which has none.
  public var timeDifferences: [Double] = []
  /// The same of the target.
  public var targetTimeDifferences: [Double] = []
  /// ``timeDifferences`` of pink noise, as the difference of a recording is measured.
  var pinkTimeDifferences: [Double] = []
  /// Self-noise per octave, decibels relative to one microphone, mean power of all outputs.
  public var noise: [Double] = []
  /// The diffuse-field coherence of left and right per octave: its real part, -1 to 1.
  public var diffuseCoherence: [Double] = []
  /// The same of the target.
  public var targetDiffuseCoherence: [Double] = []
  /// Centres of the bands of the ear in hertz.
  public var bands: [Double] = []
  /// Level of a diffuse field against the target's in every band of the ear, without its mean, decibels.
  public var timbre: [Double] = []

  /// Empty curves, to be filled in.
  public init() {}
}
