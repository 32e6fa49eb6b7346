import CSndfile

/// Opus in Ogg by libsndfile.
enum OpusFormat: EncodedFormat {
  static let kind = TakeFileKind.opus
  static let noun = "an Opus"
  static let mediaType = "audio/ogg"

  /// The sample rates that Opus supports.
  ///
  /// - Source: RFC 6716, section 2.1.3.
  private static let rates = [8000, 12000, 16000, 24000, 48000]
  /// The bit rate per channel in bits per second: transparent for most listeners and most material.
  private static let bitsPerChannel = 96000
  /// The compression level: libsndfile counts from 256 kb/s (0) to 6 kb/s (1) per channel.
  ///
  /// - Source: libsndfile, ogg_opus.c, SFC_SET_COMPRESSION_LEVEL.
  private static let level = 1 - Double(bitsPerChannel - 6000) / 250_000
  /// The duration of an Ogg page, and so the longest loss in a cut, apart from the bytes waiting for the kernel.
  private static let pageMilliseconds = 200.0

  static func refusal(for format: AudioFormat, searchPath: String?) -> TakeFileKind.Refusal? {
    refusal(format, rates: rates, name: "Opus")
  }

  /// The encoder may spend 1.5 times its target.
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
    try SoundFileSource(file)
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

  /// The position in the stream at the end of its last page, if that page is marked as the last.
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

  /// The page with the OpusTags packet; its own header is part of the space, because its checksum covers the tags.
  static func tags(in head: ArraySlice<UInt8>) -> TagSpace? {
    guard let first = OggPage(head),
      let start = OggPage(head.dropFirst(first.bytes)),
      let page = head.part(from: first.bytes, count: start.bytes)
    else { return nil }
    let packet = page.dropFirst(start.headerBytes)
    // A packet that continues on the next page ends with a length of 255.
    guard packet.starts(with: "OpusTags".utf8),
      let last = page.prefix(start.headerBytes).last, last < 255
    else { return nil }
    let comment = VorbisComment(packet.dropFirst(8))
    var space = TagSpace(
      kind, offset: first.bytes, count: start.bytes, found: comment?.fields ?? [])
    (space.vendor, space.header) = (comment?.vendor ?? [], Array(page.prefix(start.headerBytes)))
    return space
  }

  static func packed(_ fields: [MetadataField], into space: TagSpace, frames: Int?) -> [UInt8]? {
    var page = space.header + Array("OpusTags".utf8)
    page += VorbisComment(vendor: space.vendor, fields: fields).serialised
    guard page.count <= space.count else { return nil }
    return OggPage.sealed(page + [UInt8](repeating: 0, count: space.count - page.count))
  }
}
