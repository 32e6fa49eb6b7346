/// The header of a box in an MPEG-4 file.
///
/// - Source: ISO/IEC 14496-12, section 4.2.
struct MPEG4Box: Sendable, Equatable {
  /// The name of the box: four characters.
  var kind: [UInt8]
  /// The offset at which the box begins.
  var offset: Int
  /// The size of the box in bytes, header and contents together.
  var bytes: Int
  /// The size of the header in bytes: 8, or 16 if it states a 64-bit size.
  var headerBytes: Int

  /// The range of the contents, counted from the same point as ``offset``.
  var contents: Range<Int> { (offset + headerBytes)..<(offset + bytes) }

  /// Parses a header.
  ///
  /// - Parameters:
  ///   - header: the first bytes of the box, at least 16 unless the file ends earlier.
  ///   - offset: the value for ``offset``.
  /// - Returns: `nil` if the header is incomplete, or if it states a size smaller than its own; otherwise the stated
  ///   size is not checked.
  init?(_ header: ArraySlice<UInt8>, offset: Int) {
    guard let size = header.bigEndian(UInt32.self, at: 0), let name = header.part(from: 4, count: 4)
    else { return nil }
    self.offset = offset
    kind = Array(name)
    if size == 1 {
      guard let large = header.bigEndian(UInt64.self, at: 8), large <= UInt64(1) << 48 else {
        return nil
      }
      (headerBytes, bytes) = (16, Int(large))
    } else {
      (headerBytes, bytes) = (8, Int(size))
    }
    guard bytes >= headerBytes else { return nil }
  }

  func isNamed(_ name: String) -> Bool { kind.elementsEqual(name.utf8) }

  /// The first box with this name in a range; `nil` if there is none, or if the bytes do not contain all of it.
  static func first(
    _ name: String, in bytes: ArraySlice<UInt8>, range: Range<Int>
  ) -> MPEG4Box? {
    let found = MPEG4Boxes(bytes: bytes, range: range).first { $0.isNamed(name) }
    return found.flatMap { $0.offset + $0.bytes <= bytes.count ? $0 : nil }
  }

  /// The box that is reached by a path of names, each inside the one before it.
  static func find(_ path: [String], in bytes: ArraySlice<UInt8>, range: Range<Int>) -> MPEG4Box? {
    var range = range
    var found: MPEG4Box?
    for name in path {
      guard let box = first(name, in: bytes, range: range) else { return nil }
      found = box
      range = box.contents
    }
    return found
  }

  /// The bytes of a box with a name and contents.
  static func made(_ name: some Sequence<UInt8>, _ contents: [UInt8]) -> [UInt8] {
    UInt32(8 + contents.count).bigEndianBytes + name + contents
  }
}

/// The boxes that follow one another in a range, as far as they are complete.
struct MPEG4Boxes: Sequence, IteratorProtocol {
  let bytes: ArraySlice<UInt8>
  var range: Range<Int>

  mutating func next() -> MPEG4Box? {
    guard let header = bytes.part(from: range.lowerBound, count: Swift.min(16, range.count)),
      let box = MPEG4Box(header, offset: range.lowerBound), box.bytes <= range.count
    else { return nil }
    range = (range.lowerBound + box.bytes)..<range.upperBound
    return box
  }
}
