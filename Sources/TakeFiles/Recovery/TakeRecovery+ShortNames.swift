import Glibc

extension TakeRecovery {
  /// Restores the names of files of which FAT kept only the short one, as files in progress that can be recovered.
  ///
  /// On FAT a name such as `20260801_120000_007.wav` is several entries of a directory: the pieces of the long name,
  /// and behind them a short one, `202608~1.WAV`. If they lie in two sectors, a power cut can let only the second one
  /// reach the medium: then the file is there under its short name alone, or it is no more than that name, without a
  /// byte or with bytes that are not its own.
  ///
  /// Only files that are empty or have no head, or whose metadata are those of takes of Pinna, are touched.
  ///
  /// - Returns: the files that were put aside because nothing had reached them, in the order of the names.
  /// - Throws: ``TakeFileError/system(operation:path:code:)`` when the directory cannot be read.
  @discardableResult
  public static func restoreNames(in directory: String) throws(TakeFileError) -> [RecoveredTake] {
    try TakeDirectory(path: directory).inAllFolders { (folder) throws(TakeFileError) in
      let names = try folder.entryNames().sorted()
      var results: [RecoveredTake] = []
      // A program that changes takes now has the lock, and ends its work itself.
      if let lock = try FolderLock.ifFree(folder.path) {
        for name in names where name.hasPrefix(".") {
          results += TakePatch.complete(folder.path(of: name))
        }
        TakeDraft.removeLeftovers(names, in: folder.path)
        _ = consume lock
      }
      for name in names where !name.hasPrefix(".") {
        guard let short = ShortTakeName(name) else { continue }
        if let result = restore(folder.path(of: name), short.kind, in: folder.path) {
          results.append(result)
        }
      }
      return results
    }
  }

  /// - Returns: the result for a file without a head; `nil` when the file has its name back, or is not Pinna's.
  private static func restore(
    _ path: String, _ kind: TakeFileKind, in directory: String
  ) -> RecoveredTake? {
    do throws(TakeFileError) {
      if try OpenFile.read(path).regularSize == 0 { return try setAside(path, kind) }
      do throws(TakeFileError) {
        let file = try TakeFile.read(path: path, kind: kind)
        guard file.origin == .pinna, let name = file.metadata.fileName else { return nil }
        let final = name.path(in: directory, ending: kind.ending)
        try FileSync.rename(path, to: TakeName.inProgressPath(for: try vacantPath(for: final)))
        try FileSync.directory(of: path)
      } catch {
        guard case .malformed = error else { throw error }
        return try setAside(path, kind)
      }
    } catch {
      // A file that cannot be read now, or that another program has, stays as it is.
    }
    return nil
  }

  /// Keeps a file without a head under a name that is not looked at again.
  private static func setAside(
    _ path: String, _ kind: TakeFileKind
  ) throws(TakeFileError) -> RecoveredTake {
    var result = RecoveredTake(source: path, path: path, kind: kind, outcome: .setAside)
    result.path = freePath(for: path + ".damaged")
    try FileSync.rename(path, to: result.path)
    try FileSync.directory(of: path)
    return result
  }

  /// The path, or the next one that no file has, finished or in progress; an empty file in progress is put aside.
  private static func vacantPath(for final: String) throws(TakeFileError) -> String {
    let inProgress = TakeName.inProgressPath(for: final)
    if FileIdentity(path: inProgress) != nil, try OpenFile.read(inProgress).regularSize == 0 {
      try FileSync.rename(inProgress, to: freePath(for: inProgress + ".damaged"))
    }
    let isFree = FileIdentity(path: final) == nil && FileIdentity(path: inProgress) == nil
    return isFree ? final : freePath(for: final, suffix: "_recovered")
  }
}

/// The short name that Linux gives to a take on FAT: six letters, or two and four digits of a hash, `~` and a number.
///
/// A name before the date has a hyphen behind it, which is among the six letters where it is short.
///
/// - Source: `vfat_create_shortname` in `fs/fat/namei_vfat.c` of Linux.
struct ShortTakeName: Equatable {
  /// The kind of the file, whose ending has three letters here.
  let kind: TakeFileKind

  /// A short name; `nil` for any other.
  init?(_ fileName: String) {
    let parts = fileName.split(separator: ".", omittingEmptySubsequences: false)
    guard parts.count == 2,
      let kind = TakeFileKind.allCases.first(where: {
        $0.ending.prefix(3) == parts[1].lowercased()
      })
    else { return nil }
    let halves = parts[0].split(separator: "~", omittingEmptySubsequences: false)
    guard halves.count == 2, halves[0].utf8.count == 6, (1...2).contains(halves[1].utf8.count),
      halves[0].contains("-")
        ? halves[0].allSatisfy({ $0.isASCII && ($0.isLetter || $0.isWholeNumber || $0 == "-") })
        : halves[0].allSatisfy({ $0.isASCII && $0.isHexDigit })
          && halves[0].prefix(2).allSatisfy(\.isWholeNumber),
      halves[1].allSatisfy({ $0.isASCII && $0.isWholeNumber })
    else { return nil }
    self.kind = kind
  }
}

extension TakeMetadata {
  /// The file name for these metadata; `nil` when they do not name a take.
  var fileName: TakeName? {
    guard var name = TakeName(fileName: take) else { return nil }
    name.content = content
    // The first file of a take has no letter; others are named by their own start.
    if part > 0 { (name.part, name.date) = (part, date) }
    return name
  }
}
