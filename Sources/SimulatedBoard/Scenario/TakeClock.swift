import Recorder

/// The relation between a take's frames and the time line of its scenario.
struct TakeClock: Sendable, Equatable {
  /// The scenario time, in seconds, of the first frame that the capture device delivered since it was last opened.
  ///
  /// This is zero unless the device was lost and found again.
  var origin = 0.0

  /// The clocks of all takes, in order.
  ///
  /// The recorder also reports that it is armed after its card has returned, although the device was not reopened.
  /// The clock therefore uses the time of arming that best fits the position of the press on the time line.
  static func all(of outcome: Simulator.Outcome) -> [TakeClock] {
    var clocks: [TakeClock] = []
    var armed = [0.0]
    for (time, event) in outcome.events {
      switch event {
      // The recorder is armed when the first frames have arrived, one tick after the device was opened.
      case .armed: armed.append(max(0, time - Simulator.tickSeconds))
      case .takeStarted where clocks.count < outcome.takes.count:
        let take = outcome.takes[clocks.count]
        let press = Double(take.timelineStart + take.preRollFrames) / Double(take.plan.grant.rate)
        let origin = armed.min { abs($0 + press - time) < abs($1 + press - time) }
        clocks.append(TakeClock(origin: origin ?? 0))
      default: break
      }
    }
    let missing = max(0, outcome.takes.count - clocks.count)
    return clocks + Array(repeating: TakeClock(), count: missing)
  }
}
