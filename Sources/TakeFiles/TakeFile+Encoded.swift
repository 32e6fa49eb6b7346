import Glibc

extension TakeFile {
  /// Reads the head of a compressed file and, if it is a finished Opus file, also its end.
  static func readEncoded(_ path: String, _ kind: TakeFileKind) throws(TakeFileError) -> TakeFile {
    let file = try OpenFile.read(path)
    let size = try file.size(of: path)
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
      throw .malformed(path: path, offset: 0, problem: TakeFileError.noAudio)
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
    let origin = metadata.map(TakeFile.Origin.init) ?? .other(maker)
    var take = TakeFile(
      path: path, name: TakeName(of: path, metadata ?? named, origin), kind: kind,
      isInProgress: isInProgress, isBeingWritten: isBeingWritten, rate: shape.rate,
      channels: shape.channels, bits: shape.bits,
      isFloat: false, frames: shape.frames, fileBytes: size,
      isTruncated: !isInProgress && found?.isCut == true,
      metadata: metadata ?? named, origin: origin)
    if !isInProgress, let found, !found.isWhole { take.flaws = found.faults }
    take.links = found?.links ?? []
    take.noteCut()
    take.flaws += [take.rateFault].compactMap { $0 } + take.tagFaults
    return take
  }
}
