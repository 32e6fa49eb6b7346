import Essentials

/// A limit of the geometry, a change made because of it, or a finding about the filters.
public enum DesignNote: Sendable, Equatable, Codable, CustomStringConvertible {
  /// All microphones lie in one plane perpendicular to forward, so sounds in front and their mirror images behind are
  /// alike.
  case frontAndBackAlike
  /// There are only two microphones, or all lie on one line, which leaves a cone of confusion around that line.
  case coneOfConfusion(microphones: Int)
  /// The microphones have no extent from left to right, so both channels have the same level and time.
  case noLeftAndRight
  /// Above this frequency in hertz, directions are ambiguous, because half a wavelength is shorter than the spacing.
  case spatialAliasing(above: Double)
  /// The board file states neither that the microphones were measured nor how much they differ.
  case uncalibrated(noiseFloor: Double)
  /// Fewer than two microphones are usable, so the result is mono instead of the requested pattern.
  case monoFallback(asked: String, usable: Int)
  /// The geometry gives a mono pattern no directivity, so the pattern is omni.
  case omniFallback(asked: String)
  /// Too few microphones remain for ambisonics, so the result is stereo or mono.
  case noAmbisonics
  /// These microphones are not used.
  case unusable(names: [String])
  /// The responses of the body had not been computed yet when the filters were needed.
  case bodyMissing
  /// Sounds from above and below are alike.
  case noElevation
  /// The front-to-back ratio that the filters reach, in decibels: the largest ratio with its octave (hertz), and the
  /// ratio for pink noise.
  case frontToBackReached(most: Double, octave: Double, broadband: Double)
  /// In these octaves (hertz), left and right are less than half as far apart as in the target.
  case weakSeparation(octaves: [Double])
  /// In these octaves (hertz), the level difference misses the target's by more than 3 dB, as the mean over azimuths.
  case wrongLevels(octaves: [Double])
  /// Sounds behind are louder than sounds in front in this octave (hertz), although the target is louder in front.
  case louderBehind(octave: Double, decibels: Double)
  /// This octave (hertz) has the most self-noise, in decibels relative to one microphone.
  case noisiest(octave: Double, decibels: Double)
  /// In these octaves (hertz), a room sounds narrower than with the target.
  case narrowRoom(octaves: [Double])
  /// Plain stereo uses these microphones on the left and on the right, which are this many metres apart.
  case pair(left: String, right: String, distance: Double, isExchanged: Bool)
  /// The pair is not side by side in this case, so another pattern, or mono, replaces plain stereo.
  case pairUpright(left: String, right: String, instead: String)
  /// A microphone of the pair is not used, so another pattern replaces plain stereo.
  case pairIncomplete(instead: String)
  /// The microphones for mid-side have no extent from left to right, so the result is mono.
  case noSide
  /// Mid-side has only level differences between left and right, and no time differences.
  case onePlace
  /// In these octaves (hertz), the side signal of mid-side contains much of a sound straight ahead.
  case sideAhead(octaves: [Double])
  /// Plain stereo serves these microphones better than filters do.
  case plainAdvised(PlainComparison)
  /// In this third octave (hertz), sounds around the listener are this many decibels louder than between 0.2 and 2 kHz,
  /// or softer if the number is negative.
  case hollow(third: Double, decibels: Double)
  /// In this third octave (hertz), a sound from one direction in front, in degrees to the RIGHT, is softer than the
  /// mean around the listener; `decibels` is the difference, a negative number.
  case hollowInFront(third: Double, azimuth: Double, decibels: Double)
  /// In this third octave (hertz), sounds from behind are louder or softer than between 0.2 and 2 kHz.
  ///
  /// The note also has the range of neighbouring third octaves that deviate by over 3 dB, the deviation in decibels,
  /// and the target's deviation.
  case colouredBehind(
    third: Double, range: ClosedRange<Double>, decibels: Double, target: Double)
  /// The head was measured over only a part of the sphere; the spherical head replaces the rest.
  case headPartlyMeasured(percent: Int)
  /// A contradiction in the head file was resolved; this sentence about the file says how.
  case headFile(remark: String)
  /// The effect that a calibration of the board would have.
  case calibrating(CalibrationGain)

  /// One sentence for users.
  public var description: String {
    sentence(decibels.enumerated().map { text($1, at: $0) })
  }

