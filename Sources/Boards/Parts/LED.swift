/// An LED.
public struct LED: Sendable, Equatable {
  /// The GPIO line it is connected to.
  public var line: Line
  /// True when a low level lights it.
  public var isActiveLow: Bool
  /// Milliamperes that it draws while it is lit; `nil` when the file does not say.
  public var current: Double?

  /// Milliamperes that a board file may state.
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
