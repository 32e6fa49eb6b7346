import TOML

/// The defects of one microphone: a table `[[hardware.microphone]]` of a scenario.
///
/// These defects add to the errors that the board file corrects, and to the random errors.
package struct MicrophoneDefect: DefectTable, Equatable {
  /// The microphone's name on the board.
  @Key("name", .text(example: "\"MIC2\""), isRequired: true) package var name = ""
  /// True if the microphone delivers only zeros.
  @Key("dead", .fact) package var isDead = false
  /// The constant value that the microphone delivers, as a fraction of full scale, as if the data line were stuck.
  @Key("constant", -1...1, "of full scale") package var constant: Double?
  /// The gain of the microphone's signal in decibels; the microphone's self-noise stays the same.
  @Key("gain", -120...60, "dB") package var gain = 0.0
  /// True if the microphone's polarity is wrong.
  @Key("inverted", .fact) package var isInverted = false
  /// The delay of the microphone's signal in seconds.
  @Key("delay", KeyRule.number(-1000...1000, "us").map { $0 * 1e-6 }) package var delay = 0.0
  /// The offset added to every sample, as a fraction of full scale.
  @Key("offset", -1...1, "of full scale") package var offset = 0.0
  /// The mains hum in this microphone alone.
  @Key("hum", KeyRule(read: Hum.read)) package var hum: Hum?
  /// The self-noise in dBFS(A), which replaces the board's value.
  @Key("noise", -160...0, "dBFS(A)") package var noise: Double?
  /// The clipping level: the level, in dBFS, of a sine wave that just reaches the limits of the microphone's
  /// amplifier.
  @Key("clip", -120...0, "dBFS") package var clip: Double?
  /// The bit of the samples that never changes.
  @Key("stuck-bit", KeyRule(read: StuckBit.read)) package var stuckBit: StuckBit?
  /// The name of the microphone whose samples this microphone delivers in place of its own.
  @Key("copy-of", .string) package var original: String?
  /// The position of ``name`` in the file.
  package var place = Scenario.Place()
  /// The position of ``stuckBit`` in the file.
  package var stuckBitPlace = Scenario.Place()
  /// The position of ``original`` in the file.
  package var originalPlace = Scenario.Place()

  package init() {}

  /// Creates a microphone without defects.
  package init(name: String) {
    self.name = name
  }

  /// A bit that never changes.
  package struct StuckBit: Sendable, Equatable {
    /// The number of the bit, counted from 1 for the sign bit.
    package var bit: Int
    /// True if the bit is always 1, false if it is always 0.
    package var isOne: Bool

    /// Creates a bit that is stuck at a level.
    package init(bit: Int, isOne: Bool = false) {
      (self.bit, self.isOne) = (bit, isOne)
    }
  }
}

/// Mains hum, which consists of the mains frequency and multiples of it.
package struct Hum: Sendable, Equatable {
  /// The total level of all spectral lines in dBFS; a full-scale sine wave has 0 dBFS.
  package var level: Double
  /// The mains frequency: 50 or 60 Hz.
  package var mains: Double

  /// Creates hum with a level and a mains frequency.
  package init(level: Double, mains: Double = 50) {
    (self.level, self.mains) = (level, mains)
  }
}

extension MicrophoneDefect: CustomStringConvertible {
  /// A short description of the defects that ``HardwareDifference`` does not cover; empty if there
  /// are none.
  package var description: String {
    var words: [String] = []
    if isDead { words.append("dead") }
    if constant != nil { words.append("held at one value") }
    if offset != 0 { words.append("an offset") }
    if hum != nil { words.append("hum") }
    if noise != nil { words.append("a different self-noise") }
    if clip != nil { words.append("peaks cut off") }
    if let stuckBit { words.append("bit \(stuckBit.bit) stuck") }
    if let original { words.append("a copy of \(original)") }
    return words.isEmpty ? "" : "\(name): " + words.joined(separator: ", ")
  }
}
