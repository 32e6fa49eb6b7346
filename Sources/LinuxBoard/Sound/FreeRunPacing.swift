/// Paces a device without a clock like one with a clock.
///
/// A plugin over nothing, such as `file` over `null`, gives frames as fast as they are taken; unpaced, they would fill
/// the ring at once.
struct FreeRunPacing: Equatable {
  private let rate: Double
  private let period: Int
  private let wakeFrames: Int

  /// Pacing at a rate in frames per second, in periods.
  ///
  /// - Parameter wakeFrames: the frames per wake-up; `nil` for a period.
  init(rate: Double, period: Int, wakeFrames: Int? = nil) {
    self.wakeFrames = wakeFrames ?? period
    self.rate = rate
    self.period = period
  }

  /// True if a stream that already gives `waiting` frames after `elapsed` seconds has no clock.
  ///
  /// A device with a clock gives only the frames of its own clock, rounded up to a period.
  func isFreeRunning(waiting: Int, elapsed: Double) -> Bool {
    Double(waiting) > elapsed * rate * 1.5 + Double(2 * period)
  }

  /// The number of frames that a device with a clock would have captured and that were not taken yet.
  func due(elapsed: Double, taken: Int) -> Int { max(Int(elapsed * rate) - taken, 0) }

  /// The seconds until the frames of a wake-up are due.
  func secondsToWake(elapsed: Double, taken: Int) -> Double {
    max(Double(taken + wakeFrames) / rate - elapsed, 0)
  }
}
