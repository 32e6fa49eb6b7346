/// The content of a raw sample in the frame ring.
public enum RawFormat: Sendable, Equatable {
  /// A two's complement integer, left-justified, so that full scale is 2^31 for any number of bits per sample.
  case integer
  /// The bit pattern of a Float with full scale 1.
  case float

  /// The magnitude from which a sample counts as clipped: 1 for Float; for integers, the largest positive sample of a
  /// converter with this many bits, or with 16 bits if there are more.
  ///
  /// Any sample within one 16-bit step of full scale therefore counts as clipped, whatever number of bits the device
  /// states. Cards with 18-bit or 24-bit I2S microphones state 32 bits, although the lower bits of their largest
  /// samples are zero.
  public func clipLevel(significantBits: Int) -> Float {
    precondition((2...32).contains(significantBits))
    switch self {
    case .integer: return Float(1 - 1 / Double(UInt64(1) << (min(significantBits, 16) - 1)))
    case .float: return 1
    }
  }
}
