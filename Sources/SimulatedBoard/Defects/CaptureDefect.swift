import TOML

/// The defects of the capture device: the table `[hardware.capture]` of a scenario.
package struct CaptureDefect: DefectTable, Equatable {
  /// The result of opening the device.
  @Key("opening", KeyRule(read: Opening.read)) package var opening = Opening.opens
  /// For each channel of the device, the channel whose samples it delivers.
  @Key("channels", KeyRule(read: order)) package var channels: [Int]?
  /// The number of significant bits in a sample; the lower bits are 0.
  @Key("bits", .whole(1...24, "bits")) package var bits: Int?
  /// The gain applied to all signals in decibels, including self-noise.
  @Key("gain", -120...120, "dB") package var gain = 0.0
  /// The mains hum that all microphones pick up.
  @Key("hum", KeyRule(read: Hum.read)) package var hum: Hum?
  /// The deviation of the device's clock from its nominal rate, in parts per million; positive if the clock is
  /// fast.
  @Key("clock", -50000...50000, "ppm") package var clock = 0.0
  /// The frames lost at regular intervals.
  @Key("gap-every", KeyRule(read: Gaps.read)) package var gaps: Gaps?
  /// The delay, in seconds, of a late wake-up of the reading thread; one in every ``lateEvery`` wake-ups is
  /// late.
  @Key("late", KeyRule.number(0.01...10000, "ms").map { $0 / 1000 }) package var lateSeconds:
    Double?
  /// The delay, in seconds, of a late wake-up while the machine is kept busy.
  @Key("late-busy", KeyRule.number(0.01...10000, "ms").map { $0 / 1000 })
  package var lateSecondsBusy: Double?
  /// The period, in frames, that the device grants regardless of the request.
  @Key("period", .whole(16...65536, "frames")) package var period: Int?
  /// The buffer, in milliseconds, that the device grants regardless of the request.
  @Key("buffer", 1...10000, "ms") package var bufferMilliseconds: Double?
  /// The position of ``channels`` in the file.
  package var channelsPlace = Scenario.Place()

  /// The number of wake-ups between one late wake-up and the next.
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
    /// The interval between gaps in seconds.
    package var every: Double
    /// The duration of each gap in seconds.
    package var length: Double

    /// Creates gaps with an interval and a duration.
    package init(every: Double, length: Double) {
      (self.every, self.length) = (every, length)
    }
  }
}

extension CaptureDefect: CustomStringConvertible {
  /// A short description of the defects that make the signals differ from the design of the filters; empty if there
  /// are none.
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
  /// The actual frame rate of a capture device whose nominal rate is `nominal`.
  func framesPerSecond(_ nominal: Int) -> Double {
    Double(nominal) * (1 + (hardware?.capture?.clock ?? 0) * 1e-6)
  }
}
