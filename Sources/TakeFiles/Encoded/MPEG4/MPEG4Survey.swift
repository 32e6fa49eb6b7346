import Essentials

/// Surveys a fragmented MPEG-4 file.
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
    let walk = try MPEG4Walk.walk(&window, from: moov.offset + moov.bytes, track: track)
    var flaws = walk.flaws
    guard walk.units > track.delay else { return nil }
    var repairs: [EncodedStream.Patch] = []
    let tags = AACFormat.tags(in: head)
    if let tags, !MPEG4Tags.isWhole(head.part(from: tags.offset, count: tags.count) ?? []) {
      flaws.append("its tags are damaged")
      let bytes = tags.contents(ofFoundWithFrames: walk.units - track.delay)
      // If the space for tags cannot even hold the encoder's delay, the file is not one of Pinna's.
      if !bytes.isEmpty {
        repairs.append(EncodedStream.Patch(offset: tags.offset, bytes: bytes))
      }
    }
    // The encoder rarely needs all of its last frame for the audio, so a finished file states the length of the audio.
    let stated = tags.flatMap {
      MPEG4Tags.statedFrames(in: head.part(from: $0.offset, count: $0.count) ?? [])
    }
    let held = walk.units - track.delay
    var isCut = !walk.flaws.isEmpty
    if let stated, stated > held {
      flaws.append("it states \(stated.counted("frame")), but has \(held)")
      // If the tags contain no metadata of a take, only the stated length changes in them.
      let bytes = tags?.contents(ofFoundWithFrames: held) ?? []
      if let tags, !bytes.isEmpty {
        isCut = true
        if repairs.isEmpty {
          repairs.append(EncodedStream.Patch(offset: tags.offset, bytes: bytes))
        }
      }
    }
    let take = tags.flatMap { TakeTags.metadata(of: $0.found) }
    if walk.index == nil, let take, take.end != nil, !take.isCutOff {
      flaws.append("its end is missing: there is no index of its fragments")
      isCut = isCut || tags?.contents(for: take).isEmpty == false
    }
    let frames = stated.map { (1...held).contains($0) && held - $0 < 4096 ? $0 : held } ?? held
    var survey = EncodedSurvey(
      frames: frames, rate: track.rate, channels: track.channels, bits: nil,
      wholeBytes: walk.end, fileBytes: window.size, flaws: flaws, repairs: repairs, tags: tags)
    survey.isCut = isCut
    if !walk.holes.isEmpty {
      survey.holes = walk.holes.map { min($0.lowerBound, frames)..<min($0.upperBound, frames) }
      survey.pieces = [.kept(0..<(moov.offset + moov.bytes))] + walk.pieces
    }
    return survey
  }

  /// True if the audio of a file is in one piece, as most programs write it, instead of in fragments.
  static func isInOnePiece(_ window: inout FileWindow) throws(TakeFileError) -> Bool {
    guard let moov = try box("moov", within: 0..<window.size, &window) else { return false }
    let track = try box("trak", within: moov.contents, &window)
    let fragments = try box("mvex", within: moov.contents, &window)
    guard track != nil, fragments == nil else { return false }
    // Look for fragments as well: a take with a damaged head still has them.
    let all = 0..<window.size
    let (sound, fragment) = (
      try box("mdat", within: all, &window), try box("moof", within: all, &window)
    )
    return sound != nil && fragment == nil
  }

  private static func box(
    _ name: String, within range: Range<Int>, _ window: inout FileWindow
  ) throws(TakeFileError) -> MPEG4Box? {
    var offset = range.lowerBound
    // No file has as many boxes before the one that is sought.
    for _ in 0..<1000 where offset < range.upperBound {
      guard let box = MPEG4Box(try window.bytes(at: offset, count: 16), offset: offset),
        box.bytes <= range.upperBound - offset
      else { return nil }
      if box.isNamed(name) { return box }
      offset += box.bytes
    }
    return nil
  }
}
