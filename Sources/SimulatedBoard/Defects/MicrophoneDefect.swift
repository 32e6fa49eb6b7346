/// The defects of one microphone of the hardware: a table `[[hardware.microphone]]` of a scenario.
///
/// They add to the errors that the board file corrects and to those that are drawn from the seed.
public struct MicrophoneDefect: Sendable, Equatable {
  /// The microphone's name on the board.
  public var name: String
  /// True when it gives zeros.
  public var isDead = false
  /// The value that it gives in every frame, full scale 1: a data line that is held.
  public var constant: Double?
  /// The decibels by which its signal is louder; its self-noise stays.
  public var gain = 0.0
  /// True when its polarity is wrong.
  public var isInverted = false
  /// The seconds by which it is late.
  public var delay = 0.0
  /// The offset that is added to every frame, full scale 1.
  public var offset = 0.0
  /// The hum of the mains in this microphone alone.
  public var hum: Hum?
  /// Its self-noise in dBFS(A), instead of the board's.
  public var noise: Double?
  /// The clipping level: dBFS of a sine wave that just reaches the limits of its amplifier.
  public var clip: Double?
  /// A bit of its samples that never changes.
  public var stuckBit: StuckBit?
  /// The microphone whose samples it gives instead of its own.
  public var original: String?
  /// The place at which ``name`` is written.
  public var place = Scenario.Place()
  /// The place at which ``stuckBit`` is written.
  public var stuckBitPlace = Scenario.Place()
  /// The place at which ``original`` is written.
  public var originalPlace = Scenario.Place()

  /// A microphone without defects.
  public init(name: String) {
    self.name = name
  }

  /// A bit that never changes.
  public struct StuckBit: Sendable, Equatable {
    /// The number of the bit, counted from the sign at 1.
    public var bit: Int
    /// Its level.
    public var isOne: Bool

    /// A bit and its level.
    public init(bit: Int, isOne: Bool = false) {
      self.bit = bit
      self.isOne = isOne
    }
  }
}

/// Hum of the mains: its frequency and multiples of it.
public struct Hum: Sendable, Equatable {
  /// The level of all spectral lines together in dBFS; a full-scale sine wave has 0.
  public var level: Double
  /// The frequency of the mains: 50 or 60 Hz.
  public var mains: Double

  /// Hum of a level.
  public init(level: Double, mains: Double = 50) {
    self.level = level
    self.mains = mains
  }
}

extension MicrophoneDefect: CustomStringConvertible {
  /// The defects that ``HardwareDifference`` does not measure, in a few words; empty when there are none.
  public var description: String {
    var words: [String] = []
    if isDead { words.append("dead") }
    if constant != nil { words.append("held at one value") }
    if offset != 0 { words.append("an offset") }
    if hum != nil { words.append("hum") }
    if noise != nil { words.append("another self-noise") }
    if clip != nil { words.append("peaks cut off") }
    if let stuckBit { words.append("bit \(stuckBit.bit) held") }
    if let original { words.append("a copy of \(original)") }
    return words.isEmpty ? "" : "\(name): " + words.joined(separator: ", ")
  }
}
