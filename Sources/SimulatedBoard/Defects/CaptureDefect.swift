import TOML

/// The defects of the capture device of the hardware: the table `[hardware.capture]` of a scenario.
package struct CaptureDefect: DefectTable, Equatable {
  /// The result of opening it.
  @Key("opening", KeyRule(read: Opening.read)) package var opening = Opening.opens
  /// The channel whose signal each channel of the device gives.
  @Key("channels", KeyRule(read: order)) package var channels: [Int]?
  /// The significant bits of its samples; those below are 0.
  @Key("bits", .whole(1...24, "bits")) package var bits: Int?
  /// The decibels by which all signals are louder, self-noise as well.
  @Key("gain", -120...120, "dB") package var gain = 0.0
  /// Hum of the mains in every microphone.
  @Key("hum", KeyRule(read: Hum.read)) package var hum: Hum?
  /// The parts in a million by which its clock is fast.
  @Key("clock", -50000...50000, "ppm") package var clock = 0.0
  /// The frames that it loses at regular times.
  @Key("gap-every", KeyRule(read: Gaps.read)) package var gaps: Gaps?
  /// The seconds by which the thread that reads it wakes up late, once in ``lateEvery`` wake-ups.
  @Key("late", KeyRule.number(0.01...10000, "ms").map { $0 / 1000 }) package var lateSeconds:
    Double?
  /// The seconds by which that thread wakes up late, as often, while the machine is kept busy.
  @Key("late-busy", KeyRule.number(0.01...10000, "ms").map { $0 / 1000 })
  package var lateSecondsBusy: Double?
  /// The frames of the periods that it grants, regardless of the request.
  @Key("period", .whole(16...65536, "frames")) package var period: Int?
  /// The milliseconds of the buffer that it grants, regardless of the request.
  @Key("buffer", 1...10000, "ms") package var bufferMilliseconds: Double?
  /// The place at which ``channels`` is written.
  package var channelsPlace = Scenario.Place()

  /// The number of wake-ups from one that is late to the next.
  static let lateEvery = 100

  package init() {}

  /// The result of opening the device.
  package enum Opening: Sendable, Equatable {
    /// It is granted.
    case opens
    /// There is no such device.
    case absent
    /// Another process uses it.
    case busy(holder: String?)
    /// It does not support the request.
    case refuses(offered: String)
  }

  /// Gaps of lost frames at regular times.
  package struct Gaps: Sendable, Equatable {
    /// The seconds from one gap to the next.
    package var every: Double
    /// The seconds that each gap lasts.
    package var length: Double

    /// Gaps from their parts.
    package init(every: Double, length: Double) {
      (self.every, self.length) = (every, length)
    }
  }
}

extension CaptureDefect: CustomStringConvertible {
  /// The defects by which the signals differ from those that the filters expect, in a few words; empty when there are
  /// none.
  package var description: String {
    var words: [String] = []
    if channels != nil { words.append("another order of channels") }
    if let bits { words.append("\(bits) bits") }
    if gain != 0 { words.append("another gain") }
    if hum != nil { words.append("hum") }
    if clock != 0 { words.append("a clock at another rate") }
    if gaps != nil { words.append("lost frames") }
    return words.isEmpty ? "" : "capture device: " + words.joined(separator: ", ")
  }
}

extension Scenario {
  /// The frames that the capture device really gives per second, at a rate of `nominal`.
  func framesPerSecond(_ nominal: Int) -> Double {
    Double(nominal) * (1 + (hardware?.capture?.clock ?? 0) * 1e-6)
  }
}
