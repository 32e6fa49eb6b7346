import Glibc

/// A directory that contains takes; it knows the numbers in use, and the next free one.
///
/// The takes may lie in day folders inside the directory, such as `2026-11-28`, which all share its numbering.
public struct TakeDirectory: Sendable, Equatable {
  /// The path of the directory.
  public let path: String

  /// The largest number that a take in a directory can have.
  public static let largestNumber = 999_999_999

  /// The directory at a path; it need not exist until it is used.
  public init(path: String) {
    self.path = path
  }

  /// The directory of takes to which a file belongs, even if the file lies in a day folder.
  public init(ofFile path: String) {
    self = TakeDirectory(path: TakeName.directory(of: path)).root
  }

  // MARK: - Folders of days

  /// The day folder for a date; it need not exist.
  public func folder(of date: CivilDate) -> TakeDirectory {
    TakeDirectory(path: path(of: String(date.text.prefix(10))))
  }

  /// Makes the directory; its parent must exist.
  ///
  /// - Throws: ``TakeFileError/system(operation:path:code:)`` if the directory cannot be made.
  public func make() throws(TakeFileError) { try FileSync.makeFolder(path) }

  /// True if a day folder may have this name.
  static func isDay(_ name: some StringProtocol) -> Bool {
    guard name.utf8.count == 10 else { return false }
    return name.utf8.enumerated().allSatisfy { index, letter in
      index == 4 || index == 7 ? letter == UInt8(ascii: "-") : (48...57).contains(letter)
    }
  }

  /// The name of the day folder that contains a file; empty if the file is not in one.
  public static func day(of path: String) -> String {
    let folder = TakeName.fileName(of: TakeName.directory(of: path))
    return isDay(folder) ? folder : ""
  }

  /// The directory whose numbering these takes share: for a day folder, its parent.
  package var root: TakeDirectory {
    let plain = path.lastIndex { $0 != "/" }.map { String(path[...$0]) } ?? path
    guard Self.isDay(TakeName.fileName(of: plain)) else { return self }
    return TakeDirectory(path: TakeName.directory(of: plain))
  }

  /// The directory itself and its day folders, in the order of their names; links are left out.
  ///
  /// - Throws: ``TakeFileError/system(operation:path:code:)`` if the directory cannot be read.
  func folders() throws(TakeFileError) -> [TakeDirectory] { folders(of: try entries()) }

  func folders(of entries: [OpenFolder.Entry]) -> [TakeDirectory] {
    let days = entries.map(\.name).filter(Self.isDay).sorted().filter { name in
      var status = stat()
      return lstat(path(of: name), &status) == 0 && status.st_mode & S_IFMT == S_IFDIR
    }
    return [self] + days.map { TakeDirectory(path: path(of: $0)) }
  }

  /// The values from all folders in a single array; a folder that was removed meanwhile contributes none.
  func inAllFolders<Value>(
    _ entries: [OpenFolder.Entry]? = nil,
    _ body: (TakeDirectory) throws(TakeFileError) -> [Value]
  ) throws(TakeFileError) -> [Value] {
    var all: [Value] = []
    let listed = if let entries { entries } else { try self.entries() }
    for folder in folders(of: listed) {
      do throws(TakeFileError) {
        all += try body(folder)
      } catch {
        guard error.isMissing, folder != self else { throw error }
      }
    }
    return all
  }

  // MARK: - Names

  /// The names of all take files, in progress or finished, ordered by number and then by name.
  ///
  /// - Throws: ``TakeFileError/system(operation:path:code:)`` if the directory cannot be read.
  public func fileNames() throws(TakeFileError) -> [String] {
    let names = try inAllFolders { (folder) throws(TakeFileError) in try folder.ownFileNames() }
    return Self.ordered(names)
  }

  /// The numbers of all takes, in progress or finished, and the count of those audio files whose names have no number.
  ///
  /// - Throws: like ``fileNames()``.
  package func numbers() throws(TakeFileError) -> (takes: Set<Int>, otherFileCount: Int) {
    let files = try inAllFolders { (folder) throws(TakeFileError) -> [Int?] in
      try folder.entries().filter { !$0.isHidden && TakeFileKind(path: $0.name) != nil }
        .map { $0.isText ? TakeName(reading: folder.path(of: $0.name))?.number : nil }
    }
    let numbers = files.compactMap { $0 }
    return (Set(numbers), files.count - numbers.count)
  }

  /// The same as ``fileNames()``, but without the files in day folders.
  func ownFileNames() throws(TakeFileError) -> [String] {
    Self.ordered(try entries().filter { $0.isText && !$0.isHidden }.map(\.name))
  }

  private static func ordered(_ names: [String]) -> [String] {
    let found = names.compactMap { name in
      TakeName(fileName: name).map { (number: $0.number, name: name) }
    }
    return found.sorted { ($0.number, $0.name) < ($1.number, $1.name) }.map(\.name)
  }

  /// The names of everything in the directory, in no particular order, including hidden files: these are not takes, but
  /// belong to some.
  func entryNames() throws(TakeFileError) -> [String] {
    try entries().filter(\.isText).map(\.name)
  }

  /// All entries of the directory, in no particular order.
  func entries() throws(TakeFileError) -> [OpenFolder.Entry] {
    guard let stream = opendir(path) else {
      throw .system(operation: .list, path: path, code: errno)
    }
    defer { closedir(stream) }
    return try OpenFolder.entries(in: stream, of: path)
  }

  /// A name for a new take: its number follows the highest one in use, whatever the dates.
  ///
  /// No number follows the largest possible one. If that is in use, the name gets the highest free number that follows
  /// a number in use, so that a single file with an odd name does not prevent further takes.
  ///
  /// - Throws: ``TakeFileError/system(operation:path:code:)`` if the directory cannot be read,
  ///   ``TakeFileError/namesExhausted(directory:)`` if every number is in use.
  public func nextName(date: CivilDate) throws(TakeFileError) -> TakeName {
    let used = Set(try numbering().map(\.number))
    let before = used.union([0]).filter { $0 < Self.largestNumber && !used.contains($0 + 1) }
    guard let last = before.max() else { throw .namesExhausted(directory: path) }
    return TakeName(date: date, number: last + 1)
  }

  /// True if a file other than the given ones has a number.
  ///
  /// Two programs may look for the next number at the same time, so a program that has created the files of a new take
  /// must look again: of two programs that took the same number, the later one sees the files of the other.
  ///
  /// - Parameter own: the paths of the files that the caller has created.
  /// - Throws: ``TakeFileError/system(operation:path:code:)`` if the directory cannot be read.
  package func hasOther(number: Int, than own: [String]) throws(TakeFileError) -> Bool {
    let own = Set(own.map { ExactName(TakeName.fileName(of: $0)) })
    return try numbering().contains { $0.number == number && !own.contains(ExactName($0.file)) }
  }

  /// The numbers in use, with the names of the files that have them.
  private func numbering() throws(TakeFileError) -> [(number: Int, file: String)] {
    // Include hidden files, because one of them may reserve the number of a take that is being made from others.
    try root.inAllFolders { (folder) throws(TakeFileError) in
      try folder.entryNames().compactMap { file in
        let name = file.hasPrefix(".") ? String(file.dropFirst()) : file
        return TakeName(fileName: name).map { ($0.number, file) }
      }
    }
  }
}
