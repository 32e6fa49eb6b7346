import Boards
import Glibc
import TOML
import TakeFiles

extension Scenario {
  /// The maximum duration of a scenario in seconds: one day.
  static let longestDuration = 86400.0

  /// Reads a scenario file; paths of WAV files in it are relative to the scenario file.
  ///
  /// The names of microphones and data sources are checked later, by ``validate(for:)``.
  ///
  /// - Throws: `TOMLError` with the position of the mistake: wrong syntax, an unknown key, a wrong value, a missing or
  ///   duplicate sound or action, a time outside the scenario, or an unreadable WAV file.
  package static func load(path: String) throws(TOMLError) -> Scenario {
    try Scenario(TOMLTable.parse(file: path), directory: directory(of: path))
  }

  /// Reads the text of a scenario file; errors refer to the file as `name`.
  ///
  /// - Throws: `TOMLError`, for the same reasons as ``load(path:)``.
  package static func parse(text: String, name: String) throws(TOMLError) -> Scenario {
    try Scenario(TOMLTable.parse(text: text, name: name), directory: directory(of: name))
  }

  private init(_ root: TOMLTable, directory: String) throws(TOMLError) {
    let board = try root.string("board", example: "\"phone\"")
    let duration = try root.double(
      "duration", in: 0.01...Self.longestDuration, unit: "s", example: "40.0")
    let seed = try root.int("seed", in: 0...Int.max) ?? 1
    self.init(file: root.file, board: board, duration: duration, seed: UInt64(seed))
    if let table = try root.table("hardware") { hardware = try Hardware(table) }
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
  /// The only key from a list of choices that the table contains.
  ///
  /// - Throws: ``TOMLError`` if the table contains none of the keys, or more than one.
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
        at: present[1], "appears together with \(first)", "exactly one of \(list) is allowed")
    }
    return first
  }

  /// The only key from a list that the table contains, together with its value.
  ///
  /// - Throws: ``TOMLError`` for the same reasons as ``exactlyOne(of:example:)``, or if the value
  ///   is wrong.
  fileprivate func only<Value>(
    of kinds: [(key: String, rule: KeyRule<Value>)], example: String
  ) throws(TOMLError) -> (value: Value, key: String) {
    let key = try exactlyOne(of: kinds.map(\.key), example: example)
    for kind in kinds where kind.key == key {
      if let value = try kind.rule.read(self, key) { return (value, key) }
    }
    throw missing(key, "write, for example, \(example)")
  }

  /// The position of a key in the file.
  func place(of key: String) -> Scenario.Place {
    let here = error(at: key, "")
    return Scenario.Place(line: here.line, column: here.column)
  }

  /// Reads the start and end times of a source's sound.
  func soundingTime(duration: Double) throws(TOMLError) -> (start: Double, until: Double?) {
    let start = try time("start", duration: duration) ?? 0
    let until = try time("until", duration: duration)
    if let until, until <= start {
      throw error(at: "until", "is not after the start", "write a time after \(start) s")
    }
    return (start, until)
  }

  /// Reads a time, which must lie within the scenario.
  func time(_ key: String, duration: Double) throws(TOMLError) -> Double? {
    try double(key, in: 0...duration, unit: "s")
  }

  /// Reads a flag, which is either true or left out.
  @discardableResult func isFact(_ key: String) throws(TOMLError) -> Bool {
    if try bool(key) != true {
      throw error(at: key, "is false", "write \(key) = true, or leave it out")
    }
    return true
  }
}

extension Scenario.Hand {
  init(_ table: TOMLTable, duration: Double) throws(TOMLError) {
    let at = try table.required("at", table.time("at", duration: duration), example: "0.5")
    let seconds = try table.double("for", in: 0.001...duration, unit: "s")
    let (action, key) = try table.only(
      of: Self.actions(seconds), example: "turn = \"landscapeLeft\"")
    if seconds != nil && key != "press" {
      throw table.error(at: "for", "is for press, not for \(key)", "remove it")
    }
    self.init(at: at, action: action, place: table.place(of: key))
  }

  /// The default duration of a button press in seconds.
  static let pressSeconds = 0.1

  /// The actions by their keys; a button is pressed for `seconds`.
  private static func actions(_ seconds: Double?) -> [(key: String, rule: KeyRule<Action>)] {
    [
      ("turn", KeyRule<InputOrientation>.word().map { .turn($0) }),
      (
        "gravity",
        KeyRule.numbers(3, -16...16, "g").map { .gravity(Vector3($0[0], $0[1], $0[2])) }
      ),
      ("press", KeyRule<ButtonName>.word().map { .press($0, seconds: seconds ?? pressSeconds) }),
      ("tap", KeyRule.text(example: "\"MIC1\"").map { .tap(microphone: $0) }),
      ("source", KeyRule.text(example: "\"front\"").map { .source($0) }),
    ]
  }
}

extension Scenario.Fault {
  init(_ table: TOMLTable, duration: Double) throws(TOMLError) {
    let at = try table.required("at", table.time("at", duration: duration), example: "12.0")
    let (event, key) = try table.only(of: Self.events(duration), example: "overrun = 480")
    self.init(at: at, event: event, place: table.place(of: key))
  }

  /// The faults by their keys, for a scenario that lasts `duration` seconds.
  private static func events(_ duration: Double) -> [(key: String, rule: KeyRule<Event>)] {
    let seconds = KeyRule.number(0.001...duration, "s")
    // The value true means that the loss is permanent.
    let gone = KeyRule<Double?> { (table, key) throws(TOMLError) in
      guard table.isBoolean(key) else {
        return try table.double(key, in: 0.001...duration, unit: "s")
      }
      try table.isFact(key)
      return .some(nil)
    }
    return [
      ("overrun", KeyRule.whole(1...10_000_000, "frames").map { .overrun(frames: $0) }),
      ("channels-rotated", KeyRule.whole(1...31, "channels").map { .channelsRotated(by: $0) }),
      ("microphone-dead", KeyRule.text(example: "\"MIC2\"").map { .microphoneDead($0) }),
      ("storage-stall", seconds.map { .storageStall(seconds: $0) }),
      // A megabyte here is a million bytes, as on card labels.
      ("storage-free", KeyRule.number(0...1e9, "MB").map { .storageFree(bytes: Int($0 * 1e6)) }),
      ("storage-full", KeyRule.fact.map { _ in .storageFull }),
      ("storage-gone", gone.map { .storageGone(seconds: $0) }),
      ("storage-close-fails", KeyRule.fact.map { _ in .storageCloseFails }),
      ("sensor-silent", KeyRule.fact.map { _ in .sensorSilent }),
      ("power-fails", gone.map { .powerFails(seconds: $0) }),
      ("unplug", seconds.map { .unplug(seconds: $0) }),
      ("bounce", KeyRule<ButtonName>.word().map { .bounce($0) }),
    ]
  }
}
