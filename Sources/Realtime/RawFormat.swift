/// The content of a raw sample in the frame ring.
public enum RawFormat: Sendable, Equatable {
  /// A two's complement integer, left-justified, so that full scale is 2^31 for any number of bits per sample.
  case integer
  /// The bit pattern of a Float with full scale 1.
  case float

  /// The magnitude from which a sample counts as clipped: for Float 1, and for integers the largest positive sample of
  /// a converter with this many bits, where more than 16 bits count as 16.
  ///
  /// So any sample within one 16-bit step of full scale counts as clipped, whatever the device says about its bits:
  /// cards with I2S microphones of 18 and 24 bits state 32 bits, and the lower bits of their largest samples are zero.
  public func clipLevel(significantBits: Int) -> Float {
    precondition((2...32).contains(significantBits))
    switch self {
    case .integer: return Float(1 - 1 / Double(UInt64(1) << (min(significantBits, 16) - 1)))
    case .float: return 1
    }
  }
}
