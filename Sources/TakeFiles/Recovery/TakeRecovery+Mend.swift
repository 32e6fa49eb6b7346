import Glibc

extension TakeRecovery {
  /// Gives a file that was cut off a correct header; this works for WAV files of any recorder.
  ///
  /// Without `inPlace` the file itself stays untouched, and a repaired copy `NAME_recovered.wav` is made beside it. If
  /// the file is one of Pinna's own in progress, it is recovered as by ``recover(path:)``.
  ///
  /// - Parameters:
  ///   - progress: called with the share of the copy that is done, from 0 to 1.
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
    let size = try file.size(of: result.source)
    // Lock the file against a recorder that is still writing it; if the file system has no locks, assume that none is.
    guard OpenFile.lock(file.descriptor) else {
      throw .system(operation: .open, path: result.source, code: EWOULDBLOCK)
    }
    let parser = try WAVParser(descriptor: file.descriptor, path: result.source, fileBytes: size)
    let mend = try WAVMend(parser)
    result.rate = mend.format.rate
    result.frames = mend.frames
    result.discardedBytes = mend.discardedBytes
    let flaws = mend.flaws
    let metadata = try WAVMetadata(parser)
    if !flaws.isEmpty {
      result.outcome = .mended(flaws: flaws)
      if mend.isCutTake && !metadata.ownFields.isEmpty {
        try restore(&result, mend, locked: inPlace ? file.descriptor : nil, progress: progress)
        _ = file.close()
        return
      }
      if inPlace {
        try patch(result.source, mend, locked: file.descriptor)
      } else {
        result.path = try copy(mend, progress: progress)
      }
    }
    let (read, origin) = metadata.metadata(of: result.source, rate: mend.format.rate)
    result.metadata = origin == .pinna ? read : nil
    _ = file.close()
  }

  private static func mendEncoded(
    _ result: inout RecoveredTake, inPlace: Bool, progress: (Double) -> Void
  ) throws(TakeFileError) {
    let (path, kind) = (result.source, result.kind)
    let source = try InProgressFile.reopen(path, as: path, writing: inPlace)
    let found = try EncodedRecovery.survey(descriptor: source.descriptor, kind: kind, path: path)
    guard let found else {
      throw .malformed(path: path, offset: 0, problem: "it contains no \(kind.rawValue) audio")
    }
    result.rate = found.rate
    result.frames = found.frames
    result.discardedBytes = found.fileBytes - found.wholeBytes
    result.metadata = try EncodedRecovery.metadata(
      descriptor: source.descriptor, kind: kind, path: path)
    guard !found.isWhole else { return }
    result.outcome = .mended(flaws: found.faults)
    if inPlace, found.pieces.isEmpty {
      var source = source
      result.metadata = try EncodedTakeRecovery.restore(&source, kind: kind).metadata
      try source.conclude()
    } else if inPlace {
      try replace(source, found, by: path, &result, progress: progress)
    } else {
      result.path = freePath(for: path, suffix: "_recovered")
      try mendedCopy(of: source, found, &result, progress: progress)
    }
  }

  private static func mendedCopy(
    of source: borrowing InProgressFile, _ found: EncodedSurvey, _ result: inout RecoveredTake,
    progress: (Double) -> Void
  ) throws(TakeFileError) {
    var copy = try InProgressFile.create(path: result.path)
    let unfinished = copy.inProgressPath
    let pieces = found.pieces.isEmpty ? [.kept(0..<found.fileBytes)] : found.pieces
    do throws(TakeFileError) {
      try copy.append(pieces, of: source, progress: progress)
      result.metadata = try EncodedTakeRecovery.restore(
        &copy, kind: result.kind, named: result.source, isCopy: true,
        of: found.pieces.isEmpty ? nil : found
      ).metadata
      try copy.conclude()
    } catch {
      discard(unfinished)
      throw error
    }
  }

  /// Writes a new file with silence in place of the damage, and gives it the name of the recording; the damaged file
  /// stays beside it as `NAME.damaged`.
  ///
  /// - Throws: ``TakeFileError/system(operation:path:code:)`` with `ENOSPC` if there is no room for both files; nothing
  ///   has then changed.
  static func replace(
    _ source: borrowing InProgressFile, _ found: EncodedSurvey, by path: String,
    _ result: inout RecoveredTake, progress: (Double) -> Void = { _ in }
  ) throws(TakeFileError) {
    let directory = TakeName.directory(of: path)
    let needed = found.pieces.reduce(TagSpace.reservedBytes) { $0 + $1.count }
    guard try FileSystemLimit.freeBytes(in: directory) > needed else {
      throw .system(operation: .create, path: path, code: ENOSPC)
    }
    // This program holds the lock of the damaged file, so if there is a file with this name, a power cut left it
    // behind.
    let unfinished = directory + "/." + TakeName.fileName(of: path) + ".mending"
    discard(unfinished)
    let (original, damaged) = (source.inProgressPath, freePath(for: path + ".damaged"))
    var copy = try InProgressFile.create(path: path, under: unfinished)
    do throws(TakeFileError) {
      try copy.append(found.pieces, of: source, progress: progress)
      let restored = try EncodedTakeRecovery.restore(
        &copy, kind: result.kind, named: path, of: found)
      if original == path {
        try copy.sync()
        // The directory is synced once, after both files have their names.
        try FileSync.rename(original, to: damaged, open: source.descriptor)
      }
      try copy.conclude()
      if original != path { try FileSync.rename(original, to: damaged) }
      result.apply(restored)
    } catch {
      discard(unfinished)
      // If there is no repaired file, give the damaged one its name back.
      if original == path, FileIdentity(path: path) == nil {
        try? FileSync.rename(damaged, to: path)
      }
      throw error
    }
    (result.path, result.damaged) = (path, damaged)
  }

  /// Removes a copy that could not be completed; otherwise the next recovery of the directory would make a take of it.
  private static func discard(_ unfinished: String) { _ = unlink(unfinished) }

  /// Recovers one of Pinna's takes that was cut off after it had been finished, in the same way as one in progress: the
  /// end of the take is then stated, and there are cue points.
  ///
  /// - Parameter locked: the descriptor that holds the lock of the file, which is then repaired in place; `nil` to
  ///   repair a copy.
  private static func restore(
    _ result: inout RecoveredTake, _ mend: WAVMend, locked: Int32?, progress: (Double) -> Void
  ) throws(TakeFileError) {
    let found: WAVRecovery.Result
    if let locked {
      flock(locked, LOCK_UN)
      var file = try InProgressFile.reopen(result.source, as: result.source)
      found = try WAVRecovery.restore(&file)
      try file.conclude()
    } else {
      result.path = freePath(for: result.source, suffix: "_recovered")
      found = try make(result.path) { (file: inout InProgressFile) throws(TakeFileError) in
        try mend.copyAll(to: &file, progress: progress)
        return try WAVRecovery.restore(&file, asCopy: true)
      }
    }
    result.apply(found)
  }

  /// Makes a file, which is discarded if it cannot be completed.
  private static func make<Made>(
    _ path: String, _ fill: (inout InProgressFile) throws(TakeFileError) -> Made
  ) throws(TakeFileError) -> Made {
    var file = try InProgressFile.create(path: path)
    let unfinished = file.inProgressPath
    do throws(TakeFileError) {
      let made = try fill(&file)
      try file.conclude()
      return made
    } catch {
      discard(unfinished)
      throw error
    }
  }

  private static func patch(
    _ path: String, _ mend: WAVMend, locked: Int32
  ) throws(TakeFileError) {
    // The lock belongs to the descriptor for reading. Release it, so that the descriptor for writing can take it.
    flock(locked, LOCK_UN)
    var file = try InProgressFile.reopen(path, as: path)
    try mend.patch(&file)
    try file.conclude()
  }

  /// Makes a repaired copy beside the file; returns the path of the copy.
  private static func copy(
    _ mend: WAVMend, progress: (Double) -> Void
  ) throws(TakeFileError) -> String {
    while true {
      let path = freePath(for: mend.parser.path, suffix: "_recovered")
      do throws(TakeFileError) {
        try make(path) { (file: inout InProgressFile) throws(TakeFileError) in
          try mend.write(to: &file, progress: progress)
        }
        return path
      } catch {
        // If another program took the name meanwhile, try the next name.
        guard case .system(.create, _, EEXIST) = error else { throw error }
      }
    }
  }
}
