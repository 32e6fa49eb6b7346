/// A limit of the geometry, or a change made for it, in words.
public enum DesignNote: Sendable, Equatable, Codable, CustomStringConvertible {
  /// All microphones lie in one plane across forward: front and back are mirror images.
  case frontAndBackAlike
  /// All microphones lie on one line, or there are only two: a cone of confusion around that line.
  case coneOfConfusion(microphones: Int)
  /// The microphones have no extent from left to right: both channels hear the same level and time differences.
  case noLeftAndRight
  /// Above this frequency in hertz, directions are ambiguous: half a wavelength is shorter than the spacing.
  case spatialAliasing(above: Double)
  /// The board file states neither measured microphones nor their mismatch.
  case uncalibrated(noiseFloor: Double)
  /// Fewer than two usable microphones: mono instead of the requested pattern.
  case monoFallback(asked: String, usable: Int)
  /// The geometry gives a mono pattern no directivity: it is omni.
  case omniFallback(asked: String)
  /// Too few microphones remain for ambisonics: stereo or mono instead.
  case noAmbisonics
  /// Microphones that are not used.
  case unusable(names: [String])
  /// The responses of the body were not computed yet when the filters were needed.
  case bodyMissing
  /// Up and down sound alike.
  case noElevation
  /// The front-to-back ratio of the filters: the largest, its octave (hertz), and the ratio for pink noise; decibels.
  case frontToBackReached(most: Double, octave: Double, broadband: Double)
  /// Octaves (hertz) in which left and right are less than half as far apart as in the target.
  case weakSeparation(octaves: [Double])
  /// Octaves (hertz) in which the level difference misses the target's by more than 3 dB, mean over azimuth.
  case wrongLevels(octaves: [Double])
  /// Sounds behind are louder than in front, but the reverse in the target.
  case louderBehind(octave: Double, decibels: Double)
  /// The octave (hertz) with the most self-noise relative to one microphone, decibels.
  case noisiest(octave: Double, decibels: Double)
  /// Octaves (hertz) in which a room sounds narrower than with the target.
  case narrowRoom(octaves: [Double])
  /// Plain stereo: the microphones on the left and right, and metres between them.
  case pair(left: String, right: String, distance: Double, isExchanged: Bool)
  /// The pair is not side by side in this position: another pattern instead, or mono.
  case pairUpright(left: String, right: String, instead: String)
  /// A microphone of the pair is not used: another pattern instead.
  case pairIncomplete(instead: String)
  /// Mid-side with microphones that have no extent from left to right: mono.
  case noSide
  /// Mid-side has level differences only: no time differences between left and right.
  case onePlace
  /// Octaves (hertz) in which the side signal of mid-side contains much of a sound straight ahead.
  case sideAhead(octaves: [Double])
  /// Plain stereo serves these microphones better than filters.
  case plainAdvised(PlainComparison)
  /// A third octave (hertz) in which sounds around the listener are softer or louder than between 0.2 and 2 kHz, by
  /// this many decibels.
  case hollow(third: Double, decibels: Double)
  /// A third octave (hertz) in which one direction in front, in degrees to the RIGHT, is this many decibels softer.
  case hollowInFront(third: Double, azimuth: Double, decibels: Double)
  /// A third octave (hertz) in which sounds from behind are louder or softer than between 0.2 and 2 kHz, the
  /// neighbouring ones that deviate by over 3 dB, the deviation in decibels, and the target's.
  case colouredBehind(
    third: Double, range: ClosedRange<Double>, decibels: Double, target: Double)
  /// The head was measured over part of the sphere; the spherical head replaces the rest.
  case headPartlyMeasured(percent: Int)
  /// A resolved contradiction in the head file, as a sentence about the file.
  case headFile(remark: String)
  /// The effect that a calibration of the board would have.
  case calibrating(CalibrationGain)

  /// One sentence for people.
  public var description: String {
    sentence(decibels.enumerated().map { text($1, at: $0) })
  }

  /// The sentence with its decibels in words.
  func sentence(_ decibels: [String]) -> String {
    switch self {
    case .frontAndBackAlike:
      "front and back cannot be told apart: all microphones lie in one plane across forward, so a sound in front "
        + "and its mirror image behind give the same signals; front emphasis is 0 dB"
    case .coneOfConfusion(let microphones):
      (microphones == 2 ? "only two microphones" : "all microphones on one line")
        + ": all directions on a cone around their line sound alike, so there is no front and back and no elevation"
    case .noLeftAndRight:
      "left and right cannot be told apart: the microphones have no extent from left to right in this position"
    case .spatialAliasing(let frequency):
      "above \(Int(frequency.rounded())) Hz directions are ambiguous (spacing over half a wavelength): levels are "
        + "right on average only"
    case .uncalibrated(let floor): Self.uncalibrated(Self.round(floor))
    case .monoFallback(let asked, let usable):
      "\(asked) needs two usable microphones, but there \(usable == 1 ? "is" : "are") \(usable): recorded as mono"
    case .omniFallback(let asked):
      "\(asked) is not possible with this geometry: recorded as omni"
    case .pair(let left, let right, let distance, let isExchanged):
      Self.pair(left, right, distance) + (isExchanged ? "; exchanged in this position" : "")
    case .pairUpright(let left, let right, let instead):
      "plain stereo is not possible: \(left) and \(right) are not side by side in this position: recorded as "
        + instead
    case .pairIncomplete(let instead):
      "plain stereo is not possible without both microphones of the pair: recorded as \(instead)"
    case .noSide:
      "mid-side is not possible: the microphones have no extent from left to right in this position: recorded as omni"
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
      "by filters alone, sounds from above and below are heard at the height of the ears"
    case .frontToBackReached(let most, let octave, _):
      Self.frontToBack(decibels, octave: octave, isHeard: most >= Self.audible)
    case .weakSeparation(let octaves):
      "left and right are less than half as far apart (in dB) as for the target in \(Self.list(octaves))"
    case .wrongLevels(let octaves):
      "level differences between the ears are off by more than 3 dB in \(Self.list(octaves))"
    case .louderBehind(let octave, _): Self.behind(octave, decibels[0])
    case .noisiest(let octave, _):
      "self-noise is \(decibels[0]) dB above that of one microphone in the octave of \(Self.hertz(octave))"
    case .narrowRoom(let octaves):
      "rooms sound narrower than for the target in \(Self.list(octaves)): left and right have more in common there"
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
    "ambisonics is not possible without the missing microphones: recorded as stereo, or mono where that is "
    + "not possible either"

  /// The level difference below which nothing sounds louder, decibels.
  static let audible = 0.5

  /// The number with one decimal digit, or none for integers.
  static func round(_ value: Double) -> String {
    let tenths = Int((value * 10).rounded())
    let digits = tenths % 10 == 0 ? "" : ".\(abs(tenths % 10))"
    return (tenths < 0 && tenths > -10 ? "-" : "") + "\(tenths / 10)" + digits
  }

  /// A frequency with two digits: "800 Hz", "7.9 kHz".
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

  /// A list of octaves: "the octaves of 125 Hz, 250 Hz and 16 kHz".
  private static func list(_ octaves: [Double]) -> String {
    let names = octaves.map(hertz)
    guard let last = names.last, names.count > 1 else {
      return "the octave of \(names.first ?? "")"
    }
    return "the octaves of \(names.dropLast().joined(separator: ", ")) and \(last)"
  }
}
