/// The survey of FLAC frame by frame.
///
/// A frame does not state its length. It ends at a right checksum that the next number follows, or the end of the
/// file.
enum FLACSurvey {
  static func survey(
    _ window: inout FileWindow, head: ArraySlice<UInt8>
  ) throws(TakeFileError) -> EncodedSurvey? {
    guard let info = FLACStreamInfo(head), let start = audioStart(head) else { return nil }
    var walk = try FLACWalk.walk(&window, from: start.offset, channels: info.channels)
    if let block = walk.lastBlock(before: info.frames),
      window.decodesFLAC(from: walk.frames, frames: block, channels: info.channels)
    {
      walk.concludeBeforeOthers()
    }
    guard walk.frames > 0 else { return nil }
    var tags = TagSpace.locate(in: head, kind: .flac)
    var (repairs, flaws): ([EncodedStream.Patch], [String]) = ([], [])
    if !start.isStated {
      let space = TagSpace(flacFrom: FLACStreamInfo.offset + 34, to: start.offset)
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
    let first = FLACFrameHeader(head.dropFirst(start.offset).prefix(FLACFrameHeader.longest))
    if let bits = first?.bits, bits != info.bits {
      flaws.append("its head says \(info.bits) bits, and its frames have \(bits)")
    }
    if info.frames == 0, isTake {
      flaws.append("it does not state its length")
    }
    if walk.frames != info.frames || walk.end < window.size {
      repairs.append(info.stating(frames: walk.frames))
    }
    var survey = EncodedSurvey(
      frames: walk.frames, rate: info.rate, channels: info.channels, bits: info.bits,
      wholeBytes: walk.end, fileBytes: window.size, flaws: flaws,
      unchecked: info.hasDigest ? ["the MD5 of its audio, beside the checksum of every frame"] : [],
      repairs: repairs, tags: tags)
    survey.statedFrames = info.frames > 0 ? info.frames : nil
    survey.isCut = info.frames == 0 ? isTake : walk.frames < info.frames
    return survey
  }

  /// The start of the audio: after the last metadata block, or, when their chain is broken, at the first frame.
  ///
  /// The chain can break when a cut comes while the tags are rewritten.
  private static func audioStart(
    _ head: ArraySlice<UInt8>
  ) -> (offset: Int, isStated: Bool)? {
    var offset = 4
    while let block = FLACBlock(head, at: offset) {
      offset += 4 + block.bytes
      guard block.isLast, offset < head.count else { continue }
      if isFirstFrame(head.dropFirst(offset)) { return (offset, true) }
      break
    }
    // Behind space for the smallest comment and padding.
    var candidate = FLACStreamInfo.offset + 34 + 16
    while candidate + FLACFrameHeader.longest < head.count {
      if head[head.startIndex + candidate] == 0xFF, isFirstFrame(head.dropFirst(candidate)) {
        return (candidate, false)
      }
      candidate += 1
    }
    return nil
  }

  private static func isFirstFrame(_ bytes: ArraySlice<UInt8>) -> Bool {
    FLACFrameHeader(bytes.prefix(FLACFrameHeader.longest))?.number == 0
  }
}
