import Boards
import TOML

extension Scenario.Hardware {
  private static let keys = [
    "board", "body", "gain-error", "phase-error", "position-error", "microphone", "capture",
    "accelerometer", "buttons", "leds", "storage", "system", "mixer",
  ]
  /// The bodies that need only the size in the board file.
  private static let bodies = ["free-field", "box"]

  /// Reads the table `[hardware]`.
  static func read(_ table: TOMLTable?) throws(TOMLError) -> Scenario.Hardware? {
    guard let table else { return nil }
    let millimetres = try table.double("position-error", in: 0...10, unit: "mm")
    var result = Scenario.Hardware(
      board: try table.string("board"), body: try body(table),
      gainError: try table.double("gain-error", in: 0...20, unit: "dB"),
      phaseError: try table.double("phase-error", in: 0...90, unit: "degrees"),
      positionError: millimetres.map { $0 / 1000 }, boardPlace: table.place(of: "board"),
      bodyPlace: table.place(of: "body"))
    if result.board?.isEmpty == true {
      throw table.error(at: "board", "is empty", "write an id or the path of a board file")
    }
    for part in try table.tables("microphone") {
      result.microphones.append(try MicrophoneDefect.read(part))
    }
    result.capture = try CaptureDefect.read(try table.table("capture"))
    result.accelerometer = try SensorDefect.read(try table.table("accelerometer"))
    result.buttons = try ButtonDefect.readAll(try table.table("buttons"))
    result.leds = try LightDefect.readAll(try table.table("leds"))
    result.storage = try CardDefect.read(try table.table("storage"))
    result.system = try SystemDefect.read(try table.table("system"))
    result.mixer = try mixer(try table.table("mixer"))
    try table.saysSomething(keys)
    return result
  }

  /// Reads the controls of the mixer and their values.
  private static func mixer(_ table: TOMLTable?) throws(TOMLError) -> [String: Int] {
    guard let table else { return [:] }
    var settings: [String: Int] = [:]
    for name in table.keys { settings[name] = try table.int(name, in: -100_000...100_000) }
    guard !settings.isEmpty else {
      throw table.error("says nothing", "write a control and its value, or remove it")
    }
    return settings
  }

  private static func body(_ table: TOMLTable) throws(TOMLError) -> BodyModel? {
    guard let word = try table.choice("body", of: bodies) else { return nil }
    return word == "box" ? .box : .freeField
  }
}
