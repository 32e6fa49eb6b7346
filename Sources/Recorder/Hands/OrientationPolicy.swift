import Boards
import Glibc

/// Determines from gravity how a board is held: the edge that points most nearly upwards is up.
///
/// It is a pure state machine of (state, acceleration, time), with hysteresis in angle and a hold time. A board that
/// lies flat or is shaken keeps its last orientation. The first conclusive reading counts at once: there is no earlier
/// orientation to protect from a wrong change, and a take may be due.
package struct OrientationPolicy: Sendable, Equatable {
  /// The number of degrees by which an edge may deviate from straight up and still count as up.
  package var angleDegrees = 35.0
  /// Seconds for which an edge must stay up before it counts.
  package var holdSeconds = 0.5
  /// The range of accelerations, in g, that count as gravity alone.
  package var validRange = 0.8...1.2

  /// The current orientation.
  package private(set) var orientation: InputOrientation
  /// The time since which the board has been held in the current orientation.
  private(set) var since = 0.0
  /// True once a reading has shown how the board is held.
  ///
  /// A reading that shows a board lying flat counts too; the initial orientation then stays.
  package private(set) var isKnown = false
  /// The previous orientation, and the time at which it ended.
  private var earlier: Earlier?
  private var candidate: InputOrientation?
  private var candidateSince = 0.0

  private struct Earlier: Sendable, Equatable {
    var orientation: InputOrientation
    var until: Double
  }

  /// Creates a policy with an initial orientation, which is portrait unless another is given.
  package init(initial: InputOrientation = .portrait) {
    orientation = initial
  }

  /// Returns the orientation at a time, which may be now or a moment ago.
  ///
  /// - Parameter time: the time in seconds on the control clock. Only the last change is remembered, with the
  ///   orientation before it.
  package func orientation(at time: Double) -> InputOrientation {
    guard let earlier, time < earlier.until else { return orientation }
    return earlier.orientation
  }

  /// Notes that the accelerometer is silent: an edge that was up must stay up for the whole hold time again.
  package mutating func interrupt() { candidate = nil }

  /// Takes a reading of the accelerometer.
  ///
  /// - Parameters:
  ///   - acceleration: the acceleration in g, in the coordinates of the device; at rest it points UP with length 1.
  ///   - time: the time of the reading, in seconds on the control clock.
  package mutating func update(acceleration: Vector3, time: Double) {
    guard validRange.contains(acceleration.length) else {
      candidate = nil
      return
    }
    let up = acceleration.normalized
    let leastCosine = cos(angleDegrees * .pi / 180)
    guard let best = InputOrientation.allCases.max(by: { dot($0.up, up) < dot($1.up, up) }),
      dot(best.up, up) >= leastCosine
    else {
      candidate = nil
      if abs(up.z) >= leastCosine { isKnown = true }
      return
    }
    guard isKnown else {
      isKnown = true
      (orientation, since) = (best, time)
      return
    }
    guard best != orientation else {
      candidate = nil
      return
    }
    if candidate != best {
      candidate = best
      candidateSince = time
    }
    if time - candidateSince >= holdSeconds {
      earlier = Earlier(orientation: orientation, until: time)
      (orientation, since) = (best, candidateSince)
      candidate = nil
    }
  }
}
