/// Recovers a compressed take that was left in progress, or was cut off after it had been finished.
enum EncodedTakeRecovery {
  /// Recovers the file, but does not yet give it its name.
  ///
  /// If audio is missing, the tags then state that the take was cut off, and where.
  ///
  /// - Parameters:
  ///   - name: a path whose file name identifies the take, for the case that the tags are lost.
  ///   - isCopy: true if `file` is a copy beside the file that was cut off.
  ///   - damaged: if `file` was made from a damaged file, with silence in its holes, the survey of that file; otherwise
  ///     `nil`.
  /// - Throws: ``TakeFileError/malformed(path:offset:problem:)`` if nothing in the file can be kept; the file is then
  ///   unchanged.
  static func restore(
    _ file: inout InProgressFile, kind: TakeFileKind, named name: String? = nil,
    isCopy: Bool = false, of damaged: EncodedSurvey? = nil
  ) throws(TakeFileError) -> WAVRecovery.Result {
    let (descriptor, path) = (file.descriptor, file.inProgressPath)
    let found = try EncodedRecovery.survey(descriptor: descriptor, kind: kind, path: path)
    guard let found else {
      throw .malformed(path: path, offset: 0, problem: "it contains no audio")
    }
    let known = try EncodedRecovery.metadata(descriptor: descriptor, kind: kind, path: path)
    let metadata = known ?? TakeMetadata(namedBy: name ?? path, rate: found.rate)
    let source = damaged ?? found
    var result = WAVRecovery.Result(
      rate: found.rate, frames: found.frames,
      discardedBytes: source.fileBytes - source.wholeBytes, metadata: known)
    var told = metadata.flatMap { cut($0, found, isCut: found.isCut || source.isCut) }
    if !source.holes.isEmpty, var marked = told ?? metadata {
      marked.mark(damage: source.holes)
      told = marked
    }
    // A copy beside the file that was cut off needs an identity of its own.
    if isCopy { told?.copy = "recovered" }
    var isWritten = false
    if let told {
      // Write the tags to the medium before the repair. If the power failed after the repair but before the tags were
      // changed, the file would look intact, and its stated end, which is now wrong, would be believed.
      isWritten = try EncodedRecovery.setMetadata(
        told, frames: found.frames, descriptor: descriptor, kind: kind, path: path)
      try FileSync.file(descriptor, path: path)
      result.metadata = told
    }
    try EncodedRecovery.mend(descriptor: descriptor, kind: kind, path: path)
    // If the tags themselves were damaged, there was no space to write to until the repair.
    if let told, !isWritten {
      try EncodedRecovery.setMetadata(
        told, frames: found.frames, descriptor: descriptor, kind: kind, path: path)
    }
    // If the metadata stay the same, so does their checksum of the file, and the head must then not change either.
    if told != nil {
      try EncodedRecovery.setDuration(
        frames: found.frames, descriptor: descriptor, kind: kind, path: path)
    }
    return result
  }

  /// The new metadata of a take in which audio is missing; `nil` if none is missing.
  private static func cut(
    _ metadata: TakeMetadata, _ found: EncodedSurvey, isCut: Bool
  ) -> TakeMetadata? {
    var told = metadata
    let end = WAVRecovery.end(metadata, frames: found.frames, found.rate)
    if metadata.recorder != nil {
      // How the takes of other recorders ended is unknown.
      guard isCut else { return nil }
      told.notes.append(end.words)
    } else {
      guard isCut || metadata.end == nil else { return nil }
      told.end = end
      told.removeEvents(from: told.firstFrame + found.frames)
    }
    told.audioChecksum = nil
    return told
  }
}

extension TakeMetadata {
  /// The metadata that the name of a file alone provides; `nil` if the path does not name a take.
  init?(namedBy path: String, rate: Int) {
    guard var name = TakeName(recovered: path) else { return nil }
    self.init()
    self.rate = rate
    preferredRate = rate
    isClockSet = false
    content = name.content
    part = name.part ?? 0
    date = name.date
    name.content = .rendered
    name.part = nil
    take = name.stem
  }
}

extension TakeName {
  /// The name of the take to which a file belongs, even if recovery made the file: `NAME_recovered.wav`,
  /// `NAME_recovered2.wav`.
  init?(recovered path: String) {
    let stem = TakeName.stem(of: path)
    let mark = stem.lastIndex(of: "_") ?? stem.endIndex
    let isRecovered =
      stem[mark...].hasPrefix("_recovered")
      && stem[mark...].dropFirst("_recovered".count).allSatisfy { $0.isASCII && $0.isNumber }
    self.init(fileName: isRecovered ? String(stem[..<mark]) : stem)
  }
}
