import Boards

/// The channel, polarity, gain, delay and place of each microphone of a board, measured with sounds around the board.
///
/// **Identifiability.** Sounds from unknown directions determine an array except for a rotation (and a flat array also
/// except for a mirror image). For example, a round array whose channels are rotated by one place looks like the same
/// array with all sounds rotated. So the directions must be known roughly, each to within about 15 degrees, and they
/// must lie on several sides; that determines the map of channels. Polarity shows at low frequencies, where all
/// microphones share the pressure. Unknown sounds do not show whether all channels are inverted, so as few microphones
/// as possible are changed. Gains are relative; they follow from the levels at frequencies whose half wavelength is
/// longer than the board, corrected for the loss over distance. Delays are relative too. Along a flat array or a row,
/// delays can be distinguished from directions only because no sound can come from farther to the side than exactly
/// from the side. So delays need sounds in the plane of the microphones from both ends of every axis, several from each
/// end. Without such sounds the standard errors are large, and no delays are proposed. Places are moved within their
/// tolerance; any shift or rotation of the whole array stays as in the board file.
///
/// Sounds may leave the channels of some microphones open: sounds at the height of two microphones that lie one above
/// the other do not distinguish those two. Then the order in the board file is kept if it is likely, and a note says
/// so.
///
/// **Assumptions.** The direct sound arrives first and is the loudest: either outdoors, or in a room with the sounds at
/// most about 1.5 m away. If echoes disturb whole sounds, only the first milliseconds of each sound are compared
/// (``SoundStretch``). The speed of sound is 343 m/s. If the temperature differs by a degree Celsius, all distances are
/// wrong by 0.2 %, but in the delays this error cancels out if sounds come from opposite sides. On a body without
/// responses, a free field is assumed at frequencies whose half wavelength is longer than the board.
///
/// - Source: Y. Rockah and P. Schultheiss, "Array shape calibration using sources in unknown locations", parts I and
///   II, IEEE Trans. ASSP 35, 1987; for time delays, see ``Arrival``.
package struct ArrayCalibration: Sendable, Equatable {
  /// A measured number with its standard deviation.
  package struct Estimate: Sendable, Equatable {
    /// The measured value.
    package var value: Double
    /// One standard deviation.
    package var error: Double
  }

  /// The result for one microphone; gains and delays are the values to be written to a board file.
  package struct Microphone: Sendable, Equatable {
    /// The name of the microphone.
    package let name: String
    /// The channel that carries this microphone.
    package let channel: Int
    /// True if the channel of this microphone must be inverted.
    package let isInverted: Bool
    /// The gain in decibels that must be added; the median change over the microphones is 0.
    package let gain: Estimate
    /// The delay of the channel in microseconds; the median change over the microphones is 0.
    package let delay: Estimate
    /// The distance in millimetres from the place in the board file, along x, y and z.
    package let offset: [Estimate]
    /// The tolerance in the board file, as a standard deviation in millimetres per axis.
    package let tolerance: Double
  }

  /// The deviations of arrivals from those that a model of the board predicts, as root mean squares.
  package struct Misfit: Sendable, Equatable {
    /// The misfit of delays in microseconds.
    package let delay: Double
    /// The misfit of levels in decibels.
    package let level: Double
  }

  /// The board as it was before the calibration.
  package let board: Board
  /// The results for the microphones, in the order of the board file.
  package let microphones: [Microphone]
  /// The misfit of the sounds to the existing board file, with their directions moved to fit it best; `nil` if the file
  /// names channels that hear nothing.
  package let before: Misfit?
  /// The misfit of the sounds to the result.
  package let after: Misfit
  /// The names of the sounds that were used.
  package let used: [String]
  /// The names of the sounds that were not used, because they were not heard in all channels or differ from all others.
  package let unused: [String]
  /// The natural logarithm of the odds of the channel map against the next best map; at most 8 if the order in the
  /// board file was believed.
  package let mapMargin: Double
  /// The indices of the microphones whose channels follow from the board file and not from the sounds.
  package internal(set) var unsure: [Int] = []
  /// The channels that belong to the microphones in ``unsure``, in an order that the sounds leave open.
  ///
  /// There are more channels than microphones if a channel that has no microphone hears the same as one of these
  /// microphones.
  package internal(set) var unsureChannels: [Int] = []
  /// The part of every sound that was compared.
  var stretch = SoundStretch.whole
  /// True if the model includes a body.
  package let hasBody: Bool
  /// The highest frequencies in hertz at which delays and levels were compared.
  package let highest: (delays: Double, levels: Double)

  /// Gains (in decibels) and delays (in microseconds) are proposed only if their standard deviations do not exceed
  /// these limits for any microphone.
  package static let errorLimits = (gain: 0.1, delay: 1.0)
  /// A place is proposed only if its standard deviation is at most this fraction of the tolerance.
  static let placeShare = 0.7

  /// True if the sounds arrived with hardly any echo: nearly all could be used, and they fit.
  var isOfDirectSound: Bool {
    after.delay <= Self.mostEcho && 4 * unused.count <= used.count
  }

  /// The misfit in microseconds above which echoes must be the cause.
  private static let mostEcho = 3.0

  /// True if every microphone keeps its channel.
  ///
  /// After a change of channels, ``before`` says little: a rotated square board fits equally well if the sounds are
  /// assumed to come from elsewhere.
  package var keepsChannels: Bool {
    zip(microphones, board.microphones).allSatisfy { $0.channel == $1.channel }
  }

  /// True if the gains are known well enough to be proposed.
  package var knowsGains: Bool {
    microphones.allSatisfy { $0.gain.error <= Self.errorLimits.gain }
  }

  /// True if the delays are known well enough to be proposed.
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
  /// True if one coordinate of this microphone's place is known better than from the board file.
  func knowsPlace(axis: Int) -> Bool {
    offset[axis].error <= ArrayCalibration.placeShare * tolerance
  }
}
