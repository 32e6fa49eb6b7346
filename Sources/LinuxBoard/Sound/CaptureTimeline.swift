/// The place on the time line at every time of the control clock, which gives the length of a gap when the stream is
/// restarted.
///
/// A look finds frames later than they arrive, by the delay of the thread and by up to a period if the device counts in
/// periods. So only the promptest look of every second counts. The difference between the promptest looks of the first
/// and of the last second of a stream is the drift of the device's clock from the control clock. The earlier time line
/// is kept: if one gap is too long, the next is shorter, and errors do not add up.
struct CaptureTimeline: Equatable {
  private let rate: Double
  /// The time at which frame 0 of the time line was captured.
  private var origin: Double
  /// The number of frames of the time line so far: taken, skipped and lost.
  private var place = 0
  /// The delays of the looks at the running stream.
  private var delays = PromptLooks()

  /// The time line of a starting stream.
  ///
  /// - Parameters:
  ///   - rate: frames per second.
  ///   - start: the time of the start, in seconds of CLOCK_MONOTONIC.
  init(rate: Double, start: Double) {
    self.rate = rate
    origin = start
  }

  /// Notes the number of frames waiting at a time; zero, as from a stalled device, says nothing about its clock.
  mutating func note(time: Double, waiting: Int) {
    guard waiting > 0 else { return }
    delays.note(time - origin - Double(place + waiting) / rate, at: time)
  }

  /// Notes frames that were taken, or skipped and counted.
  mutating func advance(_ frames: Int) { place += frames }

  /// The number of frames lost when the stream restarts.
  ///
  /// Frames that were waiting when it stopped are gone with it, so the gap begins after the last frame taken.
  ///
  /// - Parameters:
  ///   - time: the time of the restart, in seconds of CLOCK_MONOTONIC.
  ///   - asleep: the seconds that the system slept since the start; CLOCK_MONOTONIC then stands still.
  mutating func restart(at time: Double, asleep: Double) -> Int {
    origin += delays.drift - asleep
    delays = PromptLooks()
    let lost = max(0, Int(((time - origin) * rate).rounded()) - place)
    place += lost
    return lost
  }
}

/// The promptest looks of the first and of the last whole second of a stream.
private struct PromptLooks: Equatable {
  private static let seconds = 1.0
  private var first: Double?
  private var last = 0.0
  private var promptest = Double.infinity
  private var secondBegan: Double?

  /// Notes the delay of a look.
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

  /// Seconds by which looks came later at the end than at the beginning; 0 within the first two seconds.
  var drift: Double { first.map { last - $0 } ?? 0 }
}
