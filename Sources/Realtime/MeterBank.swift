import Synchronization

/// The published values of one channel: the bit patterns of Floats, and a counter.
struct MeterCell: ~Copyable {
  let peak = Atomic<UInt32>(0)
  let meanSquare = Atomic<UInt32>(0)
  let clippedSamples = Atomic<UInt32>(0)
}

/// The meters of 1 to 32 channels, as their readers see them.
///
/// One ``MeterWriter`` publishes, and any number of threads read without waiting. Readers never reset the bank: each
/// keeps its own state in a ``MeterHold``. The bank is a class because any number of readers share it, and its writer
/// keeps it alive.
public final class MeterBank: Sendable {
  /// The number of metered channels.
  public let channels: Int
  // `nonisolated(unsafe)` is safe, because the pointer never changes and points only to atomics.
  nonisolated(unsafe) let cells: UnsafeMutablePointer<MeterCell>
  private let memory: Memory

  /// Creates meters that show silence.
  public init(channels: Int) {
    precondition((1...32).contains(channels))
    self.channels = channels
    var memory = Memory()
    cells = memory.allocate(channels)
    for n in 0..<channels { (cells + n).initialize(to: MeterCell()) }
    self.memory = memory
  }

  /// Creates the writing end, to be moved to the one thread that measures.
  ///
  /// - Parameters:
  ///   - rate: the sample rate in frames per second.
  ///   - clipLevel: The magnitude from which a sample counts as clipped, see
  ///     ``RawFormat/clipLevel(significantBits:)``.
  public func makeWriter(rate: Double, clipLevel: Float = 1) -> MeterWriter {
    MeterWriter(self, rate: rate, clipLevel: clipLevel)
  }

  /// The current reading of one channel.
  ///
  /// Each value is consistent, but two values of one reading may come from consecutive periods.
  public func reading(channel: Int) -> MeterReading {
    precondition((0..<channels).contains(channel))
    let cell = cells + channel
    return MeterReading(
      peak: Float(bitPattern: cell.pointee.peak.load(ordering: .relaxed)),
      meanSquare: Float(bitPattern: cell.pointee.meanSquare.load(ordering: .relaxed)),
      clippedSamples: cell.pointee.clippedSamples.load(ordering: .relaxed))
  }

  /// The current readings of all channels.
  public func snapshot() -> [MeterReading] {
    (0..<channels).map { reading(channel: $0) }
  }
}
