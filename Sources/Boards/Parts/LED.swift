import TOML

/// An LED of a board.
public struct LED: Sendable, Equatable {
  /// The GPIO line of the LED.
  public var line: Line
  /// True if a low level lights the LED.
  @Key("active-low", .flag) public var isActiveLow = false
  /// The current of the lit LED in milliamperes; `nil` if the file does not state it.
  @Key("current", currents, "mA") public var current: Double?

  /// The allowed currents in a board file, in milliamperes.
  static let currents = 0.0...5000.0

  /// Creates an LED from its parts.
  public init(line: Line, isActiveLow: Bool? = nil) {
    self.line = line
    if let isActiveLow { self.isActiveLow = isActiveLow }
  }
}

/// The playback device of the headphone monitor.
public struct Playback: Sendable, Equatable {
  /// An ALSA name that identifies the card by its stable id.
  public var device: String

  /// Creates a playback device from its name.
  public init(device: String) {
    self.device = device
  }
}
