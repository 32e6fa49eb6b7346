extension BinaryInteger {
  /// The number in hexadecimal, padded with zeros to `digits` digits.
  public func hexadecimal(digits: Int, uppercase: Bool = false) -> String {
    Self.padded(String(self, radix: 16, uppercase: uppercase), to: digits)
  }

  /// The number in decimal, padded with zeros to `digits` digits.
  public func decimal(digits: Int) -> String { Self.padded(String(self), to: digits) }

  private static func padded(_ text: String, to digits: Int) -> String {
    String(repeating: "0", count: max(0, digits - text.count)) + text
  }

  /// The number of a register or an I2C address, written as in data sheets: "0x1d".
  public var registerText: String { "0x" + hexadecimal(digits: 2) }
}
