import Glibc

extension TakeRecovery {
  /// Renames files that have lost their long name on FAT, so that they become files in progress, which can be
  /// recovered.
  ///
  /// On FAT, a name such as `20260801_120000_007.wav` takes several directory entries: first the pieces of the long
  /// name, and then a short name, `202608~1.WAV`. If these entries lie in two sectors, a power cut can let only the
  /// second sector reach the medium. The file then exists only under its short name; there may be no data behind that
  /// name, or those of another file.
  ///
  /// Touches only files whose metadata are those of the take that has this short name; and files that are empty or have
  /// no head, if their names are short ones of takes without a prefix, or with the prefix of a take in the folder.
  ///
  /// - Returns: the results for those files that were set aside because no data had reached them, in the order of their
  ///   names.
  /// - Throws: ``TakeFileError/system(operation:path:code:)`` if the directory cannot be read.
  @discardableResult
  public static func restoreNames(in directory: String) throws(TakeFileError) -> [RecoveredTake] {
    var prefixes: Set<String> = []
    return try TakeDirectory(path: directory).inAllFolders { (folder) throws(TakeFileError) in
      let names = try folder.entryNames().sorted()
      var results: [RecoveredTake] = []
      // If another program is changing takes, it holds this lock, and will complete the changes itself.
      if let lock = try FolderLock.ifFree(folder.path) {
        for name in names where name.hasPrefix(".") {
          results += TakePatch.complete(folder.path(of: name))
        }
        TakeDraft.removeLeftovers(names, in: folder.path)
        _ = consume lock
      }
      prefixes.formUnion(names.compactMap { TakeName(fileName: $0)?.prefix })
      var headless: [(path: String, short: ShortTakeName)] = []
      for name in names where !name.hasPrefix(".") {
        guard let short = ShortTakeName(name) else { continue }
        switch restore(folder.path(of: name), short, in: folder.path) {
        case .renamed(let name): prefixes.insert(name.prefix)
        case .headless: headless.append((folder.path(of: name), short))
        case .kept: break
        }
      }
      for (path, short) in headless where short.isOfTake(withPrefixIn: prefixes) {
        // A file that cannot be renamed stays as it is.
        if let result = try? setAside(path, short.kind) { results.append(result) }
      }
      return results
    }
  }

  /// The outcome for a file with a short name.
  private enum Restored {
    /// The file is in progress again, under the name that its metadata state.
    case renamed(TakeName)
    /// The file is empty or has no head.
    case headless
    /// The file is not one of Pinna's, or cannot be read or renamed now.
    case kept
  }

  private static func restore(
    _ path: String, _ short: ShortTakeName, in directory: String
  ) -> Restored {
    do throws(TakeFileError) {
      if try OpenFile.read(path).regularSize == 0 { return .headless }
      let file = try TakeFile.read(path: path, kind: short.kind)
      guard file.origin == .pinna, let name = file.metadata.fileName,
        short.isOfTake(withPrefixIn: [name.prefix])
      else { return .kept }
      let final = name.path(in: directory, ending: short.kind.ending)
      try FileSync.rename(path, to: TakeName.inProgressPath(for: try vacantPath(for: final)))
      return .renamed(name)
    } catch {
      // A sector without its new contents may still have those of an old file, in whatever format.
      switch error {
      case .malformed, .notWAV: return .headless
      default: return .kept
      }
    }
  }

  /// Keeps a file without a head under a name that recovery ignores.
  private static func setAside(
    _ path: String, _ kind: TakeFileKind
  ) throws(TakeFileError) -> RecoveredTake {
    var result = RecoveredTake(source: path, path: path, kind: kind, outcome: .setAside)
    result.path = freePath(for: path + ".damaged")
    try FileSync.rename(path, to: result.path)
    return result
  }

  /// The path itself or, if a file finished or in progress has it, the next free path; an empty file in progress that
  /// no program is writing does not count, and is set aside.
  private static func vacantPath(for final: String) throws(TakeFileError) -> String {
    let inProgress = TakeName.inProgressPath(for: final)
    if FileIdentity(path: inProgress) != nil {
      let file = try OpenFile.read(inProgress)
      if file.regularSize == 0, !file.isBeingWritten {
        try FileSync.rename(inProgress, to: freePath(for: inProgress + ".damaged"))
      }
    }
    let isFree = FileIdentity(path: final) == nil && FileIdentity(path: inProgress) == nil
    return isFree ? final : freePath(for: final, suffix: "_recovered")
  }
}

/// A short name that Linux can give to a take on FAT: six characters of the name, or two of them and four digits of a
/// hash, and then `~` and a number.
///
/// - Source: `vfat_create_shortname` in `fs/fat/namei_vfat.c` of Linux.
struct ShortTakeName: Equatable {
  /// The kind of the file, according to the extension, which is cut to three letters.
  let kind: TakeFileKind
  /// The characters before the `~`, as capitals.
  private let start: String

  /// Parses a short name; `nil` for any other name.
  init?(_ fileName: String) {
    let parts = fileName.split(separator: ".", omittingEmptySubsequences: false)
    guard parts.count == 2,
      let kind = TakeFileKind.allCases.first(where: {
        $0.ending.prefix(3) == parts[1].lowercased()
      })
    else { return nil }
    let halves = parts[0].split(separator: "~", omittingEmptySubsequences: false)
    guard halves.count == 2, halves[0].utf8.count == 6, (1...2).contains(halves[1].utf8.count),
      halves[0].allSatisfy({ $0.isASCII && ($0.isLetter || $0.isWholeNumber || $0 == "-") }),
      halves[1].allSatisfy({ $0.isASCII && $0.isWholeNumber })
    else { return nil }
    self.kind = kind
    start = halves[0].uppercased()
  }

  /// True if a take without a prefix, or with one of these prefixes, can have this short name, whatever its date.
  func isOfTake(withPrefixIn prefixes: Set<String>) -> Bool {
    let isHash = start.dropFirst(2).allSatisfy(\.isHexDigit)
    if isHash, start.prefix(2).allSatisfy(\.isWholeNumber) { return true }
    // The hyphen after a short prefix is part of the short name, so such a prefix need not be known.
    if let hyphen = start.firstIndex(of: "-"), TakeName.isPrefix(start[..<hyphen]),
      start[start.index(after: hyphen)...].allSatisfy(\.isHexDigit)
    {
      return true
    }
    return prefixes.contains { prefix in
      let name = (prefix.uppercased() + "-").prefix(6)
      return start == name || isHash && start.prefix(2) == name.prefix(2)
    }
  }
}

extension TakeMetadata {
  /// The name of the file that these metadata describe; `nil` if they do not name a take.
  var fileName: TakeName? {
    guard var name = TakeName(fileName: take) else { return nil }
    name.content = content
    // The first part of a take has no letter in its name; the name of a later part contains its letter and its own
    // start.
    if part > 0 { (name.part, name.date) = (part, date) }
    return name
  }
}
