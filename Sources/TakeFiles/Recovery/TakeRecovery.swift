import Glibc

/// Recovers files that a power cut, a full card or a killed program left in progress: they become finished takes.
///
/// Nothing is ever deleted or overwritten. All audio that is known to be in a file is kept, and bytes that a file
/// system without a journal left after it are not taken for audio. If the power fails during recovery, the file can be
/// recovered again.
///
/// - Thread: not a realtime thread, because everything here waits for the disk.
public enum TakeRecovery {
  /// Recovers every file in progress in a directory, except files that a program is writing.
  ///
  /// - Parameters:
  ///   - directory: the directory that contains the takes.
  ///   - skipping: the paths of files that are to be left alone.
  /// - Returns: the result for each file, in the order of the names; files that a program is writing, or has finished
  ///   meanwhile, are left out.
  /// - Throws: ``TakeFileError/system(operation:path:code:)`` if the directory cannot be read. If the recovery of one
  ///   file fails, its result says so, and the others are still recovered.
  public static func recoverAll(
    in directory: String, skipping: Set<String> = []
  ) throws(TakeFileError) -> [RecoveredTake] {
    try restoreNames(in: directory)
      + recover(inProgress(in: directory).filter { !skipping.contains($0) })
  }

  /// Recovers the files with these paths, except those that other programs are writing, or have finished meanwhile.
  public static func recover(_ listed: [String]) -> [RecoveredTake] {
    listed.map { recover(path: $0) }.filter { result in
      if case .failed(let error) = result.outcome, error.isMissing { return false }
      return result.outcome != .busy
    }
  }

  /// The paths of the files in progress in a directory, in the order of their names.
  ///
  /// - Throws: ``TakeFileError/system(operation:path:code:)`` if the directory cannot be read.
  public static func inProgress(in directory: String) throws(TakeFileError) -> [String] {
    try TakeDirectory(path: directory).inAllFolders { (folder) throws(TakeFileError) in
      try folder.entryNames().filter {
        !$0.hasPrefix(".") && TakeName.isInProgress($0) && TakeFileKind(path: $0) != nil
      }.sorted().map(folder.path(of:))
    }
  }

  /// Makes a finished take from one file in progress.
  public static func recover(path: String) -> RecoveredTake {
    guard let final = TakeName.finalPath(for: path), let kind = TakeFileKind(path: path) else {
      let error = TakeFileError.unsupported(
        path: path, offset: 0, problem: "its name is not NAME.recording\(TakeFileKind.endings)")
      return RecoveredTake(source: path, path: path, kind: .wav, outcome: .failed(error))
    }
    var result = RecoveredTake(source: path, path: final, kind: kind, outcome: .recovered)
    do throws(TakeFileError) {
      if try finishLink(path, final) {
        result.read()
      } else {
        try recover(&result, final: final)
      }
    } catch {
      result.path = path
      result.outcome = .failed(error)
      if case .system(.open, _, EWOULDBLOCK) = error { result.outcome = .busy }
    }
    return result
  }

  private static func recover(_ result: inout RecoveredTake, final: String) throws(TakeFileError) {
    try putAsideIfEmpty(final)
    let path = freePath(for: final)
    var file = try InProgressFile.reopen(result.source, as: path)
    do throws(TakeFileError) {
      if result.kind == .wav {
        result.apply(try WAVRecovery.restore(&file))
      } else if let found = try EncodedRecovery.survey(
        descriptor: file.descriptor, kind: result.kind, path: result.source),
        !found.pieces.isEmpty
      {
        try replace(file, found, by: path, &result)
        return
      } else {
        result.apply(try EncodedTakeRecovery.restore(&file, kind: result.kind))
      }
    } catch {
      guard case .malformed = error else { throw error }
      try setAside(&result, file)
      return
    }
    result.path = path
    do throws(TakeFileError) {
      try file.conclude()
    } catch {
      // If another program took the name meanwhile, this file is still intact, so try the next name.
      guard case .system(.rename, _, EEXIST) = error else { throw error }
      try recover(&result, final: final)
    }
  }

