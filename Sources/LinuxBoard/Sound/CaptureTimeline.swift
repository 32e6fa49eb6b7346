/// Relates times on the control clock to positions on the time line, to determine the length of a gap after a restart
/// of the stream.
///
/// The thread finds frames some time after they arrive: its own delay, plus up to a period if the device counts in
/// periods. Therefore, only the promptest reading in every second counts. The difference between the promptest
/// readings in the first and the last second of a stream is the drift of the device's clock relative to the control
/// clock. The time line continues through restarts: if one gap is made too long, the next one is made shorter, so
/// errors do not add up.
struct CaptureTimeline: Equatable {
  private let rate: Double
  /// The time at which frame 0 of the time line was captured.
  private var origin: Double
  /// The number of frames on the time line so far: taken, skipped or lost.
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

  /// Notes the number of waiting frames at a time; zero, as from a stalled device, gives no information about the
  /// device's clock.
  mutating func note(time: Double, waiting: Int) {
    guard waiting > 0 else { return }
    delays.note(time - origin - Double(place + waiting) / rate, at: time)
  }

  /// Counts frames that were taken, or skipped as lost.
  mutating func advance(_ frames: Int) { place += frames }

  /// Returns the number of frames lost during the restart of the stream.
  ///
  /// These include the frames that were waiting when the stream stopped, so the gap begins after the last frame
  /// taken.
  ///
  /// - Parameters:
  ///   - time: the time of the restart, in seconds of CLOCK_MONOTONIC.
  ///   - asleep: the time, in seconds, that the system has slept since the start; CLOCK_MONOTONIC does not
  ///     count it.
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

  /// The increase of the readings' delay from the first second to the last, in seconds; 0 within the first two
  /// seconds.
  var drift: Double { first.map { last - $0 } ?? 0 }
}
