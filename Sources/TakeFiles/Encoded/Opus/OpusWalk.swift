/// Walks over the pages of an Ogg Opus file, which contains one stream, or several in a row.
///
/// A damaged page does not end the walk: it continues at the next page with a correct checksum, and silence of exactly
/// the right length fills the gap.
///
/// - Source: RFC 3533, section 4 (streams one after the other); RFC 7845, section 4 (granule positions).
struct OpusWalk {
  /// The number of samples at 48 kHz in all streams so far, including silence that fills gaps.
  var samples: Int { before + link.samples }
  /// The offset at which the last page of audio ends.
  private(set) var end: Int
  /// The ranges of samples at 48 kHz that cannot be decoded.
  private(set) var holes: [Range<Int>] = []
  /// The number of bytes that lie between pages without being part of a page.
  private(set) var strayBytes = 0
  /// The byte range of the last page of audio.
  private(set) var last: Range<Int>?
  /// True if the last stream has an end mark.
  var isEnded: Bool { link.isEnded }
  /// The number of streams without an end mark, not counting the last stream.
  private(set) var openStreams = 0
  /// The byte ranges of all streams but the last.
  private var links: [Range<Int>] = []
  private var made: [EncodedSurvey.Piece] = []
  private var keptFrom = 0
  /// The offset at which the last accepted page ends, with or without audio.
  private var through = 0
  /// The number of samples in the streams before the current one.
  private var before = 0
  private var link: Link

  /// The most streams in a packet: one for each of eight channels.
  private static let mostStreams = 8

  /// One of the streams in the file.
  private struct Link {
    var identity: OpusIdentity
    var serial: UInt32
    /// The offset of the first page of the stream.
    var offset: Int
    /// The position at which the stream begins, which is not 0 if it was recorded from the middle; ``granule`` is the
    /// present position.
    var first: Int?
    var granule = 0
    var sequence: UInt32?
    /// The number of samples on the previous page.
    var pageSamples = 0
    /// True once a page of tags has been read.
    var hasTags = false
    var isEnded = false

    var samples: Int { max(0, granule - (first ?? 0) - identity.preSkip) }
  }

  /// A walk that continues after the first page of a file, or also after the page of tags if `hasTags`.
  init(_ identity: OpusIdentity, _ page: OggPage, hasTags: Bool) {
    link = Link(
      identity: identity, serial: page.serial, offset: 0,
      sequence: page.sequence &+ (hasTags ? 1 : 0), hasTags: hasTags)
    (end, through) = (page.bytes, page.bytes)
  }

  /// The byte ranges of all streams.
  var streams: [Range<Int>] { links + [link.offset..<max(end, link.offset)] }

  /// The pieces of the repaired file; empty if nothing in the file is damaged.
  var pieces: [EncodedSurvey.Piece] { made.isEmpty ? [] : made + [.kept(keptFrom..<end)] }

  /// Walks from an offset to the end of the file.
  mutating func scan(
    _ window: inout FileWindow, from start: Int
  ) throws(TakeFileError) {
    var offset = start
    through = start
    // The offset at which the last intact page ends.
    var whole = start
    while offset < window.size {
      let bytes = try window.bytes(at: offset, count: OggPage.longest)
      if let page = OggPage(bytes), let body = bytes.part(from: 0, count: page.bytes),
        Checksums.ogg(ofPage: body) == page.checksum
      {
        try read(page, body, at: offset, behind: whole, path: window.path)
        offset += page.bytes
        whole = offset
      } else {
        offset += Self.distance(in: bytes)
      }
    }
  }

  /// The number of bytes from the start of `bytes` to the next place where a page may start.
  private static func distance(in bytes: ArraySlice<UInt8>) -> Int {
    var rest = bytes.dropFirst()
    while let next = rest.firstIndex(of: UInt8(ascii: "O")) {
      if bytes[next...].starts(with: "OggS".utf8) { return next - bytes.startIndex }
      rest = bytes[(next + 1)...]
    }
    return max(1, bytes.count - 3)
  }

