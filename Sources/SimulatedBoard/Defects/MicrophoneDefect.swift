import TOML

/// The defects of one microphone: a table `[[hardware.microphone]]` of a scenario.
///
/// They add to the errors that the board file corrects and to the random errors.
package struct MicrophoneDefect: DefectTable, Equatable {
  /// The microphone's name on the board.
  @Key("name", .text(example: "\"MIC2\""), isRequired: true) package var name = ""
  /// True if it delivers zeros.
  @Key("dead", .fact) package var isDead = false
  /// Its value in every frame, full scale 1: a stuck data line.
  @Key("constant", -1...1, "of full scale") package var constant: Double?
  /// The gain of its signal in decibels; its self-noise stays.
  @Key("gain", -120...60, "dB") package var gain = 0.0
  /// True if its polarity is wrong.
  @Key("inverted", .fact) package var isInverted = false
  /// The delay of its signal in seconds.
  @Key("delay", KeyRule.number(-1000...1000, "us").map { $0 * 1e-6 }) package var delay = 0.0
  /// The offset added to every frame, full scale 1.
  @Key("offset", -1...1, "of full scale") package var offset = 0.0
  /// Mains hum in this microphone alone.
  @Key("hum", KeyRule(read: Hum.read)) package var hum: Hum?
  /// Its self-noise in dBFS(A), instead of the board's.
  @Key("noise", -160...0, "dBFS(A)") package var noise: Double?
  /// The clipping level: dBFS of a sine wave just reaching the limits of its amplifier.
  @Key("clip", -120...0, "dBFS") package var clip: Double?
  /// A bit of its samples that never changes.
  @Key("stuck-bit", KeyRule(read: StuckBit.read)) package var stuckBit: StuckBit?
  /// The microphone whose samples it delivers instead of its own.
  @Key("copy-of", .string) package var original: String?
  /// The position of ``name`` in the file.
  package var place = Scenario.Place()
  /// The position of ``stuckBit`` in the file.
  package var stuckBitPlace = Scenario.Place()
  /// The position of ``original`` in the file.
  package var originalPlace = Scenario.Place()

  package init() {}

  /// A microphone without defects.
  package init(name: String) {
    self.name = name
  }

  /// A bit that never changes.
  package struct StuckBit: Sendable, Equatable {
    /// The number of the bit, starting with 1 for the sign.
    package var bit: Int
    /// Its level.
    package var isOne: Bool

    /// A bit and its level.
    package init(bit: Int, isOne: Bool = false) {
      (self.bit, self.isOne) = (bit, isOne)
    }
  }
}

/// Mains hum: its frequency and multiples of it.
package struct Hum: Sendable, Equatable {
  /// The total level of all spectral lines in dBFS; a full-scale sine wave is 0.
  package var level: Double
  /// The mains frequency: 50 or 60 Hz.
  package var mains: Double

  /// Hum with a level.
  package init(level: Double, mains: Double = 50) {
    (self.level, self.mains) = (level, mains)
  }
}

extension MicrophoneDefect: CustomStringConvertible {
  /// The defects not covered by ``HardwareDifference``, in a few words; empty if there are none.
  package var description: String {
    var words: [String] = []
    if isDead { words.append("dead") }
    if constant != nil { words.append("held at one value") }
    if offset != 0 { words.append("an offset") }
    if hum != nil { words.append("hum") }
    if noise != nil { words.append("a different self-noise") }
    if clip != nil { words.append("peaks cut off") }
    if let stuckBit { words.append("bit \(stuckBit.bit) held") }
    if let original { words.append("a copy of \(original)") }
    return words.isEmpty ? "" : "\(name): " + words.joined(separator: ", ")
  }
}
