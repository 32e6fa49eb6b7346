/// Tags in the form in which FLAC and Opus store them.
///
/// - Source: xiph.org "Ogg Vorbis I format specification: comment field and header specification"; RFC 7845, section
///   5.2.
struct VorbisComment: Sendable, Equatable {
  /// The library that encoded the audio.
  var vendor: [UInt8]
  /// The names and values of the tags; a name may occur more than once.
  var fields: [MetadataField]
  /// True if as many tags could be read as the comment announces.
  private(set) var isWhole = true
}

extension VorbisComment {
  /// Reads all fields that are complete; `nil` if not even the vendor is complete.
  init?(_ bytes: ArraySlice<UInt8>) {
    guard let vendorBytes = bytes.littleEndian(UInt32.self, at: 0),
      let vendor = bytes.part(from: 4, count: Int(vendorBytes))
    else { return nil }
    self.vendor = Array(vendor)
    fields = []
    isWhole = false
    var offset = 4 + vendor.count
    guard let count = bytes.littleEndian(UInt32.self, at: offset) else { return }
    offset += 4
    for _ in 0..<count {
      guard let length = bytes.littleEndian(UInt32.self, at: offset),
        let text = bytes.part(from: offset + 4, count: Int(length))
      else { return }
      offset += 4 + text.count
      guard let equals = text.firstIndex(of: UInt8(ascii: "=")) else { continue }
      fields.append(
        MetadataField(
          text[..<equals].decoded, text[(equals + 1)...].decoded))
    }
    isWhole = true
  }

  /// The bytes of the comment in a file, without the framing bit, which only Vorbis has.
  var serialised: [UInt8] {
    var bytes: [UInt8] = []
    bytes.append(littleEndian: UInt32(vendor.count))
    bytes.append(contentsOf: vendor)
    bytes.append(littleEndian: UInt32(fields.count))
    for field in fields {
      let text = Array("\(field.key)=\(field.value)".utf8)
      bytes.append(littleEndian: UInt32(text.count))
      bytes.append(contentsOf: text)
    }
    return bytes
  }
}
