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
    words(1, of: Int64.self).flatMap { Int(exactly: $0[0]) }
  }

  /// Reads a number of floats; `nil` if fewer are left, or if any is not finite.
  mutating func floats(_ count: Int) -> [Float]? {
    let values = words(count, of: UInt32.self)?.map { Float(bitPattern: $0) }
    return values.flatMap { $0.allSatisfy(\.isFinite) ? $0 : nil }
  }

  /// Reads a number of doubles; `nil` if fewer are left, or if any is not finite.
  mutating func doubles(_ count: Int) -> [Double]? {
    let values = words(count, of: UInt64.self)?.map { Double(bitPattern: $0) }
    return values.flatMap { $0.allSatisfy(\.isFinite) ? $0 : nil }
  }

  private mutating func words<Word: FixedWidthInteger>(
    _ count: Int, of type: Word.Type
  ) -> [Word]? {
    let size = MemoryLayout<Word>.size
    guard count >= 0, count <= bytes.count / size else { return nil }
    let words = bytes.withUnsafeBytes { raw in
      (0..<count).map {
        Word(littleEndian: raw.loadUnaligned(fromByteOffset: size * $0, as: type))
      }
    }
    bytes = bytes.dropFirst(size * count)
    return words
  }

  /// Skips the expected bytes; returns false if the next bytes differ from them.
  mutating func drop<Bytes: Collection>(_ expected: Bytes) -> Bool where Bytes.Element == UInt8 {
    guard bytes.starts(with: expected) else { return false }
    bytes = bytes.dropFirst(expected.count)
    return true
  }
}
