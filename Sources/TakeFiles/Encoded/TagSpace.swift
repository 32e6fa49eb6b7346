/// The space for tags at the start of a compressed file: always rewritten whole, never moved, never resized.
///
/// FLAC: the VORBIS_COMMENT block and the PADDING after it. Opus: the page with the OpusTags packet. MPEG-4: the bytes
/// after the handler in moov/udta/meta.
struct TagSpace: Sendable, Equatable {
  /// The offset of the space in the file.
  private(set) var offset: Int
  /// Its size in bytes.
  let count: Int
  /// The fields that were found in it.
  let found: [MetadataField]
  /// True when all of it could be read.
  private(set) var isWhole = true
  private let form: Form

  private enum Form: Sendable, Equatable {
    /// A FLAC block; `isLast` is true when audio follows at once.
    case flac(vendor: [UInt8], isLast: Bool)
    /// An Opus page; its own header is part of the space, because its checksum covers the tags.
    case opus(vendor: [UInt8], pageHeader: [UInt8])
    case mpeg4
  }

  /// The number of bytes that are reserved for tags in a new file: the metadata of a take and about 80 markers.
  static let reservedBytes = 12288
  /// The number of bytes at the start of a file in which the space must lie.
  static let searchedBytes = 1 << 17

  private init(offset: Int, count: Int, found: [MetadataField], form: Form) {
    self.offset = offset
    self.count = count
    self.found = found
    self.form = form
  }

  /// The space between two positions of a FLAC file whose blocks are broken, up to the start of the audio.
  init(flacFrom start: Int, to end: Int) {
    self.init(
      offset: start, count: end - start, found: [], form: .flac(vendor: [], isLast: true))
  }

  var range: Range<Int> { offset..<(offset + count) }

  /// The same space in a file with this many more bytes before its format.
  func shifted(by bytes: Int) -> TagSpace {
    var space = self
    space.offset += bytes
    return space
  }

  /// Finds the space in the first bytes of a file; `nil` when it is not there, or not there yet.
  static func locate(in head: ArraySlice<UInt8>, kind: TakeFileKind) -> TagSpace? {
    switch kind {
    case .wav: nil
    case .flac: flac(head)
    case .opus: opus(head)
    case .m4a: mpeg4(head)
    }
  }

  private static func flac(_ head: ArraySlice<UInt8>) -> TagSpace? {
    guard head.starts(with: "fLaC".utf8) else { return nil }
    var offset = 4
    var start: Int?
    var comment: VorbisComment?
    while let block = FLACBlock(head, at: offset) {
      if block.kind == .comment, start == nil {
        guard let contents = head.part(from: offset + 4, count: block.bytes) else { return nil }
        start = offset
        comment = VorbisComment(contents)
      } else if let start, block.kind != .padding {
        return flac(from: start, to: offset, comment: comment, isLast: false)
      }
      offset += 4 + block.bytes
      if block.isLast { break }
    }
    guard let start, offset <= head.count else { return nil }
    return flac(from: start, to: offset, comment: comment, isLast: true)
  }

  private static func flac(
    from start: Int, to end: Int, comment: VorbisComment?, isLast: Bool
  ) -> TagSpace {
    var space = TagSpace(
      offset: start, count: end - start, found: comment?.fields ?? [],
      form: .flac(vendor: comment?.vendor ?? [], isLast: isLast))
    space.isWhole = comment?.isWhole ?? false
    return space
  }

  private static func opus(_ head: ArraySlice<UInt8>) -> TagSpace? {
    guard let first = OggPage(head),
      let start = OggPage(head.dropFirst(first.bytes)),
      let page = head.part(from: first.bytes, count: start.bytes)
    else { return nil }
    let packet = page.dropFirst(start.headerBytes)
    // A packet that goes on in the next page ends with a length of 255.
    guard packet.starts(with: "OpusTags".utf8),
      let last = page.prefix(start.headerBytes).last, last < 255
    else { return nil }
    let comment = VorbisComment(packet.dropFirst(8))
    return TagSpace(
      offset: first.bytes, count: start.bytes, found: comment?.fields ?? [],
      form: .opus(
        vendor: comment?.vendor ?? [], pageHeader: Array(page.prefix(start.headerBytes))))
  }

  private static func mpeg4(_ head: ArraySlice<UInt8>) -> TagSpace? {
    guard let room = MPEG4Tags.room(in: head),
      let bytes = head.part(from: room.lowerBound, count: room.count)
    else { return nil }
    return TagSpace(
      offset: room.lowerBound, count: room.count, found: MPEG4Tags.fields(in: bytes), form: .mpeg4)
  }

  /// The bytes for the whole space.
  ///
  /// - Parameter frames: the length of the audio, when it is known.
  func contents(for metadata: TakeMetadata, frames: Int? = nil) -> [UInt8] {
    contents(
      of: TakeTags.fields(for: metadata) { packed($0, frames: frames) != nil }, frames: frames)
  }

  /// The bytes for the whole space, with the fields that were found in it.
  func contents(ofFoundWithFrames frames: Int?) -> [UInt8] {
    contents(of: packed(found, frames: frames) == nil ? [] : found, frames: frames)
  }

  private func contents(of fields: [MetadataField], frames: Int?) -> [UInt8] {
    packed(fields, frames: frames) ?? packed([], frames: nil) ?? []
  }

  /// The space filled with fields; `nil` when they do not fit.
  private func packed(_ fields: [MetadataField], frames: Int?) -> [UInt8]? {
    switch form {
    case .flac(let vendor, let isLast):
      let comment = VorbisComment(vendor: vendor, fields: fields).serialised
      guard comment.count + 8 <= count else { return nil }
      var bytes = FLACBlock(kind: .comment, isLast: false, bytes: comment.count).serialised
      bytes += comment
      bytes +=
        FLACBlock(kind: .padding, isLast: isLast, bytes: count - bytes.count - 4).serialised
      return bytes + [UInt8](repeating: 0, count: count - bytes.count)
    case .opus(let vendor, let pageHeader):
      var page = pageHeader + Array("OpusTags".utf8)
      page += VorbisComment(vendor: vendor, fields: fields).serialised
      guard page.count <= count else { return nil }
      return OggPage.sealed(page + [UInt8](repeating: 0, count: count - page.count))
    case .mpeg4:
      return MPEG4Tags.packed(fields, frames: frames, into: count)
    }
  }
}
