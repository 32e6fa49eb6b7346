import Recorder

/// The place of a take on the time line of its scenario.
struct TakeClock: Sendable, Equatable {
  /// The time in seconds of the scenario at the first frame that the capture device delivered.
  ///
  /// It is zero, unless the device was lost and found again.
  var origin = 0.0

  /// The clocks of all takes, in their order.
  ///
  /// A recorder is armed again, too, when its card is back, and the device has gone on meanwhile: of the times at which
  /// it was armed, the one counts that the place of the press on the time line fits best.
  static func all(of outcome: Simulator.Outcome) -> [TakeClock] {
    var clocks: [TakeClock] = []
    var armed = [0.0]
    for (time, event) in outcome.events {
      switch event {
      // Armed with the first frames, a look after the device was opened.
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
