import Boards

/// The life of a full battery under a schedule, from measured currents.
package struct BatteryForecast: Sendable, Equatable {
  /// The charge down to the level at which takes are closed, in milliampere seconds.
  let charge: Double
  /// Currents in milliamperes while recording and while armed.
  let (recording, armed): (Double, Double)
  /// Currents of a sleeping device and of a system that is off.
  let (asleep, off): (Double, Double)
  /// The sleep between takes.
  let sleep: SleepRule
  /// Seconds before a take at which the recorder wakes up.
  let leadSeconds: Double

  /// A forecast for a board and its settings; `nil` if the battery's capacity or currents are not specified.
  ///
  /// A missing current is taken from the next busier state.
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

  /// The time at which a battery that is full at `start` is empty, in seconds since 1970; `nil` if it lasts beyond
  /// `end`.
  ///
  /// - Parameters:
  ///   - takes: the takes of the schedule in their order, each once.
  ///   - end: the end of the time that these takes cover.
  package func empty(from start: Double, takes: [Schedule.Due], until end: Double) -> Double? {
    var (time, left) = (start, charge)
    /// Draws a current up to a time; returns the time at which the battery runs empty before that.
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

  /// Draws the currents of a pause.
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
