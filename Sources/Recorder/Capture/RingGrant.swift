/// The desired length of the raw ring, and the actual length, which memory may limit.
///
/// If the ring took the last of the memory, the system would kill the recorder, or the card would become slow, because
/// the kernel also keeps unwritten data in memory.
struct RingGrant: Equatable {
  /// The desired length in frames: enough for the pre-roll and for the longest stall of the storage that should cause
  /// no loss.
  let preferred: Int
  /// The actual length in frames.
  let actual: Int

  /// Chooses the lengths for the settings that a device granted.
  ///
  /// - Parameters:
  ///   - seconds: the desired history.
  ///   - available: the bytes of memory that can be taken without harm to other programs; `nil` if unknown.
  init(seconds: Double, grant: CaptureGrant, available: Int?) {
    preferred = Int(seconds * Double(grant.rate)) + grant.buffer
    let least = min(preferred, Int(Self.leastSeconds * Double(grant.rate)) + grant.buffer)
    let frameBytes = grant.channels * MemoryLayout<Int32>.size
    let most = available.map { Int(Double($0) * Self.share) / frameBytes } ?? preferred
    actual = max(least, min(preferred, most))
  }

  /// The fraction of the available memory that the ring may take.
  private static let share = 0.5
  /// The fewest seconds with which a take is possible: a sync of the card may take a second, and a button may be held
  /// down for seconds.
  private static let leastSeconds = 4.0
}
