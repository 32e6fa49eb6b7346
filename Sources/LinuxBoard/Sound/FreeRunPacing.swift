/// Paces a device without a clock as if it had one.
///
/// A plugin that is not connected to hardware, such as `file` over `null`, delivers frames as fast as they are
/// taken; without pacing, they would fill the ring immediately.
struct FreeRunPacing: Equatable {
  private let rate: Double
  private let period: Int
  private let wakeFrames: Int

  /// Creates pacing at a rate in frames per second, with periods of the given size.
  ///
  /// - Parameter wakeFrames: the number of frames per wake-up; `nil` for one period.
  init(rate: Double, period: Int, wakeFrames: Int? = nil) {
    self.wakeFrames = wakeFrames ?? period
    self.rate = rate
    self.period = period
  }

  /// True if a stream that has `waiting` frames ready after `elapsed` seconds has no clock.
  ///
  /// A device with a clock has only as many frames as its clock allows, rounded up to a period.
  func isFreeRunning(waiting: Int, elapsed: Double) -> Bool {
    Double(waiting) > elapsed * rate * 1.5 + Double(2 * period)
  }

  /// The number of frames not yet taken that a device with a clock would have captured by now.
  func due(elapsed: Double, taken: Int) -> Int { max(Int(elapsed * rate) - taken, 0) }

  /// The seconds until the frames of the next wake-up are due.
  func secondsToWake(elapsed: Double, taken: Int) -> Double {
    max(Double(taken + wakeFrames) / rate - elapsed, 0)
  }
}
