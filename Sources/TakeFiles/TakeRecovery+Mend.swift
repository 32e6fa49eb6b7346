import Glibc

extension TakeRecovery {
  /// Gives a file that was cut off a header that tells the truth: a WAV file of any recorder.
  ///
  /// Without `inPlace` the file is not touched, and a mended copy `NAME_recovered.wav` is made beside it. A file in
  /// progress of Pinna's own is recovered instead, see ``recover(path:)``.
  ///
  /// - Parameters:
  ///   - progress: called with the part of a copy that is done, 0 to 1.
  public static func mend(
    path: String, inPlace: Bool = false, progress: (Double) -> Void = { _ in }
  ) -> RecoveredTake {
    if TakeName.isInProgress(path) { return recover(path: path) }
    let kind = TakeFileKind(path: path) ?? .wav
    var result = RecoveredTake(source: path, path: path, kind: kind, outcome: .intact)
    do throws(TakeFileError) {
      if kind == .wav {
        try mendWAV(&result, inPlace: inPlace, progress: progress)
      } else {
        try mendEncoded(&result, inPlace: inPlace, progress: progress)
      }
    } catch {
      result.path = path
      result.outcome = .failed(error)
      if case .system(.open, _, EWOULDBLOCK) = error { result.outcome = .busy }
    }
    return result
  }

  private static func mendWAV(
    _ result: inout RecoveredTake, inPlace: Bool, progress: (Double) -> Void
  ) throws(TakeFileError) {
    let file = try OpenFile.read(result.source)
    guard let size = file.regularSize else {
      throw .system(operation: .open, path: result.source, code: EINVAL)
    }
    // Locked against a recorder that still writes it; a file that cannot be locked is nobody's.
    guard OpenFile.lock(file.descriptor) else {
      throw .system(operation: .open, path: result.source, code: EWOULDBLOCK)
    }
    var parser = WAVParser(descriptor: file.descriptor, path: result.source, fileBytes: size)
    try parser.parse()
    let mend = try WAVMend(parser)
    result.rate = mend.format.rate
    result.frames = mend.frames
    result.discardedBytes = mend.discardedBytes
    let flaws = mend.flaws
    if !flaws.isEmpty {
      result.outcome = .mended(flaws: flaws)
      if inPlace {
        try patch(result.source, mend, locked: file.descriptor)
      } else {
        result.path = try copy(mend, progress: progress)
      }
    }
    let (metadata, origin) = try WAVMetadata(parser).metadata(
      of: result.source, rate: mend.format.rate)
    result.metadata = origin == .pinna ? metadata : nil
    _ = file.close()
  }

  private static func mendEncoded(
    _ result: inout RecoveredTake, inPlace: Bool, progress: (Double) -> Void
  ) throws(TakeFileError) {
    let (path, kind) = (result.source, result.kind)
    let source = try InProgressFile.reopen(path, as: path, writing: inPlace)
    let found = try EncodedRecovery.survey(descriptor: source.descriptor, kind: kind, path: path)
    guard let found else {
      throw .malformed(path: path, offset: 0, problem: "there is no \(kind.rawValue) audio in it")
    }
    result.rate = found.rate
    result.frames = found.frames
    result.discardedBytes = found.fileBytes - found.wholeBytes
    result.metadata = try EncodedRecovery.metadata(
      descriptor: source.descriptor, kind: kind, path: path)
    guard !found.isWhole else { return }
    result.outcome = .mended(flaws: ["it was not finished"])
    if inPlace {
      try EncodedRecovery.mend(descriptor: source.descriptor, kind: kind, path: path)
      try source.conclude()
      return
    }
    result.path = freePath(for: path, suffix: "_recovered")
    var copy = try InProgressFile.create(path: result.path)
    try copy.append(source, bytes: found.fileBytes, progress: progress)
    try EncodedRecovery.mend(descriptor: copy.descriptor, kind: kind, path: copy.inProgressPath)
    try copy.conclude()
  }

  private static func patch(
    _ path: String, _ mend: WAVMend, locked: Int32
  ) throws(TakeFileError) {
    // The lock belongs to the descriptor for reading; the one for writing takes its place.
    flock(locked, LOCK_UN)
    var file = try InProgressFile.reopen(path, as: path)
    try mend.patch(&file)
    try file.conclude()
  }

  /// A mended copy beside the file; returns its path.
  private static func copy(
    _ mend: WAVMend, progress: (Double) -> Void
  ) throws(TakeFileError) -> String {
    while true {
      let path = freePath(for: mend.parser.path, suffix: "_recovered")
      do throws(TakeFileError) {
        var file = try InProgressFile.create(path: path)
        try mend.write(to: &file, progress: progress)
        try file.conclude()
        return path
      } catch {
        // Somebody took the name in between.
        guard case .system(.create, _, EEXIST) = error else { throw error }
      }
    }
  }
}
