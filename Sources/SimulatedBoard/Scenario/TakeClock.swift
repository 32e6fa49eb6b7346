import Recorder

/// The place of a take on the time line of its scenario.
struct TakeClock: Sendable, Equatable {
  /// The time in seconds of the scenario at the first frame that the capture device delivered.
  ///
  /// It is zero, unless the device was lost and found again.
  var origin = 0.0

  /// The clocks of all takes, in their order.
  static func all(of outcome: Simulator.Outcome) -> [TakeClock] {
    var clocks: [TakeClock] = []
    var origin = 0.0
    for (time, event) in outcome.events {
      switch event {
      case .armed: origin = time
      case .takeStarted: clocks.append(TakeClock(origin: origin))
      default: break
      }
    }
    let missing = max(0, outcome.takes.count - clocks.count)
    return clocks + Array(repeating: TakeClock(), count: missing)
  }
}
