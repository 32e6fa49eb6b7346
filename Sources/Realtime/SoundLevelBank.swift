import Synchronization

/// The mean squares of one channel, as a sound level meter forms them, with full scale 1.
///
/// Converting the mean squares to pressures requires the sensitivity of the channel's microphone, which this module
/// does not know.
public struct SoundLevelReading: Sendable, Equatable {
  /// The mean square with time weighting F (125 ms), not A-weighted (from 10 Hz up).
  public var fast = 0.0
  /// The mean square with time weighting F, A-weighted.
  public var fastA = 0.0
  /// The sum of the squares of all frames since the writer was created, not A-weighted (from 10 Hz up).
  public var sum = 0.0
  /// The sum of the squares of all frames since the writer was created, A-weighted.
  public var sumA = 0.0
  /// The number of frames in the sums; frames of a dead microphone do not count.
  public var frames = 0

  /// Creates a reading of silence.
  public init() {}
}

/// The published values of one channel: the bit patterns of Doubles.
struct SoundLevelCell: ~Copyable {
  let fast = Atomic<UInt64>(0)
  let fastA = Atomic<UInt64>(0)
  let sum = Atomic<UInt64>(0)
  let sumA = Atomic<UInt64>(0)
  let frames = Atomic<Int>(0)
}

/// The sound levels of 1 to 32 channels, as their readers see them.
///
/// As with ``MeterBank``, one ``SoundLevelWriter`` publishes, and any number of threads read without waiting.
public final class SoundLevelBank: Sendable {
  /// The number of metered channels.
  public let channels: Int
  // `nonisolated(unsafe)` is safe, because the pointer never changes and points only to atomics.
  nonisolated(unsafe) let cells: UnsafeMutablePointer<SoundLevelCell>
  private let memory: Memory

  /// Creates levels that show silence.
  public init(channels: Int) {
    precondition((1...32).contains(channels))
    self.channels = channels
    var memory = Memory()
    cells = memory.allocate(channels)
    for n in 0..<channels { (cells + n).initialize(to: SoundLevelCell()) }
    self.memory = memory
  }

  /// Creates the writing end, to be moved to the one thread that measures.
  ///
  /// - Parameters:
  ///   - rate: the sample rate in frames per second.
  ///   - format: the format of the raw samples.
  public func makeWriter(rate: Double, format: RawFormat) -> SoundLevelWriter {
    SoundLevelWriter(self, rate: rate, format: format)
  }

  /// The current reading of one channel; two values of one reading may come from consecutive periods.
  public func reading(channel: Int) -> SoundLevelReading {
    precondition((0..<channels).contains(channel))
    let cell = cells + channel
    var reading = SoundLevelReading()
    reading.frames = cell.pointee.frames.load(ordering: .acquiring)
    reading.fast = Double(bitPattern: cell.pointee.fast.load(ordering: .relaxed))
    reading.fastA = Double(bitPattern: cell.pointee.fastA.load(ordering: .relaxed))
    reading.sum = Double(bitPattern: cell.pointee.sum.load(ordering: .relaxed))
    reading.sumA = Double(bitPattern: cell.pointee.sumA.load(ordering: .relaxed))
    return reading
  }

  /// The current readings of all channels.
  public func snapshot() -> [SoundLevelReading] {
    (0..<channels).map { reading(channel: $0) }
  }
}
