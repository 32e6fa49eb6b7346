/// Makes a whole file of a compressed take that was left in progress.
enum EncodedTakeRecovery {
  /// Does everything but giving the file its name.
  ///
  /// - Throws: ``TakeFileError/malformed(path:offset:problem:)`` when nothing of it can be kept; then nothing was changed.
  static func restore(
    _ file: inout InProgressFile, kind: TakeFileKind
  ) throws(TakeFileError) -> WAVRecovery.Result {
    let (descriptor, path) = (file.descriptor, file.inProgressPath)
    let found = try EncodedRecovery.survey(descriptor: descriptor, kind: kind, path: path)
    guard let found else {
      throw .malformed(path: path, offset: 0, problem: "there is no audio in it")
    }
    var metadata = try EncodedRecovery.metadata(descriptor: descriptor, kind: kind, path: path)
    try EncodedRecovery.mend(descriptor: descriptor, kind: kind, path: path)
    if let known = metadata, known.end == nil || !found.isWhole || !found.flaws.isEmpty {
      metadata?.end = WAVRecovery.end(known, frames: found.frames, found.rate)
    }
    if let metadata {
      try EncodedRecovery.setMetadata(
        metadata, frames: found.frames, descriptor: descriptor, kind: kind, path: path)
    }
    return WAVRecovery.Result(
      rate: found.rate, frames: found.frames, discardedBytes: found.fileBytes - found.wholeBytes,
      metadata: metadata)
  }
}
