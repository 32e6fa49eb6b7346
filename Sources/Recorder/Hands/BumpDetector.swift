import Boards

/// Finds bumps in the readings of an accelerometer: its length leaves what it was, whichever way the board is turned.
///
/// Readings come 20 times a second, so a bump that is over within 50 ms may be missed. It is no measure of handling
/// noise, but a place to look for it.
struct BumpDetector: Sendable, Equatable {
  /// The change of length in g that is a bump: more than a hand that turns the board does.
  private static let threshold = 0.12
  /// The share of a reading in the mean that follows: half a second of readings.
  private static let share = 0.1
  /// Seconds between two bumps that are told.
  private static let restSeconds = 1.0

  private var mean: Double?
  private var last = -Double.infinity

  /// Takes a reading in g; true for a bump.
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
