/// What is wrong with the capture device of the hardware: the table `[hardware.capture]` of a scenario.
public struct CaptureDefect: Sendable, Equatable {
  /// What happens when it is opened.
  public var opening = Opening.opens
  /// For every channel of the device the channel whose sound it gives.
  public var channels: [Int]?
  /// Significant bits of its words; those below are 0.
  public var bits: Int?
  /// Decibels by which everything is louder, self-noise as well.
  public var gain = 0.0
  /// Hum of the mains in every microphone.
  public var hum: Hum?
  /// Parts in a million by which its clock is fast.
  public var clock = 0.0
  /// Frames that it loses again and again.
  public var gaps: Gaps?
  /// Seconds by which the thread that reads it wakes up late, once in ``lateEvery`` times.
  public var lateSeconds: Double?
  /// Seconds by which that thread wakes up late as often while the machine is kept busy.
  public var lateSecondsBusy: Double?
  /// Frames of the periods that it grants, whatever is asked.
  public var period: Int?
  /// Milliseconds of the buffer that it grants, whatever is asked.
  public var bufferMilliseconds: Double?
  /// Where ``channels`` is written.
  public var channelsPlace = Scenario.Place()

  /// How many wake-ups there are from one that is late to the next.
  static let lateEvery = 100

  /// A device that nothing is wrong with yet.
  public init() {}

  /// What happens when the device is opened.
  public enum Opening: Sendable, Equatable {
    /// It is granted.
    case opens
    /// There is no such device.
    case absent
    /// A process has it.
    case busy(holder: String?)
    /// It does not have what is asked.
    case refuses(offered: String)
  }

  /// Frames that are lost at regular times.
  public struct Gaps: Sendable, Equatable {
    /// Seconds from one to the next.
    public var every: Double
    /// Seconds that are lost.
    public var length: Double

    /// Gaps from their parts.
    public init(every: Double, length: Double) {
      self.every = every
      self.length = length
    }
  }
}

extension CaptureDefect: CustomStringConvertible {
  /// What makes another sound than the filters expect, in a few words; empty when there is nothing.
  public var description: String {
    var words: [String] = []
    if channels != nil { words.append("another order of channels") }
    if let bits { words.append("\(bits) bits") }
    if gain != 0 { words.append("another gain") }
    if hum != nil { words.append("hum") }
    if clock != 0 { words.append("a clock that is off") }
    if gaps != nil { words.append("lost frames") }
    return words.isEmpty ? "" : "capture device: " + words.joined(separator: ", ")
  }
}

extension Scenario {
  /// Frames that the capture device really gives in a second where it should give `nominal`.
  func framesPerSecond(_ nominal: Int) -> Double {
    Double(nominal) * (1 + (hardware?.capture?.clock ?? 0) * 1e-6)
  }
}
