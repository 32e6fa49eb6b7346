import Boards

/// What sounds around a board say about its microphones: which channel each has, polarity, gain, delay and place.
///
/// **What can be known.** Sounds whose directions nobody knows determine an array but for a rotation (and a mirror image
/// for a flat one): a round array with channels rotated by one place looks like the same array with all sounds rotated.
/// So the directions must be known roughly, to some 15 degrees each, and from several sides; that settles the map of
/// channels. Polarity shows at low frequencies, at which all microphones share the pressure; that of all of them together
/// cannot be known from sounds nobody knows, so as few as possible are changed. Gains are relative, from levels below
/// half a wavelength of the board, with the loss over distance taken out. Delays are relative too. Along a flat array or
/// a row they are told from directions only because no sound is farther to the side than the side itself: sounds in the
/// plane of the microphones, from both ends of every axis, a few from each side, are what delays need. Without those the
/// standard errors say so, and no delays are proposed. Places are moved within their tolerance; a shift and a rotation of
/// the whole array stay what the board file says.
///
/// **What is assumed.** The direct sound is what arrives first and loudest: outdoors, or in a furnished room with sounds
/// within some 1.5 m. The speed of sound is 343 m/s; a degree Celsius of error is 0.2 % of all distances, and cancels in
/// delays when sounds come from opposite sides. On a body without responses, free field is assumed below half a
/// wavelength.
///
/// - Source: Y. Rockah and P. Schultheiss, "Array shape calibration using sources in unknown locations", parts I and II,
///   IEEE Trans. ASSP 35, 1987; for time delays see ``Arrival``.
public struct ArrayCalibration: Sendable, Equatable {
  /// A number that was measured, with one standard deviation.
  public struct Estimate: Sendable, Equatable {
    /// What was measured.
    public var value: Double
    /// One standard deviation.
    public var error: Double
  }

  /// What is found for one microphone; gains and delays as a board file states them.
  public struct Microphone: Sendable, Equatable {
    /// Its name.
    public let name: String
    /// The channel that hears what it should hear.
    public let channel: Int
    /// Whether that channel has to be inverted.
    public let isInverted: Bool
    /// Decibels to add; by the median microphone nothing changes.
    public let gain: Estimate
    /// Microseconds by which the channel is late; by the median microphone nothing changes.
    public let delay: Estimate
    /// Millimetres from its place in the board file: x, y and z.
    public let offset: [Estimate]
    /// The standard deviation of the tolerance of the board file, millimetres per axis.
    public let tolerance: Double
  }

  /// How far arrivals are from what a board file says: roots of the mean squares.
  public struct Misfit: Sendable, Equatable {
    /// Microseconds.
    public let delay: Double
    /// Decibels.
    public let level: Double
  }

  /// The board before.
  public let board: Board
  /// What was found, in the order of the board file.
  public let microphones: [Microphone]
  /// With the board file as it is, wherever the sounds come from then; `nil` when it names channels that hear nothing.
  public let before: Misfit?
  /// With what was found.
  public let after: Misfit
  /// The sounds that were used, by name.
  public let used: [String]
  /// The sounds that were not used: not heard in all channels, or unlike all others.
  public let unused: [String]
  /// The natural logarithm of the odds of the channel map against the next best one.
  public let mapMargin: Double
  /// Whether a body was in the model.
  public let hasBody: Bool
  /// Hertz up to which delays and levels were compared.
  public let highest: (delays: Double, levels: Double)

  /// Decibels and microseconds: a value is proposed when one standard deviation is at most this for all microphones.
  public static let errorLimits = (gain: 0.1, delay: 1.0)
  /// A place is proposed when its standard deviation is at most this part of that of its tolerance.
  static let placeShare = 0.7

  /// Whether every microphone keeps its channel.
  ///
  /// Where channels change, ``before`` says little: a square board that is turned fits sounds from elsewhere as well.
  public var keepsChannels: Bool {
    zip(microphones, board.microphones).allSatisfy { $0.channel == $1.channel }
  }

  /// Whether gains are known well enough to propose them.
  public var knowsGains: Bool {
    microphones.allSatisfy { $0.gain.error <= Self.errorLimits.gain }
  }

  /// Whether delays are known well enough to propose them.
  public var knowsDelays: Bool {
    microphones.allSatisfy { $0.delay.error <= Self.errorLimits.delay }
  }

  /// Equal when everything that was found is.
  public static func == (a: ArrayCalibration, b: ArrayCalibration) -> Bool {
    a.board == b.board && a.microphones == b.microphones && a.before == b.before
      && a.after == b.after && a.used == b.used && a.unused == b.unused
      && a.mapMargin == b.mapMargin && a.hasBody == b.hasBody && a.highest == b.highest
  }
}

extension ArrayCalibration.Microphone {
  /// Whether a part of the place is known better than from the board file.
  func knowsPlace(axis: Int) -> Bool {
    offset[axis].error <= ArrayCalibration.placeShare * tolerance
  }
}
