import TOML

/// A fault in the wiring described by a board file, which can be found without hardware.
public struct WiringFault: Sendable, Equatable {
  /// The name of the table in the board file, such as "buttons.record" or "part".
  public var table: String
  /// The index of the table among the tables with the same name; `nil` for a table that can occur only once.
  public var index: Int?
  /// The wrong key.
  public var key: String
  /// The name of the table in sentences: "[buttons.record]", "MIC1:".
  public var subject: String
  /// The number of the affected GPIO line, if there is one.
  public var gpio: Int?
  /// The problem as the rest of a sentence, after its subject.
  public var problem: String
  /// The remedy.
  public var remedy: String

  /// Creates a fault of a button, a light, the power line or the accelerometer.
  init(_ table: String, key: String = "line", gpio: Int?, _ problem: String, _ remedy: String) {
    (self.table, self.key, self.gpio) = (table, key, gpio)
    (self.problem, self.remedy) = (problem, remedy)
    subject = "[\(table)]"
  }

  /// The fault as an error with its position in the file.
  ///
  /// - Throws: `TOMLError` if the board was read from another file.
  public func error(in file: TOMLTable) throws(TOMLError) -> TOMLError {
    var place: TOMLTable? = file
    if let index {
      place = try file.tables(table)[index]
    } else {
      for name in table.split(separator: ".") { place = try place?.table(String(name)) }
    }
    return (place ?? file).error(at: key, problem, remedy)
  }
}

extension WiringFault: CustomStringConvertible {
  /// A sentence that states the problem and the remedy.
  public var description: String { "\(subject) \(problem): \(remedy)" }

  /// A GPIO line in readable form: "GPIO17 (pin 11)".
  static func line(_ gpio: Int) -> String {
    "GPIO\(gpio)" + (HeaderPin(gpio: gpio).map { " (pin \($0.number))" } ?? "")
  }
}

extension Line {
  /// The number of a GPIO line on the header of a Raspberry Pi; `nil` for lines of other chips.
  public var headerGPIO: Int? {
    switch self {
    case .offset(let chip, let line): chip.hasPrefix("pinctrl-") ? line : nil
    case .named(let name):
      name.hasPrefix("GPIO") && HeaderPin.Signal(name: name) != nil ? Int(name.dropFirst(4)) : nil
    }
  }
}

extension Board {
  /// The maximum current of a header line, in milliamperes.
  ///
  /// - Source: Raspberry Pi documentation, "GPIO pads control": a pad is rated for 16 mA.
  public static let mostLineCurrent = 16.0

  /// Every fault in the wiring, as far as the file describes it: first the faults of buttons and lights, then the
  /// faults of parts.
  public var wiringFaults: [WiringFault] {
    lineConflicts + contactFaults + biasFaults + partFaults + addressFaults + currentFaults
  }

  /// The lines of the buttons, the lights and the power failure signal, each with the name of its table, in a fixed
  /// order.
  public var contactLines: [(table: String, line: Line)] {
    var lines: [(table: String, line: Line)] = []
    for name in ButtonName.allCases {
      if let button = buttons[name] { lines.append(("buttons.\(name.rawValue)", button.line)) }
    }
    for name in LightName.allCases {
      if let light = leds[name] { lines.append(("leds.\(name.rawValue)", light.line)) }
    }
    if let power { lines.append(("power", power.line)) }
    return lines
  }

  /// The button or power line described by a table such as "buttons.record".
  private func contact(_ table: String) -> InputLine? {
    table == "power"
      ? power
      : ButtonName(rawValue: String(table.dropFirst("buttons.".count))).flatMap { buttons[$0] }
  }

  /// The faults of lines for buttons, lights and power that an overlay, a driver, the HAT, a part or the I2C bus of the
  /// accelerometer already uses.
  public var lineConflicts: [WiringFault] {
    contactLines.compactMap { table, line in
      guard let gpio = line.headerGPIO, let holder = holder(ofGPIO: gpio, besides: table)
      else { return nil }
      return WiringFault(
        table, gpio: gpio, "names \(WiringFault.line(gpio)), already taken by \(holder)",
        "choose another line")
    }
  }

  /// The current user of a line that a table names; `nil` if, according to the file, the line is free for the table.
  ///
  /// Buttons, lights and the power line do not count as users. A HAT's button is free for a button in the board file.
  func holder(ofGPIO gpio: Int, besides table: String) -> String? {
    if let use = header?.uses.first(where: { $0.lines.contains(gpio) }),
      !(use.isButton && table.hasPrefix("buttons."))
    {
      return use.taker
    }
    if let part = header?.parts.first(where: { part in
      part.wires.contains { $0.signal == .gpio(gpio) }
    }) {
      return "the part \(part.name)"
    }
    // GPIO 2 and 3 are I2C bus 1 of the header.
    if accelerometer?.bus == 1, gpio == 2 || gpio == 3 { return "the accelerometer's bus" }
    // GPIO 0 and 1 belong to a HAT's EEPROM, which the firmware reads at every boot.
    if gpio == 0 || gpio == 1 { return "the memory that identifies a HAT" }
    return nil
  }

  /// The faults of buttons, lights and power among themselves: lines named twice, lines that are not on the header, and
  /// chips of two different computers.
  private var contactFaults: [WiringFault] {
    var faults: [WiringFault] = []
    var seen: [(table: String, gpio: Int)] = []
    let chips = contactLines.compactMap { _, line in
      if case .offset(let chip, _) = line, chip.hasPrefix("pinctrl-") { chip } else { nil }
    }
    for (table, line) in contactLines {
      guard let gpio = line.headerGPIO else { continue }
      if HeaderPin(gpio: gpio) == nil {
        faults.append(
          .init(
            table, gpio: gpio, "names GPIO\(gpio), which the header does not have",
            "choose GPIO2 to GPIO27"))
      }
      if let other = seen.first(where: { $0.gpio == gpio }) {
        faults.append(
          .init(
            table, gpio: gpio,
            "names \(WiringFault.line(gpio)), which is also the line of [\(other.table)]",
            "give each its own line"))
      }
      seen.append((table, gpio))
      if case .offset(let chip, _) = line, let right = header?.chip ?? chips.first, chip != right {
        faults.append(
          .init(
            table, key: "chip", gpio: gpio,
            "names the chip \(chip), but the header's chip is \(right)",
            "use the same chip for all lines"
          ))
      }
    }
    return faults
  }

  /// The faults of resistors that keep a contact permanently pressed, on any GPIO chip.
  private var biasFaults: [WiringFault] {
    contactLines.compactMap { table, line in
      guard let contact = contact(table),
        contact.bias == (contact.isActiveLow ? .pullDown : .pullUp)
      else { return nil }
      return .init(
        table, key: "bias", gpio: line.headerGPIO,
        "has bias \(contact.bias.rawValue) with active-low = \(contact.isActiveLow): at rest it reads as pressed",
        contact.isActiveLow
          ? "a contact to ground needs pull-up" : "a contact to 3V3 needs pull-down")
    }
  }
}
