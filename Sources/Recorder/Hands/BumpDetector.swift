import Boards

/// Finds bumps in accelerometer readings: changes in the vector's length, whichever way the board is turned.
///
/// Readings come 20 times a second, so a bump that is over within 50 ms may be missed. It does not measure handling
/// noise, but shows where to look for it.
struct BumpDetector: Sendable, Equatable {
  /// The change of length in g that counts as a bump: more than a hand causes by turning the board.
  private static let threshold = 0.12
  /// The weight of a new reading in the running mean: half a second of readings.
  private static let share = 0.1
  /// The shortest time between two reported bumps, in seconds.
  private static let restSeconds = 1.0

  private var mean: Double?
  private var last = -Double.infinity

  /// Takes a reading in g; true if it is a bump.
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
