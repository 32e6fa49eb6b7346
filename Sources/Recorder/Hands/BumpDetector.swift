import Boards

/// Finds bumps in accelerometer readings, by changes in the length of the vector, which does not depend on how the
/// board is turned.
///
/// Readings come 20 times a second, so a bump that is over within 50 ms may be missed. The detector does not measure
/// handling noise, but shows where to listen for it.
struct BumpDetector: Sendable, Equatable {
  /// The change of length, in g, that counts as a bump; turning the board by hand causes less.
  private static let threshold = 0.12
  /// The weight of a new reading in the running mean, which thus extends over half a second of readings.
  private static let share = 0.1
  /// The shortest time between two reported bumps, in seconds.
  private static let restSeconds = 1.0

  private var mean: Double?
  private var last = -Double.infinity

  /// Takes a reading in g; returns true if it shows a bump.
  mutating func hear(_ acceleration: Vector3?, _ now: Double) -> Bool {
    guard let acceleration else {
      mean = nil
      return false
    }
    let length = acceleration.length
    guard let mean else {
      self.mean = length
      return false
    }
    self.mean = mean + Self.share * (length - mean)
    guard abs(length - mean) > Self.threshold, now - last >= Self.restSeconds else { return false }
    last = now
    return true
  }
}
