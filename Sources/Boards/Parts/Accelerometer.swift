/// The accelerometer of a board.
public struct Accelerometer: Sendable, Equatable {
  /// The part's name in lower case.
  public var chip: String
  /// The I2C bus number.
  public var bus: Int
  /// The 7-bit address.
  public var address: Int
  /// The rows of the rotation matrix from chip axes to device axes; determinant +1.
  public var mount: [Vector3]

  /// An accelerometer from its parts.
  public init(chip: String, bus: Int, address: Int, mount: [Vector3]) {
    self.chip = chip
    self.bus = bus
    self.address = address
    self.mount = mount
  }
}

/// The way a board is used: held in the hand, or lying still.
public enum OrientationMode: Sendable, Equatable {
  /// Four orientations, distinguished by gravity.
  case handHeld
  /// Always this way up: a direction in the device frame, unit length.
  case fixed(up: Vector3)
}
