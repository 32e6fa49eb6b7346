import Boards
import Recorder

/// The lights of a simulated board, for checks.
public struct SimulatedLights: LightProbe {
  private let names: [LightName]
  private let defects: [LightName: LightDefect]

  init(_ board: Board, defects: [LightName: LightDefect]) {
    names = LightName.allCases.filter { board.leds[$0] != nil }
    self.defects = defects
  }

  /// Takes what it is set to, unless it is held or refuses.
  public func drive(_ light: LightName, lit: Bool) -> LightReport? {
    guard names.contains(light) else { return nil }
    let defect = defects[light] ?? LightDefect()
    guard !defect.isRefused else {
      return .refused(
        HardwareProblem(
          what: "the \(light.rawValue) light", place: "simulated line",
          reason: "its line cannot be driven: it is an input only",
          remedy: "correct [leds.\(light.rawValue)] of the board file"))
    }
    return .driven(readBack: defect.heldLit ?? lit)
  }
}
