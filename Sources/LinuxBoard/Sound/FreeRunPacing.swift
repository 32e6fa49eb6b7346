/// Makes a device without a clock as slow as one that has it.
///
/// A plugin over nothing, such as `file` over `null`, gives frames as fast as they are taken; taken without pace they
/// would fill the ring at once.
struct FreeRunPacing: Equatable {
  private let rate: Double
  private let period: Int
  private let wakeFrames: Int

  /// A pace of so many frames per second, in periods.
  ///
  /// - Parameter wakeFrames: frames that are waited for; a period where it is not said.
  init(rate: Double, period: Int, wakeFrames: Int? = nil) {
    self.wakeFrames = wakeFrames ?? period
    self.rate = rate
    self.period = period
  }

  /// Whether a stream that was started so long ago and already gives so many frames has no clock.
  ///
  /// A device with a clock gives what time allows, by its own pace, and rounded up to a period.
  func isFreeRunning(waiting: Int, elapsed: Double) -> Bool {
    Double(waiting) > elapsed * rate * 1.5 + Double(2 * period)
  }

  /// Frames that a device with a clock would have captured and that were not taken yet.
  func due(elapsed: Double, taken: Int) -> Int { max(Int(elapsed * rate) - taken, 0) }

  /// Seconds until the frames of a wake-up are due.
  func secondsToWake(elapsed: Double, taken: Int) -> Double {
    max(Double(taken + wakeFrames) / rate - elapsed, 0)
  }
}
