/// The length of the raw ring: the desired length, and the length that the memory allows.
///
/// A ring that takes the last of the memory ends the recorder, or slows down the card: the kernel also keeps unwritten
/// data in memory.
struct RingGrant: Equatable {
  /// Frames for the pre-roll and for the storage stalls to be survived.
  let preferred: Int
  /// Frames of the ring.
  let actual: Int

  /// The lengths for a device.
  ///
  /// - Parameters:
  ///   - seconds: desired history.
  ///   - available: bytes of memory available without harm to other programs; `nil` if unknown.
  init(seconds: Double, grant: CaptureGrant, available: Int?) {
    preferred = Int(seconds * Double(grant.rate)) + grant.buffer
    let least = min(preferred, Int(Self.leastSeconds * Double(grant.rate)) + grant.buffer)
    let frameBytes = grant.channels * MemoryLayout<Int32>.size
    let most = available.map { Int(Double($0) * Self.share) / frameBytes } ?? preferred
    actual = max(least, min(preferred, most))
  }

  /// The part of the memory that the ring may take.
  private static let share = 0.5
  /// The fewest seconds that make a take possible: a card may take a second for a sync, and a press may be held for
  /// seconds.
  private static let leastSeconds = 4.0
}
