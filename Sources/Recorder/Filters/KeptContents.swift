/// The numbers in a kept file, one after the other; new ones are appended at the end, and reading begins at the start.
struct KeptContents {
  /// The bytes written so far, or the bytes still to be read.
  var bytes: ArraySlice<UInt8>

  init(_ bytes: ArraySlice<UInt8> = []) { self.bytes = bytes }

  mutating func append(_ value: Int) {
    withUnsafeBytes(of: Int64(value).littleEndian) { bytes.append(contentsOf: $0) }
  }

  mutating func append(_ values: [Float]) {
    values.map(\.bitPattern.littleEndian).withUnsafeBytes { bytes.append(contentsOf: $0) }
  }

  mutating func append(_ values: [Double]) {
    values.map(\.bitPattern.littleEndian).withUnsafeBytes { bytes.append(contentsOf: $0) }
  }

  /// Reads an integer; `nil` if too few bytes are left.
  mutating func number() -> Int? {
    guard bytes.count >= 8 else { return nil }
    let value = bytes.withUnsafeBytes {
      Int64(littleEndian: $0.loadUnaligned(fromByteOffset: 0, as: Int64.self))
    }
    bytes = bytes.dropFirst(8)
    return Int(exactly: value)
  }

  /// Reads a number of floats; `nil` if fewer are left, or if any is not finite.
  mutating func floats(_ count: Int) -> [Float]? {
    guard count >= 0, count <= bytes.count / 4 else { return nil }
    let values = bytes.withUnsafeBytes { raw in
      (0..<count).map {
        Float(
          bitPattern: UInt32(
            littleEndian: raw.loadUnaligned(fromByteOffset: 4 * $0, as: UInt32.self)))
      }
    }
    bytes = bytes.dropFirst(4 * count)
    return values.allSatisfy(\.isFinite) ? values : nil
  }

  /// Reads a number of doubles; `nil` if fewer are left, or if any is not finite.
  mutating func doubles(_ count: Int) -> [Double]? {
    guard count >= 0, count <= bytes.count / 8 else { return nil }
    let values = bytes.withUnsafeBytes { raw in
      (0..<count).map {
        Double(
          bitPattern: UInt64(
            littleEndian: raw.loadUnaligned(fromByteOffset: 8 * $0, as: UInt64.self)))
      }
    }
    bytes = bytes.dropFirst(8 * count)
    return values.allSatisfy(\.isFinite) ? values : nil
  }

  /// Skips the expected bytes; returns false if the next bytes differ from them.
  mutating func drop<Bytes: Collection>(_ expected: Bytes) -> Bool where Bytes.Element == UInt8 {
    guard bytes.starts(with: expected) else { return false }
    bytes = bytes.dropFirst(expected.count)
    return true
  }
}
