import Glibc

/// The take files that are already in the folder for copies, found by their names without the titles.
///
/// Lists of takes ignore the titles in names, so two files whose names differ only in the title count as one file of
/// one take. If their sound differs, a copy must not get such a name.
struct DestinationFiles {
  /// The result of looking for a file whose name differs from the name of a copy only in the title.
  enum Finding: Equatable {
    /// There is none, or only one in another format.
    case none
    /// The file with this name has the same sound, so the copy already exists.
    case same(name: String)
    /// There is a file with different sound.
    case other
  }

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

  /// Looks for a file whose name differs from the name of a copy only in the title.
  ///
  /// - Parameters:
  ///   - file: the file to copy.
  ///   - own: the names of all copies of the same take, which do not count.
  func find(
    _ copy: String, of file: borrowing OpenFile, besides own: Set<ExactName>
  ) -> Finding {
    guard let name = TakeName(fileName: copy), let kind = TakeFileKind(path: copy) else {
      return .none
    }
    let others = names[name, default: []].filter { !own.contains(ExactName($0)) }.sorted()
    if others.isEmpty { return .none }
    // Read the open file, because its path may lead to another file meanwhile.
    let source = Self.read("/proc/self/fd/\(file.descriptor)", kind)
    var finding = Finding.none
    for other in others {
      let path = directory.path(of: other)
      var status = stat()
      // A link is not a copy.
      let isFile = lstat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFREG
      let there = isFile ? TakeFileKind(path: path).flatMap { Self.read(path, $0) } : nil
      guard let source, let there, Self.areOfOneTake(source, there) else {
        finding = .other
        continue
      }
      if Self.haveSameSound(source, there) { return .same(name: other) }
      if source.kind == there.kind { finding = .other }
    }
    return finding
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

  private static func haveSameSound(_ a: TakeFile, _ b: TakeFile) -> Bool {
    a.kind == b.kind && a.metadata.fileUID == b.metadata.fileUID
      && (a.rate, a.channels, a.frames) == (b.rate, b.channels, b.frames)
      && a.metadata.audioChecksum == b.metadata.audioChecksum
  }
}
