/// Decides the lateness of each wake-up of a simulated board's capture thread.
struct WakeUpScript {
  private var random: SeededRandom
  private let defect: CaptureDefect
  private var count = 0

  /// The lateness in seconds of a thread with realtime priority on a small, idle board.
  private static let usual = 20e-6...250e-6

  init(_ defect: CaptureDefect, seed: UInt64) {
    self.defect = defect
    random = SeededRandom(seed: seed, purpose: .wakeUp, index: 0)
  }

  /// The time in seconds from the end of the next period until the thread looks for frames.
  mutating func next(isBusy: Bool) -> Double {
    count += 1
    let usual = Double.random(in: Self.usual, using: &random)
    let most = isBusy ? defect.lateSecondsBusy ?? defect.lateSeconds : defect.lateSeconds
    guard let late = most, count % CaptureDefect.lateEvery == 0 else { return usual }
    return usual + late
  }
}