  /// If an empty file has the final name, renames the empty file, so that the name is free.
  ///
  /// On FAT, a rename that was interrupted leaves such an empty file beside the file in progress.
  private static func putAsideIfEmpty(_ final: String) throws(TakeFileError) {
    guard FileIdentity(path: final) != nil else { return }
    do throws(TakeFileError) {
      guard try OpenFile.read(final).regularSize == 0 else { return }
    } catch {
      if error.isMissing { return }
      throw error
    }
    try FileSync.rename(final, to: freePath(for: final + ".damaged"))
  }

  /// Keeps a file without a readable head under a name that recovery ignores.
  private static func setAside(
    _ result: inout RecoveredTake, _ file: consuming InProgressFile
  ) throws(TakeFileError) {
    let final = TakeName.finalPath(for: result.source) ?? result.source
    let path = freePath(for: final + ".damaged")
    try FileSync.rename(result.source, to: path)
    result.path = path
    result.outcome = .setAside
    _ = file.bytes
    // Even if the new end cannot be written into the previous part, that part is intact.
    try? endPart(before: final)
  }

  /// Marks the part before an empty part of a compressed take as the last one.
  private static func endPart(before final: String) throws(TakeFileError) {
    guard let name = TakeName(recovered: final), let part = name.part, part > 0 else { return }
    let directory = TakeName.directory(of: final)
    let before = try TakeDirectory(path: directory).ownFileNames().last {
      guard let one = TakeName(fileName: $0), !TakeName.isInProgress($0) else { return false }
      return one.number == name.number && (one.part ?? 0) == part - 1 && one.content == name.content
        && one.date <= name.date && TakeFileKind(path: $0) == TakeFileKind(path: final)
    }
    guard let path = before.map({ "\(directory)/\($0)" }) else { return }
    let file = try TakeFile.read(path: path)
    guard file.metadata.end?.cause == .continued else { return }
    let end = WAVRecovery.end(file.metadata, frames: file.frames, file.rate)
    try EncodedRecovery.setEnd(end, of: path)
  }

  /// If a file has both its name in progress and its final name, removes the name in progress.
  ///
  /// Where renaming consists of a link and an unlink, a power cut can leave both names; the file was then already
  /// complete.
  private static func finishLink(_ path: String, _ final: String) throws(TakeFileError) -> Bool {
    guard let identity = FileIdentity(path: path), identity == FileIdentity(path: final) else {
      return false
    }
    guard unlink(path) == 0 else { throw .system(operation: .rename, path: path, code: errno) }
    try FileSync.directory(of: final)
    return true
  }

  /// The path itself if it is free, otherwise the next free one: `NAME_recovered.wav`, `NAME_recovered2.wav` and so on.
  static func freePath(for path: String) -> String {
    FileIdentity(path: path) == nil ? path : freePath(for: path, suffix: "_recovered")
  }

  static func freePath(for path: String, suffix: String) -> String {
    let dot = path.lastIndex(of: ".") ?? path.endIndex
    var number = 1
    while true {
      let count = number == 1 ? "" : "\(number)"
      let candidate = "\(path[..<dot])\(suffix)\(count)\(path[dot...])"
      let isFree =
        FileIdentity(path: candidate) == nil
        && FileIdentity(path: TakeName.inProgressPath(for: candidate)) == nil
      if isFree { return candidate }
      number += 1
    }
  }
}

extension RecoveredTake {
  /// Reads rate, length and metadata from a finished file.
  mutating func read() {
    do throws(TakeFileError) {
      let file = try TakeFile.read(path: path)
      rate = file.rate
      frames = file.frames
      metadata = file.origin == .pinna ? file.metadata : nil
    } catch {
      outcome = .failed(error)
    }
  }
}
