import TOML

/// An input line with a contact, which a push button or a failing power supply closes.
public struct InputLine: Sendable, Equatable {
  /// The default debounce time in milliseconds: contacts bounce for up to 10 ms, and a quick press lasts 50 ms.
  public static let standardDebounceMilliseconds = 20.0

  /// The GPIO line of the contact.
  public var line: Line
  /// True if a low level means closed, as with buttons that connect to ground and with open-drain supply monitors.
  @Key("active-low", .flag) public var isActiveLow = true
  /// The bias resistor of the line.
  @Key("bias", .word()) public var bias = Bias.pullUp
  /// The time in milliseconds for which a level must stay stable to count.
  @Key("debounce", 0...1000, "ms")
  public var debounceMilliseconds = standardDebounceMilliseconds

  /// Creates a line from its parts.
  public init(
    line: Line, isActiveLow: Bool? = nil, bias: Bias? = nil, debounceMilliseconds: Double? = nil
  ) {
    self.line = line
    if let isActiveLow { self.isActiveLow = isActiveLow }
    if let bias { self.bias = bias }
    if let debounceMilliseconds { self.debounceMilliseconds = debounceMilliseconds }
  }
}

/// A GPIO line, identified by a chip label and an offset, or by the line's own name.
public enum Line: Sendable, Equatable {
  /// The label of a chip, and the offset of the line on the chip.
  case offset(chip: String, line: Int)
  /// The name of the line itself.
  case named(String)
}

/// The bias resistor of an input line.
public enum Bias: String, CaseIterable, Sendable, Codable {
  /// The line is pulled up to the supply.
  case pullUp = "pull-up"
  /// The line is pulled down to ground.
  case pullDown = "pull-down"
  /// The line has no bias resistor.
  case disabled
  /// The line keeps its current bias.
  case asIs = "as-is"
}
