/// A line with a contact that is closed from outside the recorder: a push button, or a failing supply.
public struct InputLine: Sendable, Equatable {
  /// The default, in milliseconds: contacts bounce for up to 10, a quick press lasts 50.
  public static let standardDebounceMilliseconds = 20.0

  /// The GPIO line it is connected to.
  public var line: Line
  /// True if a low level means closed, as with buttons to ground and open-drain supply monitors.
  public var isActiveLow: Bool
  /// The bias resistor.
  public var bias: Bias
  /// The time in milliseconds for which a level must be stable.
  public var debounceMilliseconds: Double

  /// A line from its parts.
  public init(
    line: Line, isActiveLow: Bool = true, bias: Bias = .pullUp,
    debounceMilliseconds: Double = InputLine.standardDebounceMilliseconds
  ) {
    self.line = line
    self.isActiveLow = isActiveLow
    self.bias = bias
    self.debounceMilliseconds = debounceMilliseconds
  }
}

/// A GPIO line: by chip label and offset, or by its own name.
public enum Line: Sendable, Equatable {
  /// A chip's label and the offset of the line on it.
  case offset(chip: String, line: Int)
  /// The line's own name.
  case named(String)
}

/// The bias resistor of an input line.
public enum Bias: String, CaseIterable, Sendable, Codable {
  /// Pulled to the supply.
  case pullUp = "pull-up"
  /// Pulled to ground.
  case pullDown = "pull-down"
  /// None.
  case disabled
  /// Left unchanged.
  case asIs = "as-is"
}
