import Boards
import Recorder
import Synchronization

/// The LEDs of a simulated board.
package final class SimulatedLights: LightPort {
  private let board: Board
  private let defects: [LightName: LightDefect]
  private let levels = Mutex(LightLevels())

  /// The LEDs of a board, initially dark.
  init(_ board: Board, defects: [LightName: LightDefect]) {
    self.board = board
    self.defects = defects
  }

  /// Turns the LEDs on or off.
  package func show(_ levels: LightLevels) { self.levels.withLock { $0 = levels } }

  /// The LEDs that should be lit, whether or not the board has them.
  var lit: LightLevels { levels.withLock { $0 } }

  /// The level that is read back from an LED, or the reason why it cannot be driven.
  package func report(_ light: LightName) -> LightReport? {
    guard board.leds[light] != nil else { return nil }
    let defect = defects[light] ?? LightDefect()
    guard !defect.isRefused else {
      return .refused(
        HardwareProblem(
          what: "the \(light.rawValue) light", place: "simulated line",
          reason: "its line cannot be driven: it is input-only",
          remedy: "correct [leds.\(light.rawValue)] in the board file"))
    }
    return .driven(readBack: defect.heldLit ?? (light == .record ? lit.record : lit.status))
  }
}
