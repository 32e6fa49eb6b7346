import Synchronization

/// The mean squares of one channel, as in a sound level meter, full scale 1.
///
/// They convert to pressures with the sensitivity of its microphone, which this module does not know.
public struct SoundLevelReading: Sendable, Equatable {
  /// With time weighting F (125 ms), unweighted (from 10 Hz).
  public var fast = 0.0
  /// With time weighting F, A-weighted.
  public var fastA = 0.0
  /// The sum over all frames since the writer was made, unweighted (from 10 Hz).
  public var sum = 0.0
  /// The same sum, A-weighted.
  public var sumA = 0.0

  /// A reading of silence.
  public init() {}
}

/// The published values of one channel: Double bit patterns.
struct SoundLevelCell: ~Copyable {
  let fast = Atomic<UInt64>(0)
  let fastA = Atomic<UInt64>(0)
  let sum = Atomic<UInt64>(0)
  let sumA = Atomic<UInt64>(0)
  let frames = Atomic<Int>(0)
}

/// The sound levels of 1 to 32 channels, seen from the reader's side.
///
/// One ``SoundLevelWriter`` publishes and any number of threads read, without waiting, as with ``MeterBank``.
public final class SoundLevelBank: Sendable {
  /// The number of metered channels.
  public let channels: Int
  // The pointer never changes, and its target is atomic.
  nonisolated(unsafe) let cells: UnsafeMutablePointer<SoundLevelCell>
  private let memory: Memory

  /// Levels of silence.
  public init(channels: Int) {
    precondition((1...32).contains(channels))
    self.channels = channels
    var memory = Memory()
    cells = memory.allocate(channels)
    for n in 0..<channels { (cells + n).initialize(to: SoundLevelCell()) }
    self.memory = memory
  }

  /// The writing end, to be moved to the one measuring thread.
  ///
  /// - Parameters:
  ///   - rate: frames per second.
  ///   - format: the format of the raw samples.
  public func makeWriter(rate: Double, format: RawFormat) -> SoundLevelWriter {
    SoundLevelWriter(self, rate: rate, format: format)
  }

  /// Frames measured so far.
  public var frames: Int { cells.pointee.frames.load(ordering: .acquiring) }

  /// The reading of one channel now; two values of one reading may be one period apart.
  public func reading(channel: Int) -> SoundLevelReading {
    precondition((0..<channels).contains(channel))
    let cell = cells + channel
    var reading = SoundLevelReading()
    reading.fast = Double(bitPattern: cell.pointee.fast.load(ordering: .relaxed))
    reading.fastA = Double(bitPattern: cell.pointee.fastA.load(ordering: .relaxed))
    reading.sum = Double(bitPattern: cell.pointee.sum.load(ordering: .relaxed))
    reading.sumA = Double(bitPattern: cell.pointee.sumA.load(ordering: .relaxed))
    return reading
  }

  /// The readings of all channels now.
  public func snapshot() -> [SoundLevelReading] {
    (0..<channels).map { reading(channel: $0) }
  }
}
