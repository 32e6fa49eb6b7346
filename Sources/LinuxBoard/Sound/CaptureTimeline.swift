/// Relates times on the control clock to places on the time line, and so gives the length of a gap when the stream is
/// restarted.
///
/// Frames are found later than they arrive, by the delay of the thread, and by up to a period if the device counts in
/// periods. Therefore only the promptest of the readings in every second counts. The difference between the promptest
/// readings of the first and of the last second of a stream is the drift of the device's clock relative to the control
/// clock. The earlier time line is kept: if one gap is made too long, the next is made shorter, so errors do not add
/// up.
struct CaptureTimeline: Equatable {
  private let rate: Double
  /// The time at which frame 0 of the time line was captured.
  private var origin: Double
  /// The number of frames on the time line so far, whether taken, skipped or lost.
  private var place = 0
  /// The delays of the readings while the stream runs.
  private var delays = PromptLooks()

  /// The time line of a stream that is starting.
  ///
  /// - Parameters:
  ///   - rate: frames per second.
  ///   - start: the time of the start, in seconds of CLOCK_MONOTONIC.
  init(rate: Double, start: Double) {
    self.rate = rate
    origin = start
  }

  /// Notes the number of frames that wait at a time; zero, as from a stalled device, says nothing about the device's
  /// clock.
  mutating func note(time: Double, waiting: Int) {
    guard waiting > 0 else { return }
    delays.note(time - origin - Double(place + waiting) / rate, at: time)
  }

  /// Notes frames that were taken, or were skipped and counted.
  mutating func advance(_ frames: Int) { place += frames }

  /// Returns the number of frames that were lost when the stream restarted.
  ///
  /// Frames that were waiting when the stream stopped are lost, too, so the gap begins after the last frame that was
  /// taken.
  ///
  /// - Parameters:
  ///   - time: the time of the restart, in seconds of CLOCK_MONOTONIC.
  ///   - asleep: the seconds for which the system has slept since the start, while CLOCK_MONOTONIC stood still.
  mutating func restart(at time: Double, asleep: Double) -> Int {
    origin += delays.drift - asleep
    delays = PromptLooks()
    let lost = max(0, Int(((time - origin) * rate).rounded()) - place)
    place += lost
    return lost
  }
}

/// The promptest readings in the first and in the last whole second of a stream.
private struct PromptLooks: Equatable {
  private static let seconds = 1.0
  private var first: Double?
  private var last = 0.0
  private var promptest = Double.infinity
  private var secondBegan: Double?

  /// Notes the delay of a reading.
  mutating func note(_ delay: Double, at time: Double) {
    let began = secondBegan ?? time
    secondBegan = began
    if time - began >= Self.seconds {
      last = promptest
      first = first ?? last
      (promptest, secondBegan) = (.infinity, time)
    }
    promptest = min(promptest, delay)
  }

  /// The seconds by which readings came later at the end than at the beginning; 0 within the first two seconds.
  var drift: Double { first.map { last - $0 } ?? 0 }
}
