/// An LED.
public struct LED: Sendable, Equatable {
  /// The GPIO line it is connected to.
  public var line: Line
  /// True if a low level lights it.
  public var isActiveLow: Bool
  /// Its current while lit, in milliamperes; `nil` if the file does not state it.
  public var current: Double?

  /// The currents that a board file may state, in milliamperes.
  static let currents = 0.0...5000.0

  /// An LED from its parts.
  public init(line: Line, isActiveLow: Bool = false) {
    self.line = line
    self.isActiveLow = isActiveLow
  }
}

/// The headphone monitor's device.
public struct Playback: Sendable, Equatable {
  /// An ALSA name with a stable card id.
  public var device: String

  /// A playback device by its name.
  public init(device: String) {
    self.device = device
  }
}
