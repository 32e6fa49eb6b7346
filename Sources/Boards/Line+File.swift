import TOML

/// The GPIO lines that a board file has named so far, to find lines that it names twice.
struct LinesInUse {
  private var used: [(line: Line, path: String)] = []

  /// Reads the keys that name a line: either `chip` and `line`, or `name` alone.
  mutating func read(_ table: TOMLTable?) throws(TOMLError) -> Line? {
    guard let table else { return nil }
    let line = try table.gpioLine()
    if let other = used.first(where: { $0.line == line }) {
      throw table.error(
        at: table.contains("name") ? "name" : "line", "is already the line of [\(other.path)]",
        "give each its own line")
    }
    used.append((line: line, path: table.path))
    return line
  }
}

extension TOMLTable {
  fileprivate func gpioLine() throws(TOMLError) -> Line {
    let remedy =
      "give a chip's label and a line (chip = \"pinctrl-rp1\", line = 17), or a line name"
    let name = try string("name")
    let chip = try string("chip")
    let line = try int("line", in: 0...1023)
    switch (name, chip, line) {
    case (let name?, nil, nil):
      guard !name.isEmpty else { throw error(at: "name", "is empty", remedy) }
      return .named(name)
    case (nil, let chip?, let line?):
      guard !chip.isEmpty else { throw error(at: "chip", "is empty", remedy) }
      return .offset(chip: chip, line: line)
    case (nil, nil, nil): throw error("names no GPIO line", remedy)
    case (nil, _?, nil): throw missing("line", "write, for example, line = 17")
    case (nil, nil, _?): throw missing("chip", "write, for example, chip = \"pinctrl-rp1\"")
    default: throw error(at: "name", "is given together with chip or line", remedy)
    }
  }
}

extension InputLine {
  /// Reads the tables `[buttons.<name>]`.
  static func readAll(
    _ tables: TOMLTable?, _ lines: inout LinesInUse
  ) throws(TOMLError) -> [ButtonName: InputLine] {
    var result: [ButtonName: InputLine] = [:]
    for name in ButtonName.allCases {
      result[name] = try read(tables?.table(name.rawValue), &lines)
    }
    return result
  }

  /// Reads the table of a single contact, such as `[power]`.
  static func read(
    _ table: TOMLTable?, _ lines: inout LinesInUse
  ) throws(TOMLError) -> InputLine? {
    guard let table, let line = try lines.read(table) else { return nil }
    let input = InputLine(line: line)
    try table.readKeys(of: input)
    return input
  }
}

extension LED {
  /// Reads the tables `[leds.<name>]`.
  static func readAll(
    _ tables: TOMLTable?, _ lines: inout LinesInUse
  ) throws(TOMLError) -> [LightName: LED] {
    var result: [LightName: LED] = [:]
    for name in LightName.allCases {
      guard let table = try tables?.table(name.rawValue), let line = try lines.read(table)
      else { continue }
      let light = LED(line: line)
      try table.readKeys(of: light)
      result[name] = light
    }
    return result
  }
}
