import Recorder

/// The mean errors of single sounds from around the board in a take, against the ears of the target.
struct ListenerErrors: Sendable, Equatable, Encodable {
  /// The errors of one way to make a take.
  struct Way: Sendable, Equatable, Encodable {
    /// The error of the level difference between the ears, decibels.
    var level: Double
    /// The error of the time difference between the ears, microseconds.
    var time: Double
    /// The error of the direction in which a listener hears a sound, degrees.
    var direction: Double
  }

  /// By direction, the default way to make takes.
  var byDirection: Way
  /// By filters alone.
  var filtersAlone: Way

  /// Errors from their parts.
  init(byDirection: Way, filtersAlone: Way) {
    (self.byDirection, self.filtersAlone) = (byDirection, filtersAlone)
  }

  /// The errors of curves; `nil` if a take cannot be made by direction.
  init?(_ curves: ListenerCurves) {
    guard let made = curves.directional else { return nil }
    byDirection = Way(made, curves.target)
    filtersAlone = Way(curves.linear, curves.target)
  }
}

extension ListenerErrors.Way {
  fileprivate init(_ made: ListenerCurves.Differences, _ target: ListenerCurves.Differences) {
    let errors = made.errors(against: target)
    self.init(level: errors.level, time: errors.time, direction: errors.angle)
  }
}
