/// The survey of fragmented MPEG-4 fragment by fragment.
///
/// - Source: ISO/IEC 14496-12, sections 8.4, 8.8 and 8.16.
enum MPEG4Survey {
  static func survey(
    _ window: inout FileWindow, head: ArraySlice<UInt8>
  ) throws(TakeFileError) -> EncodedSurvey? {
    guard let file = MPEG4Box(head.prefix(16), offset: 0), file.isNamed("ftyp"),
      let moov = MPEG4Box.first("moov", in: head, range: 0..<head.count),
      let track = MPEG4Track(head, moov: moov)
    else { return nil }
    let walk = try walk(&window, from: moov.offset + moov.bytes, track: track)
    var flaws = walk.flaws
    guard walk.units > track.delay else { return nil }
    var repairs: [EncodedStream.Patch] = []
    let tags = TagSpace.locate(in: head, kind: .m4a)
    if let tags, !MPEG4Tags.isWhole(head.part(from: tags.offset, count: tags.count) ?? []) {
      flaws.append("its tags are damaged")
      let bytes = tags.contents(ofFoundWithFrames: walk.units - track.delay)
      // If not even the delay fits, the file was never one of Pinna's.
      if !bytes.isEmpty {
        repairs.append(EncodedStream.Patch(offset: tags.offset, bytes: bytes))
      }
    }
    // The audio rarely fills the last frame of the encoder; a finished file states its length.
    let stated = tags.flatMap {
      MPEG4Tags.statedFrames(in: head.part(from: $0.offset, count: $0.count) ?? [])
    }
    let held = walk.units - track.delay
    var isCut = !walk.flaws.isEmpty
    if let stated, stated > held {
      flaws.append("it states \(stated) frames, and \(held) are there")
      // Without a take's metadata the tags stay as they are, but for the length.
      let bytes = tags?.contents(ofFoundWithFrames: held) ?? []
      if let tags, !bytes.isEmpty {
        isCut = true
        if repairs.isEmpty {
          repairs.append(EncodedStream.Patch(offset: tags.offset, bytes: bytes))
        }
      }
    }
    let take = tags.flatMap { TakeTags.metadata(of: $0.found) }
    if !walk.hasIndex, let take, take.end != nil, !take.isCutOff {
      flaws.append("its end is missing: there is no index of its fragments")
      isCut = isCut || tags?.contents(for: take).isEmpty == false
    }
    let frames = stated.map { (1...held).contains($0) && held - $0 < 4096 ? $0 : held } ?? held
    var survey = EncodedSurvey(
      frames: frames, rate: track.rate, channels: track.channels, bits: nil,
      wholeBytes: walk.end, fileBytes: window.size, flaws: flaws, repairs: repairs, tags: tags)
    survey.isCut = isCut
    return survey
  }

  /// True when a file has its audio in one piece, as most programs write it, and not in fragments.
  static func isInOnePiece(_ window: inout FileWindow) throws(TakeFileError) -> Bool {
    guard let moov = try box("moov", within: 0..<window.size, &window) else { return false }
    let track = try box("trak", within: moov.contents, &window)
    let fragments = try box("mvex", within: moov.contents, &window)
    return track != nil && fragments == nil
  }

  private static func box(
    _ name: String, within range: Range<Int>, _ window: inout FileWindow
  ) throws(TakeFileError) -> MPEG4Box? {
    var offset = range.lowerBound
    // No head has more boxes than this.
    for _ in 0..<1000 where offset < range.upperBound {
      guard let box = MPEG4Box(try window.bytes(at: offset, count: 16), offset: offset),
        box.bytes <= range.upperBound - offset
      else { return nil }
      if box.isNamed(name) { return box }
      offset += box.bytes
    }
    return nil
  }

  /// The largest head of a fragment in bytes: 40000 frames of an encoder.
  private static let largestHead = 1 << 20

  /// The whole fragments: their length and their end.
  ///
  /// MPEG-4 has no checksums. A fragment counts when the file ends after it, or goes on as the next one would: if it
  /// goes on with anything else, the damage may have begun inside the fragment.
  private static func walk(
    _ window: inout FileWindow, from start: Int, track: MPEG4Track
  ) throws(TakeFileError) -> Walk {
    var offset = start
    var (walk, before) = (Walk(end: start), Walk(end: start))
    var fragment: MPEG4Fragment?
    while let box = MPEG4Box(try window.bytes(at: offset, count: 16), offset: offset),
      box.bytes <= window.size - offset
    {
      if box.isNamed("moof") {
        guard box.bytes <= largestHead else { break }
        fragment = MPEG4Fragment(try window.bytes(at: offset, count: box.bytes), track: track)
        if fragment == nil { break }
      } else if box.isNamed("mdat") {
        guard let whole = fragment, try holds(whole, box, &window), walk.follows(whole)
        else { break }
        before = walk
        walk.add(whole)
        fragment = nil
      } else if !others.contains(where: box.isNamed) {
        break
      }
      if box.isNamed("mfra") { walk.hasIndex = true }
      offset += box.bytes
      if fragment == nil { walk.end = offset }
    }
    let rest = try window.bytes(at: offset, count: 8)
    let goesOn =
      rest.count < 8
      || ["moof", "mdat", "mfra"].contains { rest.dropFirst(4).elementsEqual($0.utf8) }
    // No part of the file follows the index: bytes behind it tell nothing about the last fragment.
    return goesOn || walk.hasIndex ? walk : before
  }

  /// Whole fragments, one after another.
  private struct Walk {
    var end: Int
    var units = 0
    var hasIndex = false
    var flaws: [String] = []
    private var fragments = 0
    private var first = (sequence: 1, start: 0)

    init(end: Int) { self.end = end }

    /// True when a fragment is the next one; a fragment after missing sound would be at a wrong time.
    mutating func follows(_ fragment: MPEG4Fragment) -> Bool {
      if fragments == 0 { return true }
      let isNext =
        (fragment.sequence ?? first.sequence + fragments) == first.sequence + fragments
        && (fragment.start ?? first.start + units) == first.start + units
      if !isNext { flaws = ["audio is missing after \(units) frames"] }
      return isNext
    }

    /// Counts a fragment.
    mutating func add(_ fragment: MPEG4Fragment) {
      if fragments == 0 {
        // A stream that was joined while it ran starts at any number and time.
        first = (fragment.sequence ?? 1, fragment.start ?? 0)
      }
      fragments += 1
      units += fragment.units
    }
  }

  /// Boxes that may lie between fragments.
  private static let others = ["free", "skip", "styp", "sidx", "prft", "mfra"]

  /// True when the data box has all bytes that its head states, and none of its samples is all zeros, which a file
  /// system leaves where it lost a block.
  private static func holds(
    _ fragment: MPEG4Fragment, _ box: MPEG4Box, _ window: inout FileWindow
  ) throws(TakeFileError) -> Bool {
    guard box.contents.count == fragment.sampleBytes.reduce(0, +) else { return false }
    var offset = box.contents.lowerBound
    for count in fragment.sampleBytes {
      let sample = try window.bytes(at: offset, count: count)
      if sample.count < count || sample.allSatisfy({ $0 == 0 }) { return false }
      offset += count
    }
    return true
  }
}
