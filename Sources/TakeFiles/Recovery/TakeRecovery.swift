import Glibc

/// The recovery of files that a power cut, a full card or a killed program left in progress: they become finished
/// takes.
///
/// Nothing is ever deleted or overwritten, audio known to be there is kept, and bytes left after it by a file system
/// without a journal are not taken for audio. A power cut during recovery leaves a file that can be recovered again.
///
/// - Thread: not a realtime one: everything here waits for the disk.
public enum TakeRecovery {
  /// Recovers every file in progress in a directory, unless a program is writing it.
  ///
  /// - Parameters:
  ///   - directory: the directory of the takes.
  ///   - skipping: paths of files to leave alone.
  /// - Returns: the result for each file, in the order of their names; files being written, or finished meanwhile, are
  ///   left out.
  /// - Throws: ``TakeFileError/system(operation:path:code:)`` when the directory cannot be read. An error with one file
  ///   is in its result and does not stop the recovery of others.
  public static func recoverAll(
    in directory: String, skipping: Set<String> = []
  ) throws(TakeFileError) -> [RecoveredTake] {
    try restoreNames(in: directory)
      + recover(inProgress(in: directory).filter { !skipping.contains($0) })
  }

  /// Recovers listed files, except files that other programs are writing or have finished meanwhile.
  public static func recover(_ listed: [String]) -> [RecoveredTake] {
    listed.map { recover(path: $0) }.filter { result in
      if case .failed(let error) = result.outcome, error.isMissing { return false }
      return result.outcome != .busy
    }
  }

  /// The paths of the files in progress in a directory, in the order of their names.
  ///
  /// - Throws: ``TakeFileError/system(operation:path:code:)`` when the directory cannot be read.
  public static func inProgress(in directory: String) throws(TakeFileError) -> [String] {
    try TakeDirectory(path: directory).inAllFolders { (folder) throws(TakeFileError) in
      try folder.entryNames().filter {
        !$0.hasPrefix(".") && TakeName.isInProgress($0) && TakeFileKind(path: $0) != nil
      }.sorted().map(folder.path(of:))
    }
  }

  /// Makes a finished take of one file in progress.
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
      // Another program took the name meanwhile: the file is intact, so try the next name.
      guard case .system(.rename, _, EEXIST) = error else { throw error }
      try recover(&result, final: final)
    }
  }

  /// Frees the final name if an empty file holds it.
  ///
  /// An interrupted rename on FAT leaves such a file beside the file in progress.
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
    try FileSync.directory(of: path)
    result.path = path
    result.outcome = .setAside
    _ = file.bytes
    // The previous part is intact even if it cannot store its new end.
    try? endPart(before: final)
  }

  /// Marks the compressed part before an empty one as the last.
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

  /// Removes the in-progress name of a file that has both names.
  ///
  /// If names are given by link and unlink, a power cut can leave both: then the file was already complete.
  private static func finishLink(_ path: String, _ final: String) throws(TakeFileError) -> Bool {
    guard let identity = FileIdentity(path: path), identity == FileIdentity(path: final) else {
      return false
    }
    guard unlink(path) == 0 else { throw .system(operation: .rename, path: path, code: errno) }
    try FileSync.directory(of: final)
    return true
  }

  /// The path, or the next free one: `NAME_recovered.wav`, `NAME_recovered2.wav` and so on.
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
  /// Reads the facts of a finished file.
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
