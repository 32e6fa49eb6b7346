/// The 64-bit FNV-1a hash of bytes, or of wider numbers, each hashed as one unit.
///
/// - Source: draft-eastlake-fnv-17.
@inlinable public func fnv1a<Numbers: Sequence>(
  _ numbers: Numbers, basis: UInt64 = 0xcbf2_9ce4_8422_2325
) -> UInt64 where Numbers.Element: FixedWidthInteger & UnsignedInteger {
  numbers.reduce(basis) { ($0 ^ UInt64($1)) &* 0x0000_0100_0000_01b3 }
}
