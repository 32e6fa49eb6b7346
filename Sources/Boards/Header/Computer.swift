/// A computer with a 40-pin header, as used in recorders.
public enum Computer: String, CaseIterable, Sendable {
  case zero2, pi3, pi4, pi5

  /// The name of the product.
  public var name: String {
    switch self {
    case .zero2: "Raspberry Pi Zero 2 W"
    case .pi3: "Raspberry Pi 3"
    case .pi4: "Raspberry Pi 4"
    case .pi5: "Raspberry Pi 5"
    }
  }

  /// The label of the GPIO chip of the header.
  public var chip: String {
    switch self {
    case .zero2, .pi3: "pinctrl-bcm2835"
    case .pi4: "pinctrl-bcm2711"
    case .pi5: "pinctrl-rp1"
    }
  }

  /// The maximum number of I2S microphones that the computer can read: two for each data line.
  public var mostI2SMicrophones: Int { self == .pi5 ? 8 : 2 }
}
