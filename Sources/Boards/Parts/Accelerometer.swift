/// The accelerometer of a board.
public struct Accelerometer: Sendable, Equatable {
  /// The name of the chip in lower case.
  public var chip: String
  /// The number of the I2C bus.
  public var bus: Int
  /// The 7-bit address on the bus.
  public var address: Int
  /// The rows of the rotation matrix (determinant +1) from chip axes to device axes.
  public var mount: [Vector3]

  /// Creates an accelerometer from its parts.
  public init(chip: String, bus: Int, address: Int, mount: [Vector3]) {
    self.chip = chip
    self.bus = bus
    self.address = address
    self.mount = mount
  }
}

/// The way in which a board is used: held in the hand, or fixed.
public enum OrientationMode: Sendable, Equatable {
  /// The board is held in one of four orientations, which the direction of gravity distinguishes.
  case handHeld
  /// The same side of the board is always up; `up` is a direction in the device frame with unit length.
  case fixed(up: Vector3)
}
