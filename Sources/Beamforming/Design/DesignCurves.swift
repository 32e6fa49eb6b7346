/// The responses of a design and of its target over direction and frequency: the curves that a page shows.
///
/// Everything is computed from the filters that are actually used. Azimuths and differences between the channels are
/// positive to the RIGHT: right is louder, or right is earlier. The arrays that only stereo has are empty for mono
/// patterns.
public struct DesignCurves: Sendable, Equatable, Codable {
  /// Degrees from forward, positive to the RIGHT, from -180 up to 175.
  public var azimuths: [Double] = []
  /// The centres of the octaves in hertz, as in ``Figures/octaves``.
  public var octaves: [Double] = []
  /// The level of a sound on the horizon, in decibels, `[output][octave][azimuth]`.
  ///
  /// 0 dB is the mean power that all outputs have for the same sound straight ahead; values below -100 dB become -100
  /// dB.
  public var levels: [[[Double]]] = []
  /// The levels of the target, in the form of ``levels``.
  public var targetLevels: [[[Double]]] = []
  /// The level of the right channel relative to the left in decibels, `[octave][azimuth]`: the mean over the auditory
  /// bands in the octave.
  public var levelDifferences: [[Double]] = []
  /// The level differences of the target, in the form of ``levelDifferences``.
  public var targetLevelDifferences: [[Double]] = []
  /// The time by which the right channel leads, in microseconds, found by cross-correlation below 1.5 kHz, `[azimuth]`;
  /// empty for mid-side, which has no time differences.
  public var timeDifferencesMicroseconds: [Double] = []
  /// The time differences of the target, in the form of ``timeDifferencesMicroseconds``.
  public var targetTimeDifferencesMicroseconds: [Double] = []
  /// Time differences like ``timeDifferencesMicroseconds``, but for pink noise, found in the same way as in a
  /// recording.
  var pinkTimeDifferencesMicroseconds: [Double] = []
  /// The self-noise in each octave, in decibels relative to one microphone: the mean power of all outputs.
  public var noise: [Double] = []
  /// The real part, -1 to 1, of the coherence of left and right in a diffuse field, for each octave.
  public var diffuseCoherence: [Double] = []
  /// The coherence of the target, in the form of ``diffuseCoherence``.
  public var targetDiffuseCoherence: [Double] = []
  /// The centres of the auditory bands in hertz.
  public var bands: [Double] = []
  /// The level of a diffuse field relative to the target's level in every auditory band, in decibels; the mean over the
  /// bands is removed.
  public var timbre: [Double] = []

  /// Creates empty curves to be filled in.
  public init() {}
}
