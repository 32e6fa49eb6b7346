/// Tags that music programs put before and after files of any format.
///
/// - Source: id3.org, "ID3v1" and "ID3 tag version 2.4.0 - Main Structure", section 3.1.
enum ID3 {
  /// The size in bytes of a tag after the audio.
  static let trailerBytes = 128
  /// The most tags to read before the audio: no real file has as many.
  private static let mostTags = 4

  /// True if a tag of the kind that follows the audio begins with these bytes.
  static func isTrailer(_ bytes: some Collection<UInt8>) -> Bool {
    bytes.starts(with: "TAG".utf8)
  }

  /// The number of bytes that tags take at the start of a file, if a format that begins with this name follows them;
  /// otherwise 0.
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

  /// The length in bytes of the tag that has this header; `nil` if this is not the header of a tag.
  private static func tagBytes(_ header: ArraySlice<UInt8>) -> Int? {
    guard header.count == 10, header.starts(with: "ID3".utf8),
      header.suffix(4).allSatisfy({ $0 < 0x80 })
    else { return nil }
    let size = header.suffix(4).reduce(0) { $0 << 7 | Int($1) }
    // A tag may end with a footer, which repeats its header.
    let hasFooter = header[header.startIndex + 5] & 0x10 != 0
    return 10 + size + (hasFooter ? 10 : 0)
  }
}
