extension IXML {
  /// The fields below `USER` in a chunk, if it has exactly the form that Pinna writes; `nil` for any other chunk.
  ///
  /// An XML parser would find the same fields, but takes ten times as long, and listing takes consists mostly of this
  /// work.
  static func fields(of bytes: [UInt8]) -> [MetadataField]? {
    bytes.withUnsafeBufferPointer { fields(of: $0) }
  }

  private static func fields(of bytes: UnsafeBufferPointer<UInt8>) -> [MetadataField]? {
    let (less, more, slash) = (UInt8(ascii: "<"), UInt8(ascii: ">"), UInt8(ascii: "/"))
    var place = 0
    while let open = bytes[place...].firstIndex(of: less) {
      place = open + 1
      if bytes[open...].starts(with: userStart.utf8) { break }
    }
    place += userStart.utf8.count - 1
    var fields: [MetadataField] = []
    while place + 1 < bytes.count, bytes[place] == less {
      if bytes[place + 1] == slash {
        return bytes[place...].starts(with: userEnd.utf8) ? fields : nil
      }
      guard let end = bytes[place...].firstIndex(of: more),
        let close = bytes[end...].firstIndex(where: { $0 == less || $0 == UInt8(ascii: "&") }),
        close + 1 < bytes.count, bytes[close] == less, bytes[close + 1] == slash,
        bytes[(close + 2)...].starts(with: bytes[(place + 1)...end]),
        let text = text(bytes[(end + 1)..<close])
      else { return nil }
      let key = String(decoding: bytes[(place + 1)..<end], as: UTF8.self)
      fields.append(MetadataField(key, text.singleLine))
      place = close + 3 + key.utf8.count
      guard place < bytes.count, bytes[place] == UInt8(ascii: "\n") else { return nil }
      place += 1
    }
    return nil
  }

  /// The text that bytes stand for; `nil` if they are not UTF-8.
  private static func text(_ bytes: Slice<UnsafeBufferPointer<UInt8>>) -> String? {
    // Nearly all text is ASCII, which needs no decoding.
    bytes.allSatisfy { $0 < 0x80 }
      ? String(decoding: bytes, as: UTF8.self) : String(validating: bytes, as: UTF8.self)
  }
}
