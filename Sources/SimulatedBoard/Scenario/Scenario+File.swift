import Boards
import Glibc
import TOML
import TakeFiles

extension Scenario {
  /// The most seconds that a scenario may last: a day.
  static let longestDuration = 86400.0

  /// Reads a scenario file; paths of WAV files in it are relative to it.
  ///
  /// Names of microphones and data sources are checked later, by ``validate(for:)``.
  ///
  /// - Throws: `TOMLError` with the place of the mistake: syntax, unknown keys, values, a sound or an action that is
  ///   missing or there twice, times outside the scenario, a WAV file that cannot be read.
  package static func load(path: String) throws(TOMLError) -> Scenario {
    try Scenario(TOMLTable.parse(file: path), directory: directory(of: path))
  }

  /// Reads the text of a scenario file; `name` stands for the file in errors.
  ///
  /// - Throws: `TOMLError`, as ``load(path:)``.
  package static func parse(text: String, name: String) throws(TOMLError) -> Scenario {
    try Scenario(TOMLTable.parse(text: text, name: name), directory: directory(of: name))
  }

  private init(_ root: TOMLTable, directory: String) throws(TOMLError) {
    let board = try root.string("board", example: "\"phone\"")
    let duration = try root.double(
      "duration", in: 0.01...Self.longestDuration, unit: "s", example: "40.0")
    let seed = try root.int("seed", in: 0...Int.max) ?? 1
    self.init(file: root.file, board: board, duration: duration, seed: UInt64(seed))
    hardware = try Hardware.read(try root.table("hardware"))
    for table in try root.tables("source") {
      if try table.exactlyOne(of: SoundSource.kinds, example: SoundSource.exampleKind) == "wind" {
        winds.append(try WindSource(table, duration: duration))
      } else {
        sources.append(try SoundSource(table, directory: directory, duration: duration))
      }
    }
    for table in try root.tables("hand") { hands.append(try Hand(table, duration: duration)) }
    for table in try root.tables("fault") { faults.append(try Fault(table, duration: duration)) }
    try root.finish()
  }

  private static func directory(of path: String) -> String {
    guard let slash = path.lastIndex(of: "/") else { return "" }
    return String(path[...slash])
  }
}

extension TOMLTable {
  /// The only key of a list that is present.
  ///
  /// - Throws: ``TOMLError`` when none is present, or more than one.
  func exactlyOne(of choices: [String], example: String) throws(TOMLError) -> String {
    let present = choices.filter { contains($0) }
    for choice in choices { know(choice) }
    let list = choices.joined(separator: ", ")
    guard let first = present.first else {
      if let meant = keys.lazy.compactMap({ Suggestion.nearest(to: $0, in: choices) }).first {
        throw missing(meant, "write, for example, \(example)")
      }
      throw error("needs one of \(list)", "write, for example, \(example)")
    }
    if present.count > 1 {
      throw error(
        at: present[1], "is there together with \(first)", "exactly one of \(list) is allowed")
    }
    return first
  }

  /// The place at which a key is written.
  func place(of key: String) -> Scenario.Place {
    let here = error(at: key, "")
    return Scenario.Place(line: here.line, column: here.column)
  }

  /// Reads the time in which a source sounds.
  func soundingTime(duration: Double) throws(TOMLError) -> (start: Double, until: Double?) {
    let start = try time("start", duration: duration) ?? 0
    let until = try time("until", duration: duration)
    if let until, until <= start {
      throw error(at: "until", "is not after the start", "write a time after \(start) s")
    }
    return (start, until)
  }

  /// Reads a time inside the scenario.
  func time(_ key: String, duration: Double) throws(TOMLError) -> Double? {
    try double(key, in: 0...duration, unit: "s")
  }

  /// Checks a fact, which is either written as true or not written.
  func fact(_ key: String) throws(TOMLError) {
    if try bool(key) != true {
      throw error(at: key, "is false", "write \(key) = true, or leave it out")
    }
  }
}

