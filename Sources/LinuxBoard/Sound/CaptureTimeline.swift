/// The place on the time line at every time of the control clock; by it the length of a gap is told when the stream had to be
/// started again.
///
/// A look finds frames later than they came, by the delay of the thread and by up to a period where the device counts in
/// periods. So not single looks count but the promptest of every second. The difference between those of the first and of
/// the last second of a stream is how far the device's clock has drifted from the control clock. The time line that was laid
/// out before is kept: what one gap has too much, the next has less, and errors do not add up.
struct CaptureTimeline: Equatable {
  private let rate: Double
  /// When frame 0 of the time line was captured.
  private var origin: Double
  /// Frames of the time line so far: taken, skipped and lost.
  private var place = 0
  /// The delays of the looks at the stream that runs.
  private var delays = PromptLooks()

  /// A stream that starts.
  ///
  /// - Parameters:
  ///   - rate: frames per second.
  ///   - start: when, in seconds of CLOCK_MONOTONIC.
  init(rate: Double, start: Double) {
    self.rate = rate
    origin = start
  }

  /// Notes that so many frames waited at a time; a device that stands still says nothing about its clock.
  mutating func note(time: Double, waiting: Int) {
    guard waiting > 0 else { return }
    delays.note(time - origin - Double(place + waiting) / rate, at: time)
  }

  /// Notes that so many frames were taken, or skipped and counted.
  mutating func advance(_ frames: Int) { place += frames }

  /// The number of frames that are missing when the stream starts again.
  ///
  /// Frames that waited when it stopped are gone with it, so the gap begins after the last one taken.
  ///
  /// - Parameters:
  ///   - time: when it started, in seconds of CLOCK_MONOTONIC.
  ///   - asleep: seconds that the system slept since; CLOCK_MONOTONIC stands still then.
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

  /// Seconds by which looks came later in the end than in the beginning; 0 within the first two seconds.
  var drift: Double { first.map { last - $0 } ?? 0 }
}
