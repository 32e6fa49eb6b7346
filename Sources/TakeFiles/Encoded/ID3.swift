/// Tags that programs for music put before and behind files of any format.
///
/// - Source: id3.org, "ID3v1" and "ID3 tag version 2.4.0 - Main Structure", section 3.1.
enum ID3 {
  /// Bytes of a tag behind the audio.
  static let trailerBytes = 128
  /// More tags than any file has before its audio.
  private static let mostTags = 4

  /// Whether these are the first bytes of a tag behind the audio.
  static func isTrailer(_ bytes: some Collection<UInt8>) -> Bool {
    bytes.starts(with: "TAG".utf8)
  }

  /// Bytes of tags before a format that begins with a name; 0 when it does not follow on them.
  static func bytesBefore(
    _ name: String, in window: inout FileWindow
  ) throws(TakeFileError) -> Int {
    var offset = 0
    for _ in 0..<mostTags {
      guard let bytes = tagBytes(try window.bytes(at: offset, count: 10)) else { break }
      offset += bytes
    }
    return try window.bytes(at: offset, count: 4).elementsEqual(name.utf8) ? offset : 0
  }

  /// The length of the tag that begins here, by its header; `nil` where none does.
  private static func tagBytes(_ header: ArraySlice<UInt8>) -> Int? {
    guard header.count == 10, header.starts(with: "ID3".utf8),
      header.suffix(4).allSatisfy({ $0 < 0x80 })
    else { return nil }
    let size = header.suffix(4).reduce(0) { $0 << 7 | Int($1) }
    // A footer repeats the header.
    let hasFooter = header[header.startIndex + 5] & 0x10 != 0
    return 10 + size + (hasFooter ? 10 : 0)
  }
}
