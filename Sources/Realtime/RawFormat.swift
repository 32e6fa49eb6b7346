/// The content of a raw sample of the frame ring.
public enum RawFormat: Sendable, Equatable {
  /// A two's complement integer, left-justified: full scale is 2^31 whatever the bits per sample.
  case integer
  /// The bit pattern of a Float with full scale 1.
  case float

  /// The magnitude from which a sample counts as clipped: 1 for Float, and for integers the largest positive sample of
  /// a converter with so many bits, of at most 16.
  ///
  /// Within one step of 16 bits of full scale a sample is clipped whatever the device says: I2S microphones of 18 and
  /// 24 bits are on cards that state 32, and their largest samples have zeros below.
  public func clipLevel(significantBits: Int) -> Float {
    precondition((2...32).contains(significantBits))
    switch self {
    case .integer: return Float(1 - 1 / Double(UInt64(1) << (min(significantBits, 16) - 1)))
    case .float: return 1
    }
  }
}
