import Boards

/// Predicts from measured currents how long a full battery lasts under a schedule.
package struct BatteryForecast: Sendable, Equatable {
  /// The charge that can be used before the battery falls to the level at which takes are closed, in milliampere
  /// seconds.
  let charge: Double
  /// The currents in milliamperes while the recorder is recording and while it is armed.
  let (recording, armed): (Double, Double)
  /// The currents in milliamperes while the capture device is closed and while the system is off.
  let (asleep, off): (Double, Double)
  /// The rule for the sleep between takes.
  let sleep: SleepRule
  /// Seconds before a take at which the recorder wakes up.
  let leadSeconds: Double

  /// Creates a forecast for a board and its settings; `nil` if the battery's capacity or currents are not specified.
  ///
  /// If the current of a state is missing, the current of the next busier state is used.
  package init?(_ rule: BatteryRule?, sleep: SleepRule, preRoll: Double) {
    guard let rule, let capacity = rule.capacity, let recording = rule.recordingCurrent else {
      return nil
    }
    charge = capacity * 3600 * (100 - rule.closePercent) / 100
    self.recording = recording
    armed = rule.armedCurrent ?? recording
    asleep = rule.asleepCurrent ?? armed
    off = rule.offCurrent ?? asleep
    self.sleep = sleep
    leadSeconds = sleep.leadSeconds(preRoll: preRoll)
  }

  /// The time, in seconds since 1970, at which a battery that is full at `start` will be empty; `nil` if it lasts
  /// beyond `end`.
  ///
  /// - Parameters:
  ///   - takes: the takes of the schedule in the order of their starts.
  ///   - end: the end of the period for which the takes are listed.
  package func empty(from start: Double, takes: [Schedule.Due], until end: Double) -> Double? {
    var (time, left) = (start, charge)
    /// Draws a current until a time; returns the time at which the battery runs empty, if that is earlier.
    func draw(_ current: Double, until next: Double) -> Double? {
      let needed = current * max(0, next - time)
      guard needed <= left else { return time + left / current }
      (time, left) = (max(time, next), left - needed)
      return nil
    }
    for take in takes {
      if let empty = rest(until: Double(take.startSeconds), time, draw) { return empty }
      if let empty = draw(recording, until: take.endSeconds) { return empty }
    }
    return rest(until: end, time, draw)
  }

  /// Draws the currents of a pause between takes: those of the sleep, and of waking up before the next take.
  private func rest(
    until next: Double, _ time: Double, _ draw: (Double, Double) -> Double?
  ) -> Double? {
    let wakes = next - leadSeconds
    let current =
      switch sleep.depth(ofSleep: wakes - time) {
      case .off: armed
      case .device: asleep
      case .system: off
      }
    return draw(current, wakes) ?? draw(armed, next)
  }
}
