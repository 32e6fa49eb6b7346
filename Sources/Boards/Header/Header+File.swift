import TOML

extension Header {
  /// Reads `[header]`, `[[header-use]]` and `[[part]]`; `nil` if the file has none of these tables.
  static func read(_ file: TOMLTable) throws(TOMLError) -> Header? {
    let uses = try file.tables("header-use")
    let parts = try file.tables("part")
    let table = try file.table("header")
    guard table != nil || !uses.isEmpty || !parts.isEmpty else { return nil }
    var header = Header()
    if let table {
      header.config = try table.strings("config") ?? []
      header.free = try table.gpioNumbers("free") ?? []
      try table.readKeys(of: header)
      header.notOn = try table.choices("not-on", of: Computer.allCases) ?? []
    }
    for use in uses {
      let taker = try use.label("by", most: 200, example: "\"overlay googlevoicehat-soundcard\"")
      let lines = try use.required("lines", use.gpioNumbers("lines"), example: "[\"GPIO16\"]")
      let read = Use(taker: taker, lines: lines)
      try use.readKeys(of: read)
      header.uses.append(read)
    }
    for part in parts {
      let name = try part.label("name", example: "\"LEFT\"")
      guard !header.parts.contains(where: { $0.name == name }) else {
        throw part.error(
          at: "name", "\"\(name)\" is also the name of another part", "give each part its own name")
      }
      let read = Part(name: name, wires: try part.wires("wires"))
      try part.readKeys(of: read)
      header.parts.append(read)
    }
    return header
  }
}

extension TOMLTable {
  /// Reads an array with the names of GPIO lines on the header.
  fileprivate func gpioNumbers(_ key: String) throws(TOMLError) -> [Int]? {
    guard let names = try strings(key) else { return nil }
    var numbers: [Int] = []
    for (element, name) in names.enumerated() {
      guard case .gpio(let number) = HeaderPin.Signal(name: name) else {
        throw error(
          at: key, element: element, "\"\(name)\" is not a line of the header",
          "write \"GPIO0\" to \"GPIO27\"")
      }
      numbers.append(number)
    }
    return numbers
  }

  /// Reads the wires of a part, each written as "PAD to SIGNAL".
  fileprivate func wires(_ key: String) throws(TOMLError) -> [Header.Wire] {
    let texts = try required(
      key, strings(key), example: "[\"3V to 3V3\", \"GND to GND\", \"BCLK to GPIO18\"]")
    var wires: [Header.Wire] = []
    for (element, text) in texts.enumerated() {
      let ends = text.split(separator: " ")
      guard ends.count >= 3, ends[ends.count - 2] == "to",
        let signal = HeaderPin.Signal(name: String(ends[ends.count - 1]))
      else {
        throw error(
          at: key, element: element, "\"\(text)\" is not a wire",
          "write PAD to 3V3, 5V, GND or a line of the header, such as \"BCLK to GPIO18\"")
      }
      wires.append(Header.Wire(pad: ends.dropLast(2).joined(separator: " "), signal: signal))
    }
    return wires
  }
}
