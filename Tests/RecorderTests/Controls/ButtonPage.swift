import Boards

@testable import Recorder

/// The table of the buttons, made of what the machine orders: the README shows these lines.
struct ButtonPage {
  /// The lines of the table in Markdown.
  static func lines() throws -> [String] {
    var lines = ["| button | short press | hold 1.5 s | hold 3 s |", "|---|---|---|---|"]
    let buttons = [
      (ButtonName.record, "record"), (.source, "source"), (.marker, "marker (optional)"),
    ]
    for (button, name) in buttons {
      var cells: [String] = []
      for seconds in [0.1, 1.6, 3.2] {
        let cell = try cell(button, seconds)
        // A longer hold that does nothing else is no word of its own.
        cells.append(cells.contains(cell) ? "-" : cell)
      }
      lines.append("| \(name) | " + cells.joined(separator: " | ") + " |")
    }
    return try lines + [lockSwitch()]
  }

  /// The effect of source held for 10 s, where that is set up.
  static func wifiHold() throws -> String { try cell(.source, 10.2) }

  /// The effects of a press without a take and in one.
  private static func cell(_ button: ButtonName, _ seconds: Double) throws -> String {
    let armed = try words(button, seconds, .armed)
    let recording = try words(button, seconds, .recording)
    let paused = try words(button, seconds, .paused)
    let inTake = recording == paused ? recording : "\(recording) or \(paused)"
    if armed == inTake { return armed }
    let parts = [("armed", armed), ("in a take", inTake)].filter { !$0.1.isEmpty }
    return parts.map { "\($0.0): \($0.1)" }.joined(separator: "; ")
  }

  /// The effect of a press in a state; nothing when it is refused.
  private static func words(
    _ button: ButtonName, _ seconds: Double, _ phase: MachinePhase
  ) throws -> String {
    var world = try phase.world(hasWiFiHold: seconds > 10)
    world.press(button, for: seconds)
    return world.drain().compactMap { word($0) }.joined(separator: ", ")
  }

  private static func word(_ effect: RecorderEffect) -> String? {
    switch effect {
    case .start: "start"
    case .end: "stop"
    case .mark: "marker"
    case .pause: "pause"
    case .resume: "go on"
    case .selectSource: "next source"
    case .selectPattern: "next pattern"
    case .copyTakes: "copy takes"
    case .switchWiFi: "open or close the Wi-Fi"
    case .tell(.locked): "lock or unlock all buttons (a take goes on)"
    default: nil
    }
  }

  private static func lockSwitch() throws -> String {
    var world = try MachinePhase.recording.world()
    world.move(.lock, isPressed: true)
    let isLocked = world.state.buttons.isLocked
    world.move(.lock, isPressed: false)
    let isWhileClosed = isLocked && !world.state.buttons.isLocked
    return "| lock (optional switch) | \(isWhileClosed ? "lock while closed" : "") | - | - |"
  }
}
