import TOML

/// The defects of one microphone of the hardware: a table `[[hardware.microphone]]` of a scenario.
///
/// They add to the errors that the board file corrects and to those that are drawn from the seed.
package struct MicrophoneDefect: DefectTable, Equatable {
  /// The microphone's name on the board.
  @Key("name", .text(example: "\"MIC2\""), isRequired: true) package var name = ""
  /// True when it gives zeros.
  @Key("dead", .fact) package var isDead = false
  /// The value that it gives in every frame, full scale 1: a data line that is held.
  @Key("constant", -1...1, "of full scale") package var constant: Double?
  /// The decibels by which its signal is louder; its self-noise stays.
  @Key("gain", -120...60, "dB") package var gain = 0.0
  /// True when its polarity is wrong.
  @Key("inverted", .fact) package var isInverted = false
  /// The seconds by which it is late.
  @Key("delay", KeyRule.number(-1000...1000, "us").map { $0 * 1e-6 }) package var delay = 0.0
  /// The offset that is added to every frame, full scale 1.
  @Key("offset", -1...1, "of full scale") package var offset = 0.0
  /// The hum of the mains in this microphone alone.
  @Key("hum", KeyRule(read: Hum.read)) package var hum: Hum?
  /// Its self-noise in dBFS(A), instead of the board's.
  @Key("noise", -160...0, "dBFS(A)") package var noise: Double?
  /// The clipping level: dBFS of a sine wave that just reaches the limits of its amplifier.
  @Key("clip", -120...0, "dBFS") package var clip: Double?
  /// A bit of its samples that never changes.
  @Key("stuck-bit", KeyRule(read: StuckBit.read)) package var stuckBit: StuckBit?
  /// The microphone whose samples it gives instead of its own.
  @Key("copy-of", .string) package var original: String?
  /// The place at which ``name`` is written.
  package var place = Scenario.Place()
  /// The place at which ``stuckBit`` is written.
  package var stuckBitPlace = Scenario.Place()
  /// The place at which ``original`` is written.
  package var originalPlace = Scenario.Place()

  package init() {}

  /// A microphone without defects.
  package init(name: String) {
    self.name = name
  }

  /// A bit that never changes.
  package struct StuckBit: Sendable, Equatable {
    /// The number of the bit, counted from the sign at 1.
    package var bit: Int
    /// Its level.
    package var isOne: Bool

    /// A bit and its level.
    package init(bit: Int, isOne: Bool = false) {
      (self.bit, self.isOne) = (bit, isOne)
    }
  }
}

/// Hum of the mains: its frequency and multiples of it.
package struct Hum: Sendable, Equatable {
  /// The level of all spectral lines together in dBFS; a full-scale sine wave has 0.
  package var level: Double
  /// The frequency of the mains: 50 or 60 Hz.
  package var mains: Double

  /// Hum of a level.
  package init(level: Double, mains: Double = 50) {
    (self.level, self.mains) = (level, mains)
  }
}

extension MicrophoneDefect: CustomStringConvertible {
  /// The defects that ``HardwareDifference`` does not measure, in a few words; empty when there are none.
  package var description: String {
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
