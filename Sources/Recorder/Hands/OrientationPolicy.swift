import Boards
import Glibc

/// Decides from gravity how a board is held: the edge that is most nearly opposite to gravity is up.
///
/// A pure state machine of (state, acceleration, time): hysteresis in angle, a hold time, and a board that lies flat or
/// is shaken keeps its last orientation. The first reading that says something counts at once: there is nothing yet
/// that it could disturb, and a take may be due.
package struct OrientationPolicy: Sendable, Equatable {
  /// An edge must be within this angle of straight up to be taken, in degrees.
  package var angleDegrees = 35.0
  /// Seconds that an edge must stay up before it counts.
  package var holdSeconds = 0.5
  /// Accelerations outside of this are not gravity alone, in g.
  package var validRange = 0.8...1.2

  /// The orientation that is in force.
  package private(set) var orientation: InputOrientation
  /// The time from which on the board was held so.
  private(set) var since = 0.0
  /// True when a reading has told how the board is held; lying flat is an answer too, and leaves the initial
  /// orientation.
  package private(set) var isKnown = false
  /// The one before it, and when it ceased to be in force.
  private var earlier: Earlier?
  private var candidate: InputOrientation?
  private var candidateSince = 0.0

  private struct Earlier: Sendable, Equatable {
    var orientation: InputOrientation
    var until: Double
  }

  /// A policy that starts with an orientation; portrait when nothing is known.
  package init(initial: InputOrientation = .portrait) {
    orientation = initial
  }

  /// The orientation that was in force at a time: now, or a moment ago.
  ///
  /// - Parameter time: seconds on the control clock; of longer ago than the last change, the one before that is known.
  package func orientation(at time: Double) -> InputOrientation {
    guard let earlier, time < earlier.until else { return orientation }
    return earlier.orientation
  }

  /// Takes a reading of the accelerometer.
  ///
  /// - Parameters:
  ///   - acceleration: g, device frame; at rest it points UP with length 1.
  ///   - time: seconds on the control clock.
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
