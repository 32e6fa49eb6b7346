import Essentials

/// Surveys an Ogg Opus file.
///
/// - Source: RFC 7845.
extension OpusFormat {
  static func survey(
    _ window: inout FileWindow, head: ArraySlice<UInt8>
  ) throws(TakeFileError) -> EncodedSurvey? {
    var (repairs, flaws): ([EncodedStream.Patch], [String]) = ([], [])
    var head = head
    if let opening = opening(of: head) {
      // No program opens a file whose first page is damaged, so repair the page.
      repairs.append(EncodedStream.Patch(offset: 0, bytes: opening))
      flaws.append("its first page is damaged")
      head = opening[...] + head.dropFirst(opening.count)
    }
    guard let first = OggPage(head), let identity = OpusIdentity(head, first) else { return nil }
    // Tags that are too long for one page are not found here, and stay as they are.
    var tags = Self.tags(in: head)
    // If the file was cut off while its tags were being rewritten, no program accepts the page that contains them.
    if let found = tags {
      let page = head.part(from: found.offset, count: found.count) ?? []
      if Checksums.ogg(ofPage: page) != OggPage(page)?.checksum {
        let bytes = found.contents(ofFoundWithFrames: nil)
        repairs.append(EncodedStream.Patch(offset: found.offset, bytes: bytes))
        flaws.append("the page of its tags is damaged")
        tags = Self.tags(in: head.prefix(found.offset) + bytes) ?? tags
      }
    }
    var walk = OpusWalk(identity, first, hasTags: tags != nil)
    try walk.scan(&window, from: tags?.range.upperBound ?? first.bytes)
    guard let last = walk.last, walk.samples > 0 else { return nil }
    if !walk.isEnded {
      let page = try window.bytes(at: last.lowerBound, count: last.count)
      repairs.append(EncodedStream.Patch(offset: last.lowerBound, bytes: ended(page)))
      flaws.append("its last page is not marked as the last")
    }
    if walk.openStreams > 0 { flaws.append("a stream in it has no end mark") }
    if walk.strayBytes > 0 {
      let stray = walk.strayBytes
      flaws.append(
        "\(stray.counted("byte")) between its pages \(stray.agreeing("is", "are")) not audio")
    }
    let frames = walk.samples * identity.rate / 48000
    var survey = EncodedSurvey(
      frames: frames, rate: identity.rate, channels: identity.channels, bits: nil,
      wholeBytes: walk.end, fileBytes: window.size, flaws: flaws, repairs: repairs, tags: tags)
    survey.isCut = !walk.isEnded
    survey.holes = walk.holes.map {
      ($0.lowerBound * identity.rate / 48000)..<($0.upperBound * identity.rate / 48000)
    }
    survey.pieces = walk.pieces
    if walk.streams.count > 1 { survey.links = walk.streams }
    return survey
  }

  /// The first page in its correct form, if the page is damaged but its contents still make sense; otherwise `nil`.
  private static func opening(of head: ArraySlice<UInt8>) -> [UInt8]? {
    if let page = OggPage(head), let bytes = head.part(from: 0, count: page.bytes),
      Checksums.ogg(ofPage: bytes) == page.checksum
    {
      return nil
    }
    // Up to two channels, the page holds one packet of 19 bytes. The page after it shows the stream's serial number.
    let lengths = [28 + 19, OggPage(head)?.bytes ?? 0]
    guard let length = lengths.first(where: { OggPage(head.dropFirst($0)) != nil }), length > 36,
      let bytes = head.part(from: 0, count: length), let next = OggPage(head.dropFirst(length))
    else { return nil }
    return OggPage.made(
      [Array("OpusHead".utf8) + bytes.dropFirst(28 + 8)], flags: OggPage.beginOfStream, granule: 0,
      serial: next.serial, sequence: next.sequence &- 1)
  }

  /// The same page, marked as the last page of its stream.
  private static func ended(_ page: ArraySlice<UInt8>) -> [UInt8] {
    var page = Array(page)
    page[OggPage.flagsField] |= OggPage.endOfStream
    return OggPage.sealed(page)
  }
}
