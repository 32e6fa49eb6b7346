/// A line that a board file gives to two things at once.
public struct LineConflict: Sendable, Equatable {
  /// The table of the board file that names the line: "buttons.record".
  public var table: String
  /// The number of the line.
  public var gpio: Int
  /// Who has it already.
  public var holder: String

  /// A conflict from its parts.
  public init(table: String, gpio: Int, holder: String) {
    self.table = table
    self.gpio = gpio
    self.holder = holder
  }
}

extension LineConflict: CustomStringConvertible {
  /// A sentence that says which line, and who has it.
  public var description: String {
    let pin = HeaderPin(gpio: gpio).map { " (pin \($0.number))" } ?? ""
    return "[\(table)] names GPIO\(gpio)\(pin), which \(holder) takes: choose another line"
  }
}

extension Line {
  /// The number of a line of the header of a Raspberry Pi; `nil` for lines of other chips.
  public var headerGPIO: Int? {
    switch self {
    case .offset(let chip, let line): chip.hasPrefix("pinctrl-") ? line : nil
    case .named(let name):
      name.hasPrefix("GPIO") && HeaderPin.Signal(name: name) != nil ? Int(name.dropFirst(4)) : nil
    }
  }
}

extension Board {
  /// The lines of buttons, lights and the power line, each with the name of its table, in a fixed order.
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

  /// Lines of buttons, lights and power that the overlay, the driver, the HAT, a part or the I2C bus of the
  /// accelerometer has already.
  public var lineConflicts: [LineConflict] {
    contactLines.compactMap { table, line in
      guard let gpio = line.headerGPIO, let holder = holder(ofGPIO: gpio, besides: table)
      else { return nil }
      return LineConflict(table: table, gpio: gpio, holder: holder)
    }
  }

  /// The taker of a line that a table would name; `nil` for a line that is free for it, as far as the file says.
  ///
  /// Buttons, lights and the power line do not count: the file itself may not name one of theirs twice. A button of a
  /// HAT is free for a button.
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
    // I2C bus 1 of the header.
    if accelerometer?.bus == 1, gpio == 2 || gpio == 3 { return "the bus of the accelerometer" }
    return nil
  }
}