extension Scenario.Hand {
  init(_ table: TOMLTable, duration: Double) throws(TOMLError) {
    let at = try table.required("at", table.time("at", duration: duration), example: "0.5")
    let key = try table.exactlyOne(
      of: ["turn", "gravity", "press", "tap", "source"], example: "turn = \"landscapeLeft\"")
    let seconds = try table.double("for", in: 0.001...duration, unit: "s")
    if seconds != nil && key != "press" {
      throw table.error(at: "for", "belongs to press, not to \(key)", "remove it")
    }
    self.init(at: at, action: try Self.action(key, table, seconds), place: table.place(of: key))
  }

  /// The seconds for which a button is pressed by default.
  static let pressSeconds = 0.1

  private static func action(
    _ key: String, _ table: TOMLTable, _ seconds: Double?
  ) throws(TOMLError) -> Action {
    switch key {
    case "turn":
      return .turn(try table.choice(key, InputOrientation.self, example: "\"landscapeLeft\""))
    case "gravity":
      let pull = try table.doubles(key, count: 3, in: -16...16, unit: "g", example: "[0, -1, 0]")
      return .gravity(Vector3(pull[0], pull[1], pull[2]))
    case "press":
      let button = try table.choice(key, ButtonName.self, example: "\"record\"")
      return .press(button, seconds: seconds ?? pressSeconds)
    case "tap":
      return .tap(microphone: try table.string(key, example: "\"MIC1\""))
    default:
      return .source(try table.string(key, example: "\"front\""))
    }
  }
}

extension Scenario.Fault {
  init(_ table: TOMLTable, duration: Double) throws(TOMLError) {
    let at = try table.required("at", table.time("at", duration: duration), example: "12.0")
    let key = try table.exactlyOne(
      of: [
        "overrun", "channels-rotated", "microphone-dead", "storage-stall", "storage-free",
        "storage-full",
        "storage-gone", "storage-close-fails", "sensor-silent", "power-fails", "unplug", "bounce",
      ], example: "overrun = 480")
    self.init(
      at: at, event: try Self.event(key, table, duration), place: table.place(of: key))
  }

  /// Reads seconds; `nil` for `true`, which means for ever.
  private static func gone(
    _ key: String, _ table: TOMLTable, _ duration: Double
  ) throws(TOMLError) -> Double? {
    guard table.isBoolean(key) else {
      return try table.double(key, in: 0.001...duration, unit: "s", example: "3.0")
    }
    try table.fact(key)
    return nil
  }

  private static func event(
    _ key: String, _ table: TOMLTable, _ duration: Double
  ) throws(TOMLError) -> Event {
    switch key {
    case "overrun":
      return .overrun(
        frames: try table.int(key, in: 1...10_000_000, unit: "frames", example: "480"))
    case "channels-rotated":
      return .channelsRotated(
        by: try table.int(key, in: 1...31, unit: "channels", example: "1"))
    case "microphone-dead":
      return .microphoneDead(try table.string(key, example: "\"MIC2\""))
    case "storage-stall":
      return .storageStall(
        seconds: try table.double(key, in: 0.001...duration, unit: "s", example: "30.0"))
    case "unplug":
      return .unplug(
        seconds: try table.double(key, in: 0.001...duration, unit: "s", example: "3.0"))
    case "bounce":
      return .bounce(try table.choice(key, ButtonName.self, example: "\"record\""))
    case "storage-full":
      try table.fact(key)
      return .storageFull
    case "storage-gone":
      return .storageGone(seconds: try gone(key, table, duration))
    case "power-fails":
      return .powerFails(seconds: try gone(key, table, duration))
    case "storage-free":
      // Megabytes are millions of bytes, as on the labels of cards.
      let megabytes = try table.double(key, in: 0...1e9, unit: "MB", example: "50.0")
      return .storageFree(bytes: Int(megabytes * 1e6))
    case "storage-close-fails":
      try table.fact(key)
      return .storageCloseFails
    default:
      try table.fact(key)
      return .sensorSilent
    }
  }
}
