import Glibc

/// The take files that are already in the folder for copies, found by their names without the titles.
///
/// Lists of takes ignore the titles in names, so two files whose names differ only in the title count as one file of
/// one take. A copy must not get such a name, even if the sound is the same: the earlier copy may lack later changes of
/// the take, and the list of copies identifies files by their exact names.
struct DestinationFiles {
  /// The folder for copies.
  let directory: TakeDirectory
  private var names: [TakeName: [String]] = [:]

  /// Lists the files in a folder, which need not exist yet.
  ///
  /// - Throws: ``TakeFileError`` if the folder cannot be read.
  init(_ directory: TakeDirectory) throws(TakeFileError) {
    self.directory = directory
    do throws(TakeFileError) {
      for entry in try directory.entries() where entry.isText && !entry.isHidden {
        guard TakeFileKind(path: entry.name) != nil, let name = TakeName(fileName: entry.name)
        else { continue }
        names[name, default: []].append(entry.name)
      }
    } catch {
      guard case .system(.list, _, ENOENT) = error else { throw error }
    }
  }

  /// True if a file whose name differs from the name of a copy only in the title is there; files of the same take in
  /// another format do not count.
  ///
  /// - Parameters:
  ///   - file: the file to copy.
  ///   - own: the names of all copies of the same take, which do not count.
  func isTaken(
    _ copy: String, for file: borrowing OpenFile, besides own: Set<ExactName>
  ) -> Bool {
    guard let name = TakeName(fileName: copy), let kind = TakeFileKind(path: copy) else {
      return false
    }
    let others = names[name, default: []].filter { !own.contains(ExactName($0)) }
    if others.isEmpty { return false }
    // Read the open file, because its path may lead to another file meanwhile.
    let source = Self.read("/proc/self/fd/\(file.descriptor)", kind)
    return others.contains { other in
      let path = directory.path(of: other)
      guard let otherKind = TakeFileKind(path: path), otherKind != kind else { return true }
      var status = stat()
      // A link is not a copy.
      let isFile = lstat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFREG
      guard isFile, let source, let there = Self.read(path, otherKind) else { return true }
      return !Self.areOfOneTake(source, there)
    }
  }

  /// A file that cannot be read is not known to be the same as another, so its error does not matter.
  private static func read(_ path: String, _ kind: TakeFileKind) -> TakeFile? {
    do throws(TakeFileError) { return try TakeFile.read(path: path, kind: kind) } catch {
      return nil
    }
  }

  private static func areOfOneTake(_ a: TakeFile, _ b: TakeFile) -> Bool {
    a.origin == .pinna && b.origin == .pinna && !a.metadata.familyID.isEmpty
      && a.metadata.familyID == b.metadata.familyID
  }
}
