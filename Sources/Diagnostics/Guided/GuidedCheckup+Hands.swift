import Boards
import Glibc
import Recorder

// The steps for buttons and orientations, which need a person's hand.

extension GuidedCheckup {
  /// The duration of one watch of the buttons in seconds.
  private static let lookSeconds = 0.3
  /// The time, in seconds, in which a person should release a button; a switch stays closed.
  private static let releaseSeconds = 3.0
  /// The number of accelerometer readings per check, at 20 readings per second.
  private static let readings = 6
  /// The degrees from straight up within which an edge counts as up, as in ``Recorder/OrientationPolicy``.
  private static let clearDegrees = OrientationPolicy().angleDegrees
  /// The magnitudes that count as gravity alone, in g.
  private static let gravity = OrientationPolicy().validRange

  /// Waits until a button is pressed, and checks that it is the right one.
  func press(_ button: ButtonName, _ step: GuidedStep) -> GuidedOutcome {
    let deadline = bench.clock.now() + patience
    while bench.clock.now() < deadline, !isInterrupted() {
      let reports = bench.watchButtons(seconds: Self.lookSeconds)
      if let problem = reports.first(where: { $0.button == button })?.report.problem {
        return .found([
          Finding(step.check, step.subject, .fail, problem.reason, remedy: problem.remedy)
        ])
      }
      // A press may fall between two watches, but its release does not.
      let moved = reports.filter { $0.report.changes > 0 }.map(\.button)
      if !moved.isEmpty {
        let all = ButtonName.allCases.filter { (moved + release()).contains($0) }
        return .found([answer(of: all, to: button, step)])
      }
    }
    return answered(
      or: .timeout(
        undone(
          step, "its line did not change",
          remedy:
            "check its wires, and check chip, line and active-low in the board file; gpiomon shows whether the line "
            + "changes")))
  }

  /// Waits until all lines are at rest, so that a release is not mistaken for the next press.
  ///
  /// - Returns: the buttons whose lines changed during the wait.
  private func release() -> [ButtonName] {
    let deadline = bench.clock.now() + Self.releaseSeconds
    var moved: [ButtonName] = []
    while bench.clock.now() < deadline {
      let reports = bench.watchButtons(seconds: Self.lookSeconds)
      let moving = reports.filter { $0.report.changes > 0 }.map(\.button)
      moved += moving
      let isHeld = reports.contains { moved.contains($0.button) && $0.report.isClosed == true }
      if moving.isEmpty, !isHeld { break }
    }
    return moved
  }

  private func answer(
    of moved: [ButtonName], to button: ButtonName, _ step: GuidedStep
  ) -> Finding {
    let limit = "the line of [buttons.\(button.rawValue)] and no other"
    if moved == [button] {
      return Finding(step.check, step.subject, .pass, "its line answers", limit: limit)
    }
    let others = moved.filter { $0 != button }.map(\.rawValue).joined(separator: " and ")
    let isShort = moved.contains(button)
    return Finding(
      step.check, step.subject, .fail,
      isShort ? "the line of \(others) also answers" : "the line of \(others) answers",
      limit: limit,
      remedy: isShort
        ? "look for a short circuit between the two lines"
        : "if \(button.rawValue) was pressed, exchange the lines of \(button.rawValue) and \(others) in "
          + "the board file, or their wires")
  }

  /// Waits until gravity shows that the board is held in this orientation.
  func hold(_ orientation: InputOrientation, _ step: GuidedStep) -> GuidedOutcome {
    let deadline = bench.clock.now() + patience
    var seen: InputOrientation?
    var times = 0
    while bench.clock.now() < deadline, !isInterrupted() {
      let readings = bench.watchMotion(readings: Self.readings).readings
      guard !readings.isEmpty else {
        return .impossible("the accelerometer delivers no readings: run pinna check motion")
      }
      let now = Self.orientation(readings)
      times = now == seen ? times + 1 : 1
      seen = now
      if now == orientation, times > 1 {
        return .found([
          Finding(
            step.check, step.subject, .pass, "the accelerometer agrees", limit: Self.holdLimit)
        ])
      }
    }
    return answered(or: .timeout(wrongHold(orientation, seen, step)))
  }

  private static let holdLimit = "gravity within \(Int(clearDegrees)) degrees of the edge"

  private func wrongHold(
    _ orientation: InputOrientation, _ seen: InputOrientation?, _ step: GuidedStep
  ) -> Finding {
    guard let seen else {
      return Finding(
        step.check, step.subject, .fail,
        "the accelerometer did not detect within \(Int(patience)) s which edge is up",
        limit: Self.holdLimit,
        remedy:
          "hold the board upright and still; if you did, [accelerometer] mount in the board file "
          + "does not match how the chip is soldered"
      )
    }
    let turn = Self.degrees(from: orientation, to: seen)
    return Finding(
      step.check, step.subject, .fail,
      "in this position the accelerometer reports \(seen.rawValue), which is \(turn) degrees off",
      value: Double(turn), unit: "degrees", limit: Self.holdLimit,
      remedy: "if the board was held as asked, write into [accelerometer] of the board file: "
        + (bench.board.accelerometer?.mountLine(turnedBack: turn) ?? ""))
  }

  /// The orientation according to the readings; `nil` if they do not show gravity alone, or if no edge is
  /// clearly up.
  static func orientation(_ readings: [Vector3]) -> InputOrientation? {
    let mean = readings.reduce(Vector3(0, 0, 0)) { $0 + $1 } / Double(readings.count)
    guard gravity.contains(mean.length) else { return nil }
    let up = mean.normalized
    return InputOrientation.allCases.first { dot($0.up, up) >= cos(clearDegrees * .pi / 180) }
  }

  /// The rotation from one orientation to another in degrees: 90, 180 or 270, counter-clockwise as seen from the front.
  private static func degrees(from first: InputOrientation, to second: InputOrientation) -> Int {
    func angle(_ orientation: InputOrientation) -> Double {
      atan2(orientation.up.y, orientation.up.x) * 180 / .pi
    }
    let turn = Int((angle(second) - angle(first)).rounded())
    return (turn + 720) % 360
  }
}
