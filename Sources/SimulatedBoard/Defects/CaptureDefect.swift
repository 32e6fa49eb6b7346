import TOML

/// The defects of the capture device: the table `[hardware.capture]` of a scenario.
package struct CaptureDefect: DefectTable, Equatable {
  /// The result of opening it.
  @Key("opening", KeyRule(read: Opening.read)) package var opening = Opening.opens
  /// The source channel of each channel of the device.
  @Key("channels", KeyRule(read: order)) package var channels: [Int]?
  /// The significant bits of its samples; the lower bits are 0.
  @Key("bits", .whole(1...24, "bits")) package var bits: Int?
  /// The gain of all signals in decibels, including self-noise.
  @Key("gain", -120...120, "dB") package var gain = 0.0
  /// Mains hum in every microphone.
  @Key("hum", KeyRule(read: Hum.read)) package var hum: Hum?
  /// How fast its clock runs, in parts per million.
  @Key("clock", -50000...50000, "ppm") package var clock = 0.0
  /// The frames lost at regular intervals.
  @Key("gap-every", KeyRule(read: Gaps.read)) package var gaps: Gaps?
  /// The delay in seconds of late wake-ups of the reading thread: one in ``lateEvery``.
  @Key("late", KeyRule.number(0.01...10000, "ms").map { $0 / 1000 }) package var lateSeconds:
    Double?
  /// The delay in seconds of the same wake-ups while the machine is kept busy.
  @Key("late-busy", KeyRule.number(0.01...10000, "ms").map { $0 / 1000 })
  package var lateSecondsBusy: Double?
  /// The granted frames per period, regardless of the request.
  @Key("period", .whole(16...65536, "frames")) package var period: Int?
  /// The granted buffer in milliseconds, regardless of the request.
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
    /// There is no such device.
    case absent
    /// Another process uses it.
    case busy(holder: String?)
    /// It does not support the request.
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
  /// The defects that make the signals differ from those expected by the filters, in a few words; empty if there are
  /// none.
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
  /// The actual frames per second of the capture device, at a rate of `nominal`.
  func framesPerSecond(_ nominal: Int) -> Double {
    Double(nominal) * (1 + (hardware?.capture?.clock ?? 0) * 1e-6)
  }
}
