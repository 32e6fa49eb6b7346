import Boards
import Drawings

/// The wires between a board's 40-pin header and its parts, buttons and lights, including those that are only
/// suggested.
struct WiringPlan {
  /// A pin of the header with everything that is connected to it.
  struct Connection: Encodable {
    var pin: Int
    var line: String
    var colour: WireColour
    /// The far ends of the pin's wires, such as "BCLK of MIC1, MIC2".
    var ends: [String]
    /// True if everything that is connected to the pin is only suggested.
    var isSuggested: Bool
  }

  /// A part of the board with its wires.
  struct Part: Encodable {
    /// A wire from a pad of the part to a pin of the header.
    struct Wire: Encodable {
      var pad: String
      var pin: Int
      var line: String
      var colour: WireColour
    }

    var name: String
    var item: String?
    var isSuggested: Bool
    var wires: [Wire]

    /// The part in one line, with the pin for each pad.
    var words: String {
      let ends = wires.map { "\($0.pad) to pin \($0.pin)" }
      return "\(name)\(isSuggested ? " (suggested)" : ""): \(ends.joined(separator: ", "))"
    }
  }

  /// A line of the header that an overlay, a driver or a HAT uses.
  struct Taken: Encodable {
    var pin: Int
    var line: String
    var by: String
  }

  /// An item of the shopping list.
  struct Item: Encodable {
    var count: Int
    var item: String
  }

  let board: Board
  let suggestions: [LineSuggestion]
  private(set) var parts: [Part]
  private(set) var warnings: [String]

  /// Makes the plan for a board.
  init(_ board: Board) {
    self.board = board
    suggestions = LineSuggestion.all(for: board)
    parts = (board.header?.parts ?? []).map(Self.part)
    parts += board.contactLines.compactMap { table, line in
      line.headerGPIO.flatMap {
        Self.contact(table, $0, isActiveLow: board.isActiveLow(table), isSuggested: false)
      }
    }
    if let accelerometer = board.accelerometer, accelerometer.bus == 1 {
      parts.append(Self.accelerometer(accelerometer))
    }
    parts += suggestions.compactMap {
      Self.contact($0.table, $0.gpio, isActiveLow: !$0.table.hasPrefix("leds."), isSuggested: true)
    }
    warnings = board.wiringFaults.map(\.description)
  }

  // MARK: - The results

  /// The pins in use, in the order of the header.
  var connections: [Connection] {
    HeaderPin.all.compactMap { pin in
      let joined = parts.filter { part in part.wires.contains { $0.pin == pin.number } }
      guard !joined.isEmpty else { return nil }
      return Connection(
        pin: pin.number, line: "\(pin.signal)", colour: WireColour(pin.signal),
        ends: ends(at: pin.number), isSuggested: joined.allSatisfy(\.isSuggested))
    }
  }

  /// The lines that something else uses, in the order of the header.
  var taken: [Taken] {
    let uses = board.header?.uses ?? []
    return HeaderPin.all.compactMap { pin in
      guard case .gpio(let number) = pin.signal,
        let use = uses.first(where: { $0.lines.contains(number) })
      else { return nil }
      return Taken(pin: pin.number, line: "\(pin.signal)", by: use.taker)
    }
  }

  /// The lines of `/boot/firmware/config.txt` that the header and the accelerometer need.
  var config: [String] {
    let lines = board.header?.config ?? []
    // In the parameters of the firmware, "i2c" is another name for "i2c_arm".
    let hasBus = lines.contains { $0.contains("i2c_arm=on") || $0.contains("i2c=on") }
    return board.accelerometer?.bus == 1 && !hasBus ? lines + ["dtparam=i2c_arm=on"] : lines
  }

  /// Everything to buy besides the computer, with equal items counted together.
  var shopping: [Item] {
    var items: [Item] = []
    for text in parts.compactMap(\.item) {
      if let index = items.firstIndex(where: { $0.item == text }) {
        items[index].count += 1
      } else {
        items.append(Item(count: 1, item: text))
      }
    }
    return items
  }

  /// The place of each microphone, such as "MIC1: 30 mm to the left, 30 mm up", in the view of ``placesTitle``.
  var places: [String] {
    board.microphones.compactMap { microphone in
      guard board.header?.parts.contains(where: { $0.name == microphone.name }) == true else {
        return nil
      }
      let (x, y) = (microphone.position.x, microphone.position.y)
      let words = [(x, x < 0 ? "to the left" : "to the right"), (y, y < 0 ? "down" : "up")]
        .filter { abs($0.0) >= 0.0001 }
        .map { "\((abs($0.0) * 1000).shortText(digits: 3)) mm \($0.1)" }
      let place = words.isEmpty ? "in the middle" : words.joined(separator: ", ")
      return "\(microphone.name): \(place)"
    }
  }

  /// The title of ``places``, which says from where the board is seen.
  static let placesTitle =
    "Distances from the middle, seen facing the front (the sound ports), with the connector at the bottom"

