import CSndfile

/// The format Opus in Ogg, written by libsndfile.
enum OpusFormat: EncodedFormat {
  static let kind = TakeFileKind.opus
  static let noun = "an Opus"
  static let mediaType = "audio/ogg"

  /// The sample rates that Opus supports.
  ///
  /// - Source: RFC 6716, section 2.1.3.
  private static let rates = [8000, 12000, 16000, 24000, 48000]
  /// The bit rate per channel in bits per second; most listeners cannot tell most material from the original.
  private static let bitsPerChannel = 96000
  /// The compression level, which libsndfile counts from 0 (256 kb/s per channel) to 1 (6 kb/s).
  ///
  /// - Source: libsndfile, ogg_opus.c, SFC_SET_COMPRESSION_LEVEL.
  private static let level = 1 - Double(bitsPerChannel - 6000) / 250_000
  /// The duration of an Ogg page, which is the most audio lost if a file is cut off, apart from bytes that wait for the
  /// kernel.
  private static let pageMilliseconds = 200.0

  static func refusal(for format: AudioFormat, searchPath: String?) -> TakeFileKind.Refusal? {
    refusal(format, rates: rates, name: "Opus")
  }

  /// The encoder may use up to 1.5 times its target bit rate.
  static func bytesPerSecond(for format: AudioFormat) -> Int {
    bitsPerChannel * format.channels * 3 / 2 / 8 + 1024
  }

  static func encoder(path: String, format: AudioFormat) throws(TakeFileError) -> any AudioEncoder {
    try SoundFileEncoder(
      path: path, format: format,
      settings: .init(
        code: Int32(SF_FORMAT_OGG | SF_FORMAT_OPUS), level: level, isFloat: true,
        pageMilliseconds: pageMilliseconds))
  }

  static func source(of file: TakeFile) throws(TakeFileError) -> any AudioSource {
    let source = try SoundFileSource(file)
    let opened = try OpenFile.read(file.path)
    var window = FileWindow(
      descriptor: opened.descriptor, size: opened.regularSize ?? 0, path: file.path)
    let head = try window.bytes(at: 0, count: OggPage.longest)
    source.order = OggPage(head).flatMap { OpusIdentity(head, $0) }?.order
    return source
  }

  static func glance(
    _ window: inout FileWindow, head: ArraySlice<UInt8>
  ) throws(TakeFileError) -> EncodedShape? {
    guard let first = OggPage(head), let identity = OpusIdentity(head, first),
      let tags = tags(in: head), let sound = OggPage(head.dropFirst(tags.range.upperBound)),
      let page = head.part(from: tags.range.upperBound, count: sound.bytes), sound.granule > 0
    else { return nil }
    let start = max(0, window.size - 2 * OggPage.longest)
    let end = Array(try window.bytes(at: start, count: window.size - start))
    let begin = max(0, Int(clamping: sound.granule) - OpusPacket.samples(on: sound, page))
    guard let granule = lastGranule(end, serial: first.serial), granule - begin > identity.preSkip
    else { return nil }
    return EncodedShape(
      frames: (granule - begin - identity.preSkip) * identity.rate / 48000, rate: identity.rate,
      channels: identity.channels)
  }

  /// The position in the stream at the end of a file's last page; `nil` if that page is not marked as the last of the
  /// stream.
  private static func lastGranule(_ bytes: [UInt8], serial: UInt32) -> Int? {
    var offset = bytes.count - 27
    while offset >= 0 {
      if bytes[offset] == 0x4F, let page = OggPage(bytes[offset...]), page.serial == serial,
        page.flags & OggPage.endOfStream != 0, offset + page.bytes == bytes.count,
        OggPage.plausibleGranules.contains(page.granule)
      {
        return Int(page.granule)
      }
      offset -= 1
    }
    return nil
  }

  /// The space for tags: the page with the OpusTags packet, including the page's header, because its checksum covers
  /// the tags.
  static func tags(in head: ArraySlice<UInt8>) -> TagSpace? {
    guard let first = OggPage(head),
      let start = OggPage(head.dropFirst(first.bytes)),
      let page = head.part(from: first.bytes, count: start.bytes)
    else { return nil }
    let packet = page.dropFirst(start.headerBytes)
    guard packet.starts(with: "OpusTags".utf8), !start.isOpen else { return nil }
    let comment = VorbisComment(packet.dropFirst(8))
    var space = TagSpace(
      kind, offset: first.bytes, count: start.bytes, found: comment?.fields ?? [])
    (space.vendor, space.header) = (comment?.vendor ?? [], Array(page.prefix(start.headerBytes)))
    return space
  }

  /// The end of the page with the end of the tags, which take several pages if they include a picture.
  static func headEnd(_ window: inout FileWindow) throws(TakeFileError) -> Int {
    var (offset, pages) = (0, 0)
    while offset < window.size, pages < mostPages,
      let page = OggPage(try window.bytes(at: offset, count: OggPage.longest))
    {
      offset += page.bytes
      pages += 1
      if pages > 1, !page.isOpen { break }
    }
    return offset
  }

  /// The most pages to read for the tags: no picture needs as many.
  private static let mostPages = 256

  static func readTags(in head: ArraySlice<UInt8>) -> TagSpace? {
    if let tags = tags(in: head) { return tags }
    guard let first = OggPage(head) else { return nil }
    var (offset, packet): (Int, [UInt8]) = (first.bytes, [])
    while let page = OggPage(head.dropFirst(offset)),
      let body = head.part(from: offset + page.headerBytes, count: page.bodyBytes)
    {
      packet += body
      offset += page.bytes
      if page.isOpen { continue }
      guard packet.starts(with: "OpusTags".utf8), let comment = VorbisComment(packet.dropFirst(8))
      else { return nil }
      return TagSpace(kind, offset: first.bytes, count: 0, found: comment.fields)
    }
    return nil
  }

  static func packed(_ fields: [MetadataField], into space: TagSpace, frames: Int?) -> [UInt8]? {
    var page = space.header + Array("OpusTags".utf8)
    page += VorbisComment(vendor: space.vendor, fields: fields).serialised
    guard page.count <= space.count else { return nil }
    return OggPage.sealed(page + [UInt8](repeating: 0, count: space.count - page.count))
  }
}
