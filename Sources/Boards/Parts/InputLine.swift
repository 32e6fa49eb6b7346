/// A line with a contact that is closed from outside of the recorder: a push button, or a supply that is about to end.
public struct InputLine: Sendable, Equatable {
  /// Milliseconds where a board file says nothing: contacts bounce for up to 10, a quick finger presses for 50.
  public static let standardDebounceMilliseconds = 20.0

  /// The GPIO line it is connected to.
  public var line: Line
  /// True when a low level means closed, as buttons to ground and supply monitors with an open drain signal it.
  public var isActiveLow: Bool
  /// The resistor.
  public var bias: Bias
  /// Milliseconds for which a level must stay.
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

/// The resistor of an input line.
public enum Bias: String, CaseIterable, Sendable, Codable {
  /// Pulled to the supply.
  case pullUp = "pull-up"
  /// Pulled to ground.
  case pullDown = "pull-down"
  /// None.
  case disabled
  /// Left as it is.
  case asIs = "as-is"
}