  /// The words about buttons and lights for which no lines can be suggested.
  var unknown: [String] {
    switch board.header {
    case nil: [WiringText.unknownHeader]
    case let header?: header.suggests ? [] : [WiringText.unknownLines]
    }
  }

  /// The tables for the suggested lines, which can be added to the board file.
  var suggestedTables: [String] {
    let chip = board.header?.chip ?? Computer.pi4.chip
    let note =
      board.header?.chip == nil
      ? "   # Raspberry Pi 4; \(Computer.pi5.chip) on a 5, \(Computer.pi3.chip) on a 3 or Zero 2"
      : ""
    return suggestions.flatMap { suggestion in
      ["[\(suggestion.table)]", "chip = \"\(chip)\"\(note)", "line = \(suggestion.gpio)", ""]
    }
  }

  /// The far ends of a pin's wires, with the same pad of several parts named once.
  private func ends(at pin: Int) -> [String] {
    var pads: [(pad: String, parts: [String])] = []
    for part in parts {
      for wire in part.wires where wire.pin == pin {
        if let index = pads.firstIndex(where: { $0.pad == wire.pad }) {
          pads[index].parts.append(part.name)
        } else {
          pads.append((wire.pad, [part.name]))
        }
      }
    }
    let all = board.header?.parts.count ?? 0
    return pads.map { pad, names in
      names.count == all && all > 2
        ? "\(pad) of all \(all) parts" : "\(pad) of \(names.joined(separator: ", "))"
    }
  }

  // MARK: - Parts

  private static func part(_ part: Header.Part) -> Part {
    Part(
      name: part.name, item: part.item, isSuggested: false,
      wires: part.wires.compactMap { wire in
        pin(wire.signal, nearRow: 0).map {
          .init(
            pad: wire.pad, pin: $0.number, line: "\(wire.signal)", colour: WireColour(wire.signal))
        }
      })
  }

  /// A button or a light, with wires to its line and to the nearest ground or supply, depending on its active level; or
  /// a power line with wires to its line and to ground.
  private static func contact(
    _ table: String, _ gpio: Int, isActiveLow: Bool, isSuggested: Bool
  ) -> Part? {
    guard let pin = HeaderPin(gpio: gpio) else { return nil }
    let (isLight, isPower) = (table.hasPrefix("leds."), table == "power")
    let name = table.split(separator: ".").last.map(String.init) ?? table
    let (lit, dark) = isActiveLow ? ("cathode", "anode") : ("anode", "cathode")
    let other: HeaderPin.Signal = isPower || isActiveLow != isLight ? .ground : .supply3V3
    var wires = [
      Part.Wire(
        pad: isLight ? "\(lit), via 1 kOhm" : isPower ? "\"power fails\"" : "one contact",
        pin: pin.number, line: "\(pin.signal)", colour: .white)
    ]
    if let end = HeaderPin.nearest(other, toRow: pin.row) {
      wires.append(
        .init(
          pad: isLight ? dark : isPower ? "ground" : "other contact", pin: end.number,
          line: "\(other)", colour: WireColour(other)))
    }
    let colour = name == "record" ? "red" : "green"
    return Part(
      name: "\(name) \(isLight ? "light" : isPower ? "line" : "button")",
      item: isPower
        ? nil
        : isLight ? "LED, \(colour), with a resistor of 1 kOhm" : "push button, normally open",
      isSuggested: isSuggested, wires: wires)
  }

  private static func accelerometer(_ part: Accelerometer) -> Part {
    let ends: [(String, HeaderPin.Signal)] = [
      ("VCC or 3V", .supply3V3), ("SDA", .gpio(2)), ("SCL", .gpio(3)), ("GND", .ground),
    ]
    return Part(
      name: "accelerometer", item: "board with a \(part.chip.uppercased()), I2C, 3.3 V",
      isSuggested: false,
      wires: ends.compactMap { pad, signal in
        pin(signal, nearRow: 1).map {
          .init(pad: pad, pin: $0.number, line: "\(signal)", colour: WireColour(signal))
        }
      })
  }

  private static func pin(_ signal: HeaderPin.Signal, nearRow row: Int) -> HeaderPin? {
    if case .gpio(let number) = signal { return HeaderPin(gpio: number) }
    return HeaderPin.nearest(signal, toRow: row)
  }
}

extension Board {
  /// True if a low level means that the contact is closed or the light is on, for a table such as "buttons.record".
  fileprivate func isActiveLow(_ table: String) -> Bool {
    let name = table.split(separator: ".").last.map(String.init) ?? table
    if table.hasPrefix("leds.") {
      return LightName(rawValue: name).flatMap { leds[$0] }?.isActiveLow ?? false
    }
    return (table == "power" ? power : ButtonName(rawValue: name).flatMap { buttons[$0] })?
      .isActiveLow ?? true
  }
}
