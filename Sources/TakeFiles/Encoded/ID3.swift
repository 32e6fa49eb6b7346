/// Tags that music programs put before and after files of any format.
///
/// - Source: id3.org, "ID3v1" and "ID3 tag version 2.4.0 - Main Structure", section 3.1.
enum ID3 {
  /// The size in bytes of a tag after the audio.
  static let trailerBytes = 128
  /// A limit for tags before the audio: more than in any real file.
  private static let mostTags = 4

  /// True if these are the first bytes of a tag after the audio.
  static func isTrailer(_ bytes: some Collection<UInt8>) -> Bool {
    bytes.starts(with: "TAG".utf8)
  }

  /// The number of bytes of tags before a format that begins with a name; 0 if the name does not follow them.
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

  /// The length of the tag that begins here, according to its header; `nil` if there is no tag.
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
