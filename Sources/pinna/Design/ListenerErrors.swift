import Recorder

/// The mean errors, relative to the ears of the target, with which a take gives single sounds from all around the
/// board.
struct ListenerErrors: Sendable, Equatable, Encodable {
  /// The errors of one way of making takes.
  struct Way: Sendable, Equatable, Encodable {
    /// The error of the level difference between the ears, in decibels.
    var levelError: Double
    /// The error of the time difference between the ears, in microseconds.
    var timeErrorMicroseconds: Double
    /// The error of the direction in which a listener hears a sound, in degrees.
    var directionError: Double
  }

  /// The errors of takes made by direction, which is the default.
  var byDirection: Way
  /// The errors of takes made with the filters alone.
  var filtersAlone: Way
}

extension ListenerErrors {
  /// Computes the errors from curves; `nil` if a take cannot be made by direction.
  init?(_ curves: ListenerCurves) {
    guard let made = curves.directional else { return nil }
    byDirection = Way(made, curves.target)
    filtersAlone = Way(curves.linear, curves.target)
  }
}

extension ListenerErrors.Way {
  fileprivate init(_ made: ListenerCurves.Differences, _ target: ListenerCurves.Differences) {
    let errors = made.errors(against: target)
    self.init(
      levelError: errors.level, timeErrorMicroseconds: errors.time, directionError: errors.angle)
  }
}
