/// What a geometry cannot do, or what was changed for it, in words.
public enum DesignNote: Sendable, Equatable, CustomStringConvertible {
  /// All microphones lie in one plane across forward: front and back are mirror images.
  case frontAndBackAlike
  /// All microphones lie on one line, or there are only two: a cone of confusion around that line.
  case coneOfConfusion(microphones: Int)
  /// The microphones have no extent from left to right: both channels hear the same level and time differences.
  case noLeftAndRight
  /// Above this frequency in hertz, directions are ambiguous: half a wavelength is shorter than the spacing.
  case spatialAliasing(above: Double)
  /// The board file does not say that the microphones were measured.
  case uncalibrated(noiseFloor: Double)
  /// Fewer than two usable microphones: mono instead of what was asked.
  case monoFallback(asked: String, usable: Int)
  /// The geometry gives a mono pattern no directivity: it is omni.
  case omniFallback(asked: String)
  /// Microphones that are not used.
  case unusable(names: [String])
  /// The responses of the body were not computed yet when the filters were needed.
  case bodyMissing
  /// Up and down sound alike.
  case noElevation

  /// One sentence for people.
  public var description: String {
    switch self {
    case .frontAndBackAlike:
      "front and back cannot be told apart: all microphones lie in one plane across forward, so a sound in front "
        + "and its mirror image behind give the same signals; front emphasis is 0 dB"
    case .coneOfConfusion(let microphones):
      (microphones == 2 ? "only two microphones" : "all microphones on one line")
        + ": all directions on a cone around that line sound alike, so there is no front and back and no elevation"
    case .noLeftAndRight:
      "left and right cannot be told apart: the microphones have no extent from left to right in this position"
    case .spatialAliasing(let frequency):
      "above \(Int(frequency.rounded())) Hz directions are ambiguous (spacing over half a wavelength): levels are "
        + "right on average only"
    case .uncalibrated(let floor):
      "the board file does not say that gains and delays were measured: at a noise floor of \(floor) dB errors of "
        + "the microphones show; calibrate, or raise the noise floor to -6 dB"
    case .monoFallback(let asked, let usable):
      "\(asked) needs two usable microphones and there \(usable == 1 ? "is" : "are") \(usable): recorded as mono"
    case .omniFallback(let asked):
      "\(asked) is not possible with this geometry: recorded as omni"
    case .unusable(let names):
      "not used: \(names.joined(separator: ", "))"
    case .bodyMissing:
      "the responses of the body are still being computed: the filters are those of microphones in the air"
    case .noElevation:
      "sounds from above and below are heard at the height of the ears"
    }
  }
}
