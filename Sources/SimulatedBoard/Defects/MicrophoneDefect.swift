/// What is wrong with one microphone of the hardware: a table `[[hardware.microphone]]` of a scenario.
///
/// It comes on top of what the board file corrects and of the errors that are drawn from the seed.
public struct MicrophoneDefect: Sendable, Equatable {
  /// The microphone's name on the board.
  public var name: String
  /// Whether it gives zeros.
  public var isDead = false
  /// What it gives in every frame, full scale 1: a data line that is held.
  public var constant: Double?
  /// Decibels by which its sound is louder; its self-noise stays.
  public var gain = 0.0
  /// Whether its polarity is the wrong one.
  public var isInverted = false
  /// Seconds by which it is late.
  public var delay = 0.0
  /// What is added to every frame, full scale 1.
  public var offset = 0.0
  /// Hum of the mains that it alone has.
  public var hum: Hum?
  /// Its self-noise in dBFS(A), instead of the board's.
  public var noise: Double?
  /// dBFS of a sine wave that just reaches the ends of its amplifier.
  public var clip: Double?
  /// A bit of its words that never moves.
  public var stuckBit: StuckBit?
  /// The microphone whose words it gives instead of its own.
  public var original: String?
  /// Where ``name`` is written.
  public var place = Scenario.Place()
  /// Where ``stuckBit`` is written.
  public var stuckBitPlace = Scenario.Place()
  /// Where ``original`` is written.
  public var originalPlace = Scenario.Place()

  /// A microphone that nothing is wrong with yet.
  public init(name: String) {
    self.name = name
  }

  /// A bit that never moves.
  public struct StuckBit: Sendable, Equatable {
    /// Which one, from the sign at 1.
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
  /// dBFS of all lines together; a full-scale sine wave has 0.
  public var level: Double
  /// 50 or 60 Hz.
  public var mains: Double

  /// Hum of a level.
  public init(level: Double, mains: Double = 50) {
    self.level = level
    self.mains = mains
  }
}

extension MicrophoneDefect: CustomStringConvertible {
  /// What ``HardwareDifference`` does not measure, in a few words; empty when there is nothing.
  public var description: String {
    var words: [String] = []
    if isDead { words.append("dead") }
    if constant != nil { words.append("held at one word") }
    if offset != 0 { words.append("an offset") }
    if hum != nil { words.append("hum") }
    if noise != nil { words.append("another self-noise") }
    if clip != nil { words.append("peaks cut off") }
    if let stuckBit { words.append("bit \(stuckBit.bit) held") }
    if let original { words.append("a copy of \(original)") }
    return words.isEmpty ? "" : "\(name): " + words.joined(separator: ", ")
  }
}
