import TOML

/// The defects of the capture device: the table `[hardware.capture]` of a scenario.
package struct CaptureDefect: DefectTable, Equatable {
  /// The result of opening the device.
  @Key("opening", KeyRule(read: Opening.read)) package var opening = Opening.opens
  /// For each channel of the device, the channel from which it takes its samples.
  @Key("channels", KeyRule(read: order)) package var channels: [Int]?
  /// The number of significant bits in a sample; the lower bits are 0.
  @Key("bits", .whole(1...24, "bits")) package var bits: Int?
  /// The gain applied to all signals in decibels, including self-noise.
  @Key("gain", -120...120, "dB") package var gain = 0.0
  /// The mains hum that all microphones pick up.
  @Key("hum", KeyRule(read: Hum.read)) package var hum: Hum?
  /// The deviation of the device's clock from its nominal speed, in parts per million; positive if it is fast.
  @Key("clock", -50000...50000, "ppm") package var clock = 0.0
  /// The frames lost at regular intervals.
  @Key("gap-every", KeyRule(read: Gaps.read)) package var gaps: Gaps?
  /// The delay in seconds of those wake-ups of the reading thread that are late: one in every ``lateEvery``.
  @Key("late", KeyRule.number(0.01...10000, "ms").map { $0 / 1000 }) package var lateSeconds:
    Double?
  /// The delay in seconds of the late wake-ups while the machine is kept busy.
  @Key("late-busy", KeyRule.number(0.01...10000, "ms").map { $0 / 1000 })
  package var lateSecondsBusy: Double?
  /// The frames per period that the device grants, regardless of the request.
  @Key("period", .whole(16...65536, "frames")) package var period: Int?
  /// The buffer that the device grants, in milliseconds, regardless of the request.
  @Key("buffer", 1...10000, "ms") package var bufferMilliseconds: Double?
  /// The position of ``channels`` in the file.
  package var channelsPlace = Scenario.Place()

  /// The number of wake-ups from one late one to the next.
  static let lateEvery = 100

  package init() {}

  /// The result of opening the device.
  package enum Opening: Sendable, Equatable {
    /// The device opens.
    case opens
    /// The device does not exist.
    case absent
    /// Another process uses the device.
    case busy(holder: String?)
    /// The device does not support the request.
    case refuses(offered: String)
  }

  /// Gaps of lost frames at regular intervals.
  package struct Gaps: Sendable, Equatable {
    /// The seconds from one gap to the next.
    package var every: Double
    /// The duration of each gap in seconds.
    package var length: Double

    /// Gaps from their parts.
    package init(every: Double, length: Double) {
      (self.every, self.length) = (every, length)
    }
  }
}

extension CaptureDefect: CustomStringConvertible {
  /// The defects that make the signals differ from those for which the filters were designed, in a few words; empty if
  /// there are none.
  package var description: String {
    var words: [String] = []
    if channels != nil { words.append("a different order of channels") }
    if let bits { words.append("\(bits) bits") }
    if gain != 0 { words.append("a different gain") }
    if hum != nil { words.append("hum") }
    if clock != 0 { words.append("a clock at a different rate") }
    if gaps != nil { words.append("lost frames") }
    return words.isEmpty ? "" : "capture device: " + words.joined(separator: ", ")
  }
}

extension Scenario {
  /// The actual frames per second of the capture device, if its nominal rate is `nominal`.
  func framesPerSecond(_ nominal: Int) -> Double {
    Double(nominal) * (1 + (hardware?.capture?.clock ?? 0) * 1e-6)
  }
}
