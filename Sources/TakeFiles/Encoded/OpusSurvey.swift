/// The survey of Ogg Opus page by page.
///
/// - Source: RFC 7845.
enum OpusSurvey {
  static func survey(
    _ window: inout FileWindow, head: ArraySlice<UInt8>
  ) throws(TakeFileError) -> EncodedSurvey? {
    guard let first = OggPage(head), let identity = identity(head, first),
      var tags = TagSpace.locate(in: head, kind: .opus)
    else { return nil }
    var (repairs, flaws): ([EncodedStream.Patch], [String]) = ([], [])
    let opening = head.part(from: 0, count: first.bytes) ?? []
    if Checksums.ogg(ofPage: opening) != first.checksum {
      // No reader accepts the file as it is. The contents of the page made sense.
      repairs.append(EncodedStream.Patch(offset: 0, bytes: OggPage.sealed(Array(opening))))
      flaws.append("its first page is damaged")
    }
    // A cut while the tags were rewritten leaves a page that no reader accepts.
    let page = head.part(from: tags.offset, count: tags.count) ?? []
    if Checksums.ogg(ofPage: page) != OggPage(page)?.checksum {
      let bytes = tags.contents(ofFoundWithFrames: nil)
      repairs.append(EncodedStream.Patch(offset: tags.offset, bytes: bytes))
      flaws.append("the page of its tags is damaged")
      tags = TagSpace.locate(in: head.prefix(tags.offset) + bytes, kind: .opus) ?? tags
    }
    guard let last = try lastPage(&window, from: tags.range.upperBound, serial: first.serial),
      last.granule > identity.preSkip
    else { return nil }
    if !last.isEnd {
      repairs.append(EncodedStream.Patch(offset: last.offset, bytes: ended(last.page)))
      flaws.append("its last page does not say that it is the last")
    }
    let frames = (last.granule - identity.preSkip) * identity.rate / 48000
    var survey = EncodedSurvey(
      frames: frames, rate: identity.rate, channels: identity.channels, bits: nil,
      wholeBytes: last.end, fileBytes: window.size, flaws: flaws, repairs: repairs, tags: tags)
    survey.isCut = !last.isEnd
    return survey
  }

  static func identity(
    _ head: ArraySlice<UInt8>, _ page: OggPage
  ) -> (channels: Int, preSkip: Int, rate: Int)? {
    guard let packet = head.part(from: page.headerBytes, count: page.bodyBytes),
      packet.starts(with: "OpusHead".utf8), let channels = packet.bigEndian(UInt8.self, at: 9),
      let preSkip = packet.littleEndian(UInt16.self, at: 10),
      let rate = packet.littleEndian(UInt32.self, at: 12), channels > 0
    else { return nil }
    // Other programs may state a rate that Opus does not decode to.
    let isRate = [8000, 12000, 16000, 24000, 48000].contains(rate)
    return (Int(channels), Int(preSkip), isRate ? Int(rate) : 48000)
  }

  private struct LastPage {
    var offset: Int
    var end: Int
    var granule: Int
    var isEnd: Bool
    var page: ArraySlice<UInt8>
  }

  /// The last page at which a packet ends, of those that follow one another without a fault.
  private static func lastPage(
    _ window: inout FileWindow, from start: Int, serial: UInt32
  ) throws(TakeFileError) -> LastPage? {
    var offset = start
    var sequence: UInt32?
    var last: LastPage?
    while offset < window.size {
      let bytes = try window.bytes(at: offset, count: OggPage.longest)
      guard let page = OggPage(bytes), page.serial == serial,
        let whole = bytes.part(from: 0, count: page.bytes),
        Checksums.ogg(ofPage: whole) == page.checksum
      else { return last }
      if let sequence, page.sequence != sequence &+ 1 { return last }
      sequence = page.sequence
      if OggPage.plausibleGranules.contains(page.granule) {
        let isEnd = page.flags & OggPage.endOfStream != 0
        last = LastPage(
          offset: offset, end: offset + page.bytes, granule: Int(page.granule), isEnd: isEnd,
          page: whole)
        if isEnd { return last }
      }
      offset += page.bytes
    }
    return last
  }

  /// The page, marked as the last of the stream.
  private static func ended(_ page: ArraySlice<UInt8>) -> [UInt8] {
    var page = Array(page)
    page[OggPage.flagsField] |= OggPage.endOfStream
    return OggPage.sealed(page)
  }
}