  /// The sentence with these texts for its decibels.
  func sentence(_ decibels: [String]) -> String {
    switch self {
    case .frontAndBackAlike:
      "front and back cannot be told apart: all microphones lie in one plane at right angles to forward, so a sound "
        + "in front and its mirror image behind give the same signals; front emphasis is 0 dB"
    case .coneOfConfusion(let microphones):
      (microphones == 2 ? "only two microphones" : "all microphones on one line")
        + ": all directions on a cone around their line sound alike"
    case .noLeftAndRight:
      "left and right cannot be told apart: the microphones are not spread from left to right in this position"
    case .spatialAliasing(let frequency):
      "above \(Int(frequency.rounded())) Hz directions are ambiguous (spacing over half a wavelength): levels are "
        + "right only on average"
    case .uncalibrated(let floor): Self.uncalibrated(Self.round(floor))
    case .monoFallback(let asked, let usable):
      "\(asked) needs two usable microphones, but there \(usable == 1 ? "is" : "are") \(usable): recorded as mono"
    case .omniFallback(let asked):
      "\(asked) is not possible with this geometry: recorded as omni"
    case .pair(let left, let right, let distance, let isExchanged):
      Self.pair(left, right, distance) + (isExchanged ? "; swapped in this position" : "")
    case .pairUpright(let left, let right, let instead):
      "plain stereo is not possible: \(left) and \(right) are not side by side in this position: recorded as "
        + instead
    case .pairIncomplete(let instead):
      "plain stereo is not possible without both microphones of the pair: recorded as \(instead)"
    case .noSide:
      "mid-side is not possible: the microphones are not spread from left to right in this position: recorded as omni"
    case .onePlace:
      "mid-side has level differences between left and right but no time differences, like coincident microphones"
    case .sideAhead(let octaves): Self.side(Self.list(octaves))
    case .plainAdvised: Self.advice(decibels)
    case .noAmbisonics: Self.withoutAmbisonics
    case .unusable(let names):
      "not used: \(names.joined(separator: ", "))"
    case .bodyMissing:
      "the responses of the body are still being computed: the filters are for microphones without a body"
    case .noElevation:
      "with the filters alone, sounds from above and below are heard at the height of the ears"
    case .frontToBackReached(let most, let octave, _):
      Self.frontToBack(decibels, octave: octave, isHeard: most >= Self.audible)
    case .weakSeparation(let octaves):
      "left and right differ by less than half of the target (in dB) in \(Self.list(octaves))"
    case .wrongLevels(let octaves):
      "level differences between the ears are off by more than 3 dB in \(Self.list(octaves))"
    case .louderBehind(let octave, _): Self.behind(octave, decibels[0])
    case .noisiest(let octave, _):
      "self-noise is \(decibels[0]) dB above that of one microphone in the octave of \(Self.hertz(octave))"
    case .narrowRoom(let octaves):
      "rooms sound narrower than for the target in \(Self.list(octaves)): left and right are more alike there"
    case .hollow(let third, let by): Self.colour(third, decibels[0], isSofter: by < 0)
    case .hollowInFront(let third, let azimuth, _):
      "hollow in front: sounds from \(Self.direction(azimuth)) are \(decibels[0]) dB softer than the mean around "
        + Self.pitch(third)
    case .colouredBehind(let third, let range, let by, _):
      Self.behind(third, range, decibels[0], target: decibels[1], isSofter: by < 0)
    case .headPartlyMeasured(let percent): Self.head(percent: percent)
    case .headFile(let remark): "in the head file, \(remark)"
    case .calibrating(let gain): Self.calibrating(gain)
    }
  }

  private static let withoutAmbisonics =
    "ambisonics is not possible without the missing microphones: recorded as stereo, or as mono where stereo is not "
    + "possible either"

  /// The level difference in decibels below which no sound seems louder than another.
  static let audible = 0.5

  /// The number with one decimal digit, or without one if it is an integer.
  static func round(_ value: Double) -> String {
    let tenths = Int((value * 10).rounded())
    let digits = tenths % 10 == 0 ? "" : ".\(abs(tenths % 10))"
    return (tenths < 0 && tenths > -10 ? "-" : "") + "\(tenths / 10)" + digits
  }

  /// A frequency rounded to two digits: "800 Hz", "7.9 kHz".
  static func pitch(_ frequency: Double) -> String {
    frequency < 1000
      ? "\(Int((frequency / 10).rounded()) * 10) Hz" : "\(round(frequency / 1000)) kHz"
  }

  private static func direction(_ azimuth: Double) -> String {
    let degrees = Int(abs(azimuth).rounded())
    return degrees < 5 ? "straight ahead" : "\(degrees) degrees \(azimuth < 0 ? "LEFT" : "RIGHT")"
  }

  static func hertz(_ octave: Double) -> String {
    octave < 1000 ? "\(Int(octave)) Hz" : "\(round(octave / 1000)) kHz"
  }

  /// A list of octaves in words: "the octaves of 125 Hz, 250 Hz and 16 kHz".
  private static func list(_ octaves: [Double]) -> String {
    "the \(octaves.count.agreeing("octave", "octaves")) of \(octaves.map(hertz).listed())"
  }
}
