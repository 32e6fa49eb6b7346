extension BinaryInteger {
  /// The number in hexadecimal, padded with zeros to this many digits.
  public func hexadecimal(digits: Int, uppercase: Bool = false) -> String {
    let text = String(self, radix: 16, uppercase: uppercase)
    return String(repeating: "0", count: max(0, digits - text.count)) + text
  }

  /// A register or an I2C address as data sheets write it: "0x1d".
  public var registerText: String { "0x" + hexadecimal(digits: 2) }
}
