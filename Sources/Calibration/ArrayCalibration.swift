import Boards

/// The channel, polarity, gain, delay and place of each microphone of a board, measured from sounds around it.
///
/// **What can be known.** Sounds from unknown directions determine an array except for a rotation (and a mirror image
/// for a flat one): a round array with channels rotated by one place looks like the same array with all sounds rotated.
/// So the directions must be known roughly, to some 15 degrees each, and from several sides; that settles the map of
/// channels. Polarity shows at low frequencies, at which all microphones share the pressure; that of all of them
/// together cannot be known from unknown sounds, so as few as possible are changed. Gains are relative, from levels
/// below half a wavelength of the board, corrected for the loss over distance. Delays are relative too. Along a flat
/// array or a row they are told apart from directions only because no sound is farther to the side than the side
/// itself. So delays need sounds in the plane of the microphones, from both ends of every axis, a few from each side.
/// Without those the standard errors are large, and no delays are proposed. Places are moved within their tolerance; a
/// shift and a rotation of the whole array stay as in the board file.
///
/// Where the sounds leave the channels of some microphones open (of two above one another, by sounds at their height),
/// the order of the board file is taken if it is a likely one, and a note says so.
///
/// **What is assumed.** The direct sound arrives first and loudest: outdoors, or in a room with sounds within some 1.5
/// m. Where echoes disturb whole sounds, the first milliseconds of each are compared (``SoundStretch``). The speed of
/// sound is 343 m/s; a degree Celsius of error is 0.2 % of all distances, and cancels in delays when sounds come from
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

  /// The result for one microphone; gains and delays are stated as in a board file.
  package struct Microphone: Sendable, Equatable {
    /// Its name.
    package let name: String
    /// The channel that carries this microphone.
    package let channel: Int
    /// True when that channel has to be inverted.
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
  /// The misfit to the board file as it is, with the sounds moved to fit it best; `nil` when it names channels that
  /// hear nothing.
  package let before: Misfit?
  /// The misfit to the result.
  package let after: Misfit
  /// The sounds that were used, by name.
  package let used: [String]
  /// The sounds that were not used: not heard in all channels, or unlike all others.
  package let unused: [String]
  /// The natural logarithm of the odds of the channel map against the next best one; not above 8 when the order of the
  /// board file was believed.
  package let mapMargin: Double
  /// The microphones whose channels follow from the board file, and not from the sounds: indices.
  package internal(set) var unsure: [Int] = []
  /// The channels that the sounds leave to those microphones; more than microphones when a channel without one hears
  /// the same as one of them.
  package internal(set) var unsureChannels: [Int] = []
  /// The part of every sound that was compared.
  var stretch = SoundStretch.whole
  /// True when a body was in the model.
  package let hasBody: Bool
  /// The frequencies up to which delays and levels were compared, in hertz.
  package let highest: (delays: Double, levels: Double)

  /// Decibels and microseconds: values are proposed when their standard deviations are at most this for all
  /// microphones.
  package static let errorLimits = (gain: 0.1, delay: 1.0)
  /// A place is proposed when its standard deviation is at most this part of the tolerance's.
  static let placeShare = 0.7

  /// True when the sounds arrived with hardly an echo: nearly all could be used, and fit.
  var isOfDirectSound: Bool {
    after.delay <= Self.mostEcho && 4 * unused.count <= used.count
  }

  /// Microseconds: a misfit above this is that of echoes.
  private static let mostEcho = 3.0

  /// True when every microphone keeps its channel.
  ///
  /// ``before`` tells little after a change of channels: a square board that is turned also fits, with sounds from
  /// elsewhere.
  package var keepsChannels: Bool {
    zip(microphones, board.microphones).allSatisfy { $0.channel == $1.channel }
  }

  /// True when gains are known well enough to propose them.
  package var knowsGains: Bool {
    microphones.allSatisfy { $0.gain.error <= Self.errorLimits.gain }
  }

  /// True when delays are known well enough to propose them.
  package var knowsDelays: Bool {
    microphones.allSatisfy { $0.delay.error <= Self.errorLimits.delay }
  }

  /// True when all results are equal.
  package static func == (a: ArrayCalibration, b: ArrayCalibration) -> Bool {
    a.board == b.board && a.microphones == b.microphones && a.before == b.before
      && a.after == b.after && a.used == b.used && a.unused == b.unused
      && a.mapMargin == b.mapMargin && a.unsure == b.unsure && a.stretch == b.stretch
      && a.hasBody == b.hasBody && a.highest == b.highest
  }
}

extension ArrayCalibration.Microphone {
  /// True when a part of the place is known better than from the board file.
  func knowsPlace(axis: Int) -> Bool {
    offset[axis].error <= ArrayCalibration.placeShare * tolerance
  }
}
