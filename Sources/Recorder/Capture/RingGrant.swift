/// The length of the raw ring: the one that is wanted, and the one that the memory allows.
///
/// A ring that takes the last of the memory ends the recorder, or slows the card that is to be written: the kernel
/// keeps data that is not written yet in memory too.
struct RingGrant: Equatable {
  /// Frames for the pre-roll and the stalls of the storage that are to be survived.
  let preferred: Int
  /// Frames that the ring has.
  let actual: Int

  /// The lengths for a device.
  ///
  /// - Parameters:
  ///   - seconds: of history that are wanted.
  ///   - available: bytes of memory that can be had without harm to others; `nil` when that is not known.
  init(seconds: Double, grant: CaptureGrant, available: Int?) {
    preferred = Int(seconds * Double(grant.rate)) + grant.buffer
    let least = min(preferred, Int(Self.leastSeconds * Double(grant.rate)) + grant.buffer)
    let frameBytes = grant.channels * MemoryLayout<Int32>.size
    let most = available.map { Int(Double($0) * Self.share) / frameBytes } ?? preferred
    actual = max(least, min(preferred, most))
  }

  /// The part of the memory that the ring may take.
  private static let share = 0.5
  /// The fewest seconds with which a take can be made: a card may take one second for a sync, and a press may be held
  /// for some.
  private static let leastSeconds = 4.0
}
