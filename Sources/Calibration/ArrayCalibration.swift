import Boards

/// The channel, polarity, gain, delay and place of each microphone of a board, measured from sounds around it.
///
/// **Identifiability.** Sounds from unknown directions determine an array except for a rotation (and a mirror image for
/// a flat one): a round array with channels rotated by one place looks like the same array with all sounds rotated. So
/// the directions must be known roughly, to some 15 degrees each, and from several sides; that determines the map of
/// channels. Polarity shows at low frequencies, where all microphones share the pressure; a common inversion cannot be
/// known from unknown sounds, so as few microphones as possible are changed. Gains are relative, from levels below half
/// a wavelength of the board, corrected for the loss over distance. Delays are relative too. Along a flat array or a
/// row they can be separated from directions only because no sound is farther to the side than the side itself. So
/// delays need sounds in the plane of the microphones, from both ends of every axis, a few from each side. Without
/// those the standard errors are large, and no delays are proposed. Places are moved within their tolerance; a shift
/// and a rotation of the whole array stay as in the board file.
///
/// If the sounds leave the channels of some microphones open (sounds at their height do so for two above one another),
/// the order of the board file is kept if it is a likely one, and a note says so.
///
/// **Assumptions.** The direct sound arrives first and loudest: outdoors, or in a room with sounds within some 1.5 m.
/// If echoes disturb whole sounds, only the first milliseconds of each are compared (``SoundStretch``). The speed of
/// sound is 343 m/s; a degree Celsius of error is 0.2 % of all distances, and cancels in delays if sounds come from
/// opposite sides. On a body without responses, free field is assumed below half a wavelength.
///
/// - Source: Y. Rockah and P. Schultheiss, "Array shape calibration using sources in unknown locations", parts I and
///   II, IEEE Trans. ASSP 35, 1987; for time delays see ``Arrival``.
package struct ArrayCalibration: Sendable, Equatable {
  /// A measured number with its standard deviation.
  package struct Estimate: Sendable, Equatable {
    /// The measured value.
    package var value: Double
    /// One standard deviation.
    package var error: Double
  }

  /// The result for one microphone, with gains and delays as in a board file.
  package struct Microphone: Sendable, Equatable {
    /// Its name.
    package let name: String
    /// The channel that carries this microphone.
    package let channel: Int
    /// True if that channel must be inverted.
    package let isInverted: Bool
    /// Decibels to add; the median change over the microphones is 0.
    package let gain: Estimate
    /// The delay of the channel in microseconds; the median change over the microphones is 0.
    package let delay: Estimate
    /// Millimetres from its place in the board file: x, y and z.
    package let offset: [Estimate]
    /// The standard deviation of the tolerance of the board file, millimetres per axis.
    package let tolerance: Double
  }

  /// The distance of arrivals from a model of the board: root mean squares.
  package struct Misfit: Sendable, Equatable {
    /// Microseconds.
    package let delay: Double
    /// Decibels.
    package let level: Double
  }

  /// The board before the calibration.
  package let board: Board
  /// The results, in the order of the board file.
  package let microphones: [Microphone]
  /// The misfit to the existing board file, with the sounds moved to fit it best; `nil` if it names channels that hear
  /// nothing.
  package let before: Misfit?
  /// The misfit to the result.
  package let after: Misfit
  /// The names of the sounds used.
  package let used: [String]
  /// The sounds not used: not heard in all channels, or unlike all others.
  package let unused: [String]
  /// The natural logarithm of the odds of the channel map against the next best; at most 8 if the order of the board
  /// file was believed.
  package let mapMargin: Double
  /// Indices of the microphones whose channels follow from the board file, not from the sounds.
  package internal(set) var unsure: [Int] = []
  /// The channels that the sounds leave to those microphones; more than microphones if a channel without a microphone
  /// hears the same as one of them.
  package internal(set) var unsureChannels: [Int] = []
  /// The compared part of every sound.
  var stretch = SoundStretch.whole
  /// True if the model has a body.
  package let hasBody: Bool
  /// The frequencies up to which delays and levels were compared, in hertz.
  package let highest: (delays: Double, levels: Double)

  /// Decibels and microseconds: values are proposed if their standard deviations are at most this for all microphones.
  package static let errorLimits = (gain: 0.1, delay: 1.0)
  /// A place is proposed if its standard deviation is at most this part of the tolerance's.
  static let placeShare = 0.7

  /// True if the sounds arrived with hardly an echo: nearly all were usable, and fit.
  var isOfDirectSound: Bool {
    after.delay <= Self.mostEcho && 4 * unused.count <= used.count
  }

  /// Microseconds: a larger misfit is due to echoes.
  private static let mostEcho = 3.0

  /// True if every microphone keeps its channel.
  ///
  /// ``before`` says little after a change of channels: a rotated square board also fits, with sounds from elsewhere.
  package var keepsChannels: Bool {
    zip(microphones, board.microphones).allSatisfy { $0.channel == $1.channel }
  }

  /// True if gains are known well enough to be proposed.
  package var knowsGains: Bool {
    microphones.allSatisfy { $0.gain.error <= Self.errorLimits.gain }
  }

  /// True if delays are known well enough to be proposed.
  package var knowsDelays: Bool {
    microphones.allSatisfy { $0.delay.error <= Self.errorLimits.delay }
  }

  /// True if all results are equal.
  package static func == (a: ArrayCalibration, b: ArrayCalibration) -> Bool {
    a.board == b.board && a.microphones == b.microphones && a.before == b.before
      && a.after == b.after && a.used == b.used && a.unused == b.unused
      && a.mapMargin == b.mapMargin && a.unsure == b.unsure && a.stretch == b.stretch
      && a.hasBody == b.hasBody && a.highest == b.highest
  }
}

extension ArrayCalibration.Microphone {
  /// True if a coordinate of the place is known better than from the board file.
  func knowsPlace(axis: Int) -> Bool {
    offset[axis].error <= ArrayCalibration.placeShare * tolerance
  }
}
