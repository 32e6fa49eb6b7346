import Glibc

extension TakeFile {
  /// Reads a compressed file: its head, and the end of an Opus file, as long as it is finished.
  static func readEncoded(_ path: String, _ kind: TakeFileKind) throws(TakeFileError) -> TakeFile {
    let file = try OpenFile.read(path)
    guard let size = file.regularSize else {
      throw .system(operation: .open, path: path, code: EINVAL)
    }
    let isInProgress = TakeName.isInProgress(path)
    var shape: EncodedShape?
    var found: EncodedSurvey?
    if !isInProgress { shape = try EncodedShape.glance(file.descriptor, size, kind, path) }
    if shape == nil {
      found = try EncodedRecovery.survey(descriptor: file.descriptor, kind: kind, path: path)
    }
    if let survey = found {
      shape = EncodedShape(
        frames: survey.frames, rate: survey.rate, channels: survey.channels, bits: survey.bits)
    }
    guard let shape else {
      throw .malformed(path: path, offset: 0, problem: "there is no audio that can be read")
    }
    let metadata = try EncodedRecovery.metadata(
      descriptor: file.descriptor, kind: kind, path: path)
    let isBeingWritten = isInProgress && file.isBeingWritten
    var named = TakeMetadata()
    named.take = TakeName.stem(of: path)
    named.isClockSet = false
    named.rate = shape.rate
    var maker: String?
    if metadata == nil {
      let tags = try EncodedRecovery.fields(descriptor: file.descriptor, kind: kind, path: path)
      named.adopt(tags: tags)
      named = named.bounded
      maker = GUANO.maker(tags)
    }
    _ = file.close()
    var take = TakeFile(
      path: path, name: TakeName(fileName: TakeName.fileName(of: path)), kind: kind,
      isInProgress: isInProgress, isBeingWritten: isBeingWritten, rate: shape.rate,
      channels: shape.channels, bits: shape.bits,
      isFloat: false, frames: shape.frames, fileBytes: size,
      isTruncated: !isInProgress && found?.isCut == true,
      metadata: metadata ?? named, origin: metadata.map(TakeFile.Origin.init) ?? .other(maker))
    if !isInProgress, let found, !found.isWhole { take.flaws = found.faults }
    take.links = found?.links ?? []
    take.noteCut()
    return take
  }
}

/// The shape of a finished compressed file's audio, from its first and last bytes.
struct EncodedShape: Sendable, Equatable {
  var frames: Int
  var rate: Int
  var channels: Int
  var bits: Int?

  /// The shape without reading the whole file; `nil` when it has to be read.
  static func glance(
    _ descriptor: Int32, _ size: Int, _ kind: TakeFileKind, _ path: String
  ) throws(TakeFileError) -> EncodedShape? {
    var window = try FileWindow(descriptor: descriptor, size: size, path: path, kind: kind)
    let size = window.size
    let head = Array(try window.bytes(at: 0, count: TagSpace.searchedBytes))[...]
    switch kind {
    case .wav, .m4a: return nil
    case .flac:
      let end = max(0, size - FLACSurvey.tailBytes)
      guard let info = FLACStreamInfo(head), info.frames > 0,
        FLACSurvey.hasEnd(try window.bytes(at: end, count: size - end), info)
      else { return nil }
      return EncodedShape(
        frames: info.frames, rate: info.rate, channels: info.channels, bits: info.bits)
    case .opus:
      guard let first = OggPage(head), let identity = OpusIdentity(head, first),
        let tags = TagSpace.locate(in: head, kind: .opus),
        let sound = OggPage(head.dropFirst(tags.range.upperBound)),
        let page = head.part(from: tags.range.upperBound, count: sound.bytes), sound.granule > 0
      else { return nil }
      let start = max(0, size - 2 * OggPage.longest)
      let end = Array(try window.bytes(at: start, count: size - start))
      let begin = max(0, Int(clamping: sound.granule) - OpusPacket.samples(on: sound, page))
      guard let granule = lastGranule(end, serial: first.serial),
        granule - begin > identity.preSkip
      else { return nil }
      return EncodedShape(
        frames: (granule - begin - identity.preSkip) * identity.rate / 48000, rate: identity.rate,
        channels: identity.channels)
    }
  }

  /// The position in the stream at the end of its last page, when that is marked as the last.
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
}
