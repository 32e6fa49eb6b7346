import Boards
import Recorder

/// The lines of the buttons of a simulated board, for checks.
public struct SimulatedButtons: ButtonProbe {
  private let names: [ButtonName]
  private let defects: [ButtonName: ButtonDefect]
  private let hands: SimulatedHands
  private let clock: ScenarioClock

  init(
    _ board: Board, defects: [ButtonName: ButtonDefect], hands: SimulatedHands, clock: ScenarioClock
  ) {
    names = ButtonName.allCases.filter { board.buttons[$0] != nil }
    self.defects = defects
    self.hands = hands
    self.clock = clock
  }

  /// Watches what the hands of the scenario do.
  public func watchButtons(seconds: Double) -> [ButtonReport] {
    let before = Dictionary(uniqueKeysWithValues: names.map { ($0, hands.isClosed(.button($0))) })
    _ = hands.pollContacts()
    clock.wait(seconds: seconds)
    let events = hands.pollContacts()
    return names.map { name in
      guard defects[name]?.isUnreadable != true else {
        return ButtonReport(button: name, isPressed: nil, problem: Self.problem(name))
      }
      return ButtonReport(
        button: name, isPressed: before[name],
        edges: events.compactMap { event in
          guard event.contact == .button(name), case .moved(let isClosed) = event.change else {
            return nil
          }
          return ButtonReport.Edge(isPressed: isClosed, time: event.time)
        })
    }
  }

  private static func problem(_ name: ButtonName) -> HardwareProblem {
    HardwareProblem(
      what: "the \(name.rawValue) button", place: "simulated line",
      reason: "its line is used by another program",
      remedy: "end that program; gpioinfo names it")
  }
}
