/// What a raw 32-bit word of the frame ring holds.
public enum WordFormat: Sendable, Equatable {
  /// A two's complement integer, left-justified: full scale is 2^31 whatever the bits per sample.
  case integer
  /// The bit pattern of a Float with full scale 1.
  case float

  /// The magnitude from which a sample of `validBits` per sample counts as clipped.
  ///
  /// It is the largest positive sample: 1 - 2^(1 - validBits) for integers, 1 for Float.
  public func clipLevel(validBits: Int) -> Float {
    precondition((2...32).contains(validBits))
    switch self {
    case .integer: return Float(1 - 1 / Double(UInt64(1) << (validBits - 1)))
    case .float: return 1
    }
  }
}