  /// Processes a page with a correct checksum.
  ///
  /// - Parameter whole: the offset at which the previous intact page ends; if it is not `offset`, there is damage in
  ///   between.
  private mutating func read(
    _ page: OggPage, _ bytes: ArraySlice<UInt8>, at offset: Int, behind whole: Int, path: String
  ) throws(TakeFileError) {
    if page.flags & OggPage.beginOfStream != 0 {
      guard link.first != nil, let identity = OpusIdentity(bytes, page) else { return }
      guard identity.channels == link.identity.channels else {
        throw .unsupported(
          path: path, offset: offset,
          problem:
            "an Opus stream of \(identity.channels) channels after a stream of \(link.identity.channels)"
        )
      }
      if !link.isEnded { openStreams += 1 }
      links.append(link.offset..<end)
      before += link.samples
      link = Link(
        identity: identity, serial: page.serial, offset: offset, sequence: page.sequence)
      through = offset + page.bytes
      return
    }
    guard page.serial == link.serial, !link.isEnded else { return }
    // The pages of tags come before the audio, and contain none.
    if link.first == nil, page.granule <= 0 {
      link.sequence = page.sequence
      link.hasTags = true
      through = offset + page.bytes
      return
    }
    let isNext =
      whole == offset && (link.first == nil || page.sequence == (link.sequence ?? 0) &+ 1)
    if isNext, page.granule < 0 {
      // No packet ends on this page: a packet continues on the next one.
      link.sequence = page.sequence
      through = offset + page.bytes
      return
    }
    guard OggPage.plausibleGranules.contains(page.granule),
      isNext || page.flags & OggPage.continued == 0
    else { return }
    let samples = OpusPacket.samples(on: page, bytes)
    let position = Int(page.granule)
    if link.first == nil {
      // If the first page of audio is damaged, assume that the stream began as usual.
      link.first = isNext ? max(0, position - samples) : 0
      link.granule = link.first ?? 0
    }
    if !isNext, !bridge(to: page, samples: samples, at: offset) { return }
    link.granule = position
    link.sequence = page.sequence
    link.pageSamples = samples
    link.isEnded = page.flags & OggPage.endOfStream != 0
    last = offset..<(offset + page.bytes)
    (end, through) = (offset + page.bytes, offset + page.bytes)
  }

  /// Fills the gap before a page with silence; false if the page cannot follow the pages so far.
  private mutating func bridge(to page: OggPage, samples: Int, at offset: Int) -> Bool {
    let position = Int(page.granule)
    var pages = Int(page.sequence &- (link.sequence ?? 0)) - 1
    var start = position - samples
    if page.flags & OggPage.endOfStream != 0 {
      // On the last page, some of the samples may lie after the end of the audio, so derive its start from the number
      // of pages before it, which are equally long.
      let due = link.granule + pages * link.pageSamples
      start = due < position && due >= start ? due : max(start, link.granule)
    }
    let missing = start - link.granule
    guard position > link.granule, missing >= 0, missing <= 48000 * EncodedSurvey.longestHole,
      pages >= 0, pages < 1 << 24, link.identity.streams <= Self.mostStreams
    else { return false }
    made.append(.kept(keptFrom..<through))
    if !link.hasTags {
      // No program accepts a stream without tags, so make a page of tags in place of the damaged one.
      link.hasTags = true
      let tags = Array("OpusTags".utf8) + VorbisComment(vendor: [], fields: []).serialised
      let space = [UInt8](repeating: 0, count: TagSpace.reservedBytes)
      link.sequence = (link.sequence ?? 0) &+ 1
      pages -= 1
      made.append(
        .made(
          OggPage.made(
            [tags + space], granule: 0, serial: link.serial, sequence: link.sequence ?? 1)))
    }
    if missing > 0 {
      let place = before + max(0, link.granule - (link.first ?? 0) - link.identity.preSkip)
      holes.append(place..<(place + missing))
      made.append(.made(silence(missing, pages: max(1, pages))))
    } else {
      strayBytes += offset - through
    }
    keptFrom = offset
    return true
  }

  /// Pages of silence that have the numbers of the missing pages.
  private func silence(_ samples: Int, pages count: Int) -> [UInt8] {
    let units = samples / OpusPacket.unit
    // If the silence is too long for that many pages, use more of them; their numbers then do not fit, which decoders
    // tolerate.
    let pages = max(min(count, units, 1 << 18), 1, units / 10000)
    return (0..<pages).flatMap { index -> [UInt8] in
      let (first, next) = (units * index / pages, units * (index + 1) / pages)
      let packets = OpusPacket.silence(units: next - first, streams: link.identity.streams)
      let granule =
        index == pages - 1 ? link.granule + samples : link.granule + next * OpusPacket.unit
      return OggPage.made(
        packets, granule: granule, serial: link.serial,
        sequence: (link.sequence ?? 0) &+ UInt32(index + 1))
    }
  }
}
