/// Surveys a FLAC file, frame by frame.
///
/// A FLAC frame does not state its length. It ends where its checksum is correct and the next frame number, or the end
/// of the file, follows.
extension FLACFormat {
  static func survey(
    _ window: inout FileWindow, head: ArraySlice<UInt8>
  ) throws(TakeFileError) -> EncodedSurvey? {
    guard let (info, start, statedBits) = try beginning(&window, head) else { return nil }
    var walk = try FLACWalk.walk(&window, from: start.offset, info: info)
    if let block = walk.lastBlock(before: info.frames),
      window.decodesFLAC(from: walk.frames, frames: block, channels: info.channels)
    {
      walk.concludeBeforeOthers()
    }
    guard walk.frames > 0 else { return nil }
    var tags = Self.tags(in: head)
    var (repairs, flaws): ([EncodedStream.Patch], [String]) = ([], [])
    if !start.isStated {
      let end = FLACStreamInfo.offset + 34
      let space = TagSpace(.flac, offset: end, count: start.offset - end)
      repairs.append(
        EncodedStream.Patch(offset: space.offset, bytes: space.contents(ofFoundWithFrames: nil)))
      repairs.append(EncodedStream.Patch(offset: 4, bytes: [0]))
      tags = space
      flaws.append("its metadata blocks are damaged")
    } else if let broken = tags, !broken.isWhole {
      let bytes = broken.contents(ofFoundWithFrames: nil)
      if !bytes.isEmpty {
        repairs.append(EncodedStream.Patch(offset: broken.offset, bytes: bytes))
      }
      flaws.append("its tags are damaged")
    }
    let isTake = tags.flatMap { TakeTags.metadata(of: $0.found) } != nil
    if info.bits != statedBits {
      flaws.append("its header states \(statedBits) bits, but its frames have \(info.bits)")
    }
    if info.frames == 0, isTake {
      flaws.append("it does not state its length")
    }
    let length = info.stating(frames: walk.frames)
    // Other programs write streams whose length is unknown, as the format allows; a repaired file states it.
    let isStated = info.frames > 0 || isTake || !repairs.isEmpty
    let isLengthWrong = walk.frames != info.frames && isStated
    if isLengthWrong || walk.end < window.size || info.bits != statedBits {
      repairs.append(length)
    }
    var survey = EncodedSurvey(
      frames: walk.frames, rate: info.rate, channels: info.channels, bits: info.bits,
      wholeBytes: walk.end, fileBytes: window.size, flaws: flaws,
      unchecked: info.hasDigest
        ? ["the MD5 of its audio (the checksum of every frame was checked)"] : [],
      repairs: repairs, tags: tags)
    survey.statedFrames = info.frames > 0 ? info.frames : nil
    survey.isCut = info.frames == 0 ? isTake : walk.frames < info.frames
    if !walk.holes.isEmpty {
      survey.holes = walk.holes
      // State a length with an MD5 of 0, because the MD5 in the file belongs to other samples.
      let audio = length.offset + length.bytes.count
      survey.pieces =
        [.kept(0..<length.offset), .made(length.bytes), .kept(audio..<start.offset)] + walk.pieces
    }
    return survey
  }

  /// Reads the head, the start of the audio, and the bit depth that the head states; the head that is returned has the
  /// bit depth of the first frame, whose header has a checksum.
  private static func beginning(
    _ window: inout FileWindow, _ head: ArraySlice<UInt8>
  ) throws(TakeFileError) -> (FLACStreamInfo, (offset: Int, isStated: Bool), Int)? {
    guard var info = FLACStreamInfo(head), let start = try audioStart(&window, head) else {
      return nil
    }
    let stated = info.bits
    let first = FLACFrameHeader(
      try window.bytes(at: start.offset, count: FLACFrameHeader.longest))
    info.bits = first?.bits ?? stated
    return (info, start, stated)
  }

  /// The most metadata blocks to read: no real file has as many.
  static let mostBlocks = 4096

  /// The start of the audio: after the last metadata block or, if the chain of blocks is broken, at the first frame.
  ///
  /// The chain can break if the file is cut off while the tags are being rewritten.
  private static func audioStart(
    _ window: inout FileWindow, _ head: ArraySlice<UInt8>
  ) throws(TakeFileError) -> (offset: Int, isStated: Bool)? {
    var offset = 4
    var stated: Int?
    for _ in 0..<mostBlocks {
      guard let block = FLACBlock(try window.bytes(at: offset, count: 4), at: 0) else { break }
      offset += 4 + block.bytes
      guard block.isLast, offset < window.size else { continue }
      stated = offset
      break
    }
    if let stated,
      FLACFrameHeader(try window.bytes(at: stated, count: FLACFrameHeader.longest)) != nil
    {
      return (stated, true)
    }
    // Search from here on: the smallest comment and padding take the space before.
    var candidate = FLACStreamInfo.offset + 34 + 16
    let end = min(head.count, TagSpace.searchedBytes)
    while candidate + FLACFrameHeader.longest < end {
      if head[head.startIndex + candidate] == 0xFF, isFirstFrame(head.dropFirst(candidate)) {
        return (candidate, false)
      }
      candidate += 1
    }
    // No frame was found, but perhaps only the first one is damaged and the blocks are intact.
    return stated.map { ($0, true) }
  }

  /// The last frame starts within this many bytes of the end of a file, unless it is one of the largest frames that are
  /// possible.
  static let tailBytes = 1 << 17

  /// True if the last bytes of a file contain the frame that completes the length stated in the file.
  static func hasEnd(_ tail: ArraySlice<UInt8>, _ info: FLACStreamInfo) -> Bool {
    tail.indices.contains { index in
      guard tail[index] == 0xFF,
        let header = FLACFrameHeader(tail[index...].prefix(FLACFrameHeader.longest))
      else { return false }
      let place = header.isVariable ? header.number : header.number * info.blockSize
      return header.channels == info.channels && place + header.blockSize == info.frames
        && Checksums.crc16(of: tail[index...]) == 0
    }
  }

  private static func isFirstFrame(_ bytes: ArraySlice<UInt8>) -> Bool {
    FLACFrameHeader(bytes.prefix(FLACFrameHeader.longest))?.number == 0
  }
}
