/// The recovery of a compressed take that was left in progress, or truncated after it was finished.
enum EncodedTakeRecovery {
  /// Does everything except giving the file its name.
  ///
  /// The tags of a file with missing audio state that it was cut off, and where.
  ///
  /// - Parameters:
  ///   - name: a path whose name identifies the take, in case its tags are gone.
  ///   - isCopy: true if the truncated file stays beside this one.
  ///   - damaged: the damaged file from which this one was made, with silence in its holes; `nil` for the file itself.
  /// - Throws: ``TakeFileError/malformed(path:offset:problem:)`` if nothing of it can be kept; then nothing changed.
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
    // A copy beside the truncated file needs its own identity.
    if isCopy { told?.copy = "recovered" }
    var isWritten = false
    if let told {
      // On the medium before the repair: a repaired file looks intact, and after a power cut in between, an end written
      // too early would be believed.
      isWritten = try EncodedRecovery.setMetadata(
        told, frames: found.frames, descriptor: descriptor, kind: kind, path: path)
      try FileSync.file(descriptor, path: path)
      result.metadata = told
    }
    try EncodedRecovery.mend(descriptor: descriptor, kind: kind, path: path)
    // If the tags were damaged too, they are repaired now.
    if let told, !isWritten {
      try EncodedRecovery.setMetadata(
        told, frames: found.frames, descriptor: descriptor, kind: kind, path: path)
    }
    // A file that keeps its metadata keeps its checksum, and with it its head.
    if told != nil {
      try EncodedRecovery.setDuration(
        frames: found.frames, descriptor: descriptor, kind: kind, path: path)
    }
    return result
  }

  /// The metadata of a take with missing audio; `nil` if nothing is missing.
  private static func cut(
    _ metadata: TakeMetadata, _ found: EncodedSurvey, isCut: Bool
  ) -> TakeMetadata? {
    var told = metadata
    let end = WAVRecovery.end(metadata, frames: found.frames, found.rate)
    if metadata.recorder != nil {
      // For takes of other recorders, the end is unknown.
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
  /// The known facts about a take without metadata: its name; `nil` if a path does not name a take.
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
  /// The name of a file's take, even for a file made by recovery: `NAME_recovered.wav`, `NAME_recovered2.wav`.
  init?(recovered path: String) {
    let stem = TakeName.stem(of: path)
    let mark = stem.lastIndex(of: "_") ?? stem.endIndex
    let isRecovered =
      stem[mark...].hasPrefix("_recovered")
      && stem[mark...].dropFirst("_recovered".count).allSatisfy { $0.isASCII && $0.isNumber }
    self.init(fileName: isRecovered ? String(stem[..<mark]) : stem)
  }
}
