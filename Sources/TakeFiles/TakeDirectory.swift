import Glibc

/// A directory of takes: the numbers in use, and the next free one.
///
/// The takes may lie in day folders, such as `2026-11-28`: they belong to the directory, and share its numbering.
public struct TakeDirectory: Sendable, Equatable {
  /// The path of the directory.
  public let path: String

  /// The largest number of a take in a directory.
  public static let largestNumber = 999_999_999

  /// The directory at a path, which must exist when it is used.
  public init(path: String) {
    self.path = path
  }

  /// The directory of takes that contains a file, even if the file is in a day folder.
  public init(ofFile path: String) {
    self = TakeDirectory(path: TakeName.directory(of: path)).root
  }

  // MARK: - Folders of days

  /// The day folder for a date, which may not exist.
  public func folder(of date: CivilDate) -> TakeDirectory {
    TakeDirectory(path: path(of: String(date.text.prefix(10))))
  }

  /// Makes the directory inside an existing one.
  ///
  /// - Throws: ``TakeFileError/system(operation:path:code:)`` when it cannot be made.
  public func make() throws(TakeFileError) { try FileSync.makeFolder(path) }

  /// True for the name of a day folder.
  static func isDay(_ name: some StringProtocol) -> Bool {
    guard name.utf8.count == 10 else { return false }
    return name.utf8.enumerated().allSatisfy { index, letter in
      index == 4 || index == 7 ? letter == UInt8(ascii: "-") : (48...57).contains(letter)
    }
  }

  /// The name of the day folder that contains a file; empty for none.
  public static func day(of path: String) -> String {
    let folder = TakeName.fileName(of: TakeName.directory(of: path))
    return isDay(folder) ? folder : ""
  }

  /// The directory that numbers these takes: for a day folder, its parent.
  var root: TakeDirectory {
    let plain = path.lastIndex { $0 != "/" }.map { String(path[...$0]) } ?? path
    guard Self.isDay(TakeName.fileName(of: plain)) else { return self }
    return TakeDirectory(path: TakeName.directory(of: plain))
  }

  /// The directory and its day folders, in the order of their names; no links.
  ///
  /// - Throws: ``TakeFileError/system(operation:path:code:)`` when the directory cannot be read.
  func folders() throws(TakeFileError) -> [TakeDirectory] { folders(of: try entries()) }

  func folders(of entries: [OpenFolder.Entry]) -> [TakeDirectory] {
    let days = entries.map(\.name).filter(Self.isDay).sorted().filter { name in
      var status = stat()
      return lstat(path(of: name), &status) == 0 && status.st_mode & S_IFMT == S_IFDIR
    }
    return [self] + days.map { TakeDirectory(path: path(of: $0)) }
  }

  /// The combined values of all folders; a folder removed meanwhile contributes none.
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

  /// The names of the take files, in progress or finished, ordered by number and then by name.
  ///
  /// - Throws: ``TakeFileError/system(operation:path:code:)`` when the directory cannot be read.
  public func fileNames() throws(TakeFileError) -> [String] {
    let names = try inAllFolders { (folder) throws(TakeFileError) in try folder.ownFileNames() }
    return Self.ordered(names)
  }

  /// The same without day folders.
  func ownFileNames() throws(TakeFileError) -> [String] {
    Self.ordered(try entries().filter { $0.isText && !$0.isHidden }.map(\.name))
  }

  private static func ordered(_ names: [String]) -> [String] {
    let found = names.compactMap { name in
      TakeName(fileName: name).map { (number: $0.number, name: name) }
    }
    return found.sorted { ($0.number, $0.name) < ($1.number, $1.name) }.map(\.name)
  }

  /// The names in the directory, in no particular order, including hidden ones: not takes, but files with a place in
  /// the directory.
  func entryNames() throws(TakeFileError) -> [String] {
    try entries().filter(\.isText).map(\.name)
  }

  /// All entries of the directory, in no particular order.
  func entries() throws(TakeFileError) -> [OpenFolder.Entry] {
    guard let stream = opendir(path) else {
      throw .system(operation: .list, path: path, code: errno)
    }
    defer { closedir(stream) }
    var found: [OpenFolder.Entry] = []
    errno = 0
    while let entry = readdir(stream) {
      found.append(
        withUnsafePointer(to: &entry.pointee.d_name) {
          OpenFolder.Entry(UnsafeRawPointer($0).assumingMemoryBound(to: CChar.self))
        })
      errno = 0
    }
    guard errno == 0 else { throw .system(operation: .list, path: path, code: errno) }
    return found
  }

  /// The name after the highest number in use, regardless of the dates.
  ///
  /// Nothing follows the largest number: if it is in use, the name gets the highest free number that follows one in
  /// use, so that one file with an odd name does not prevent further takes.
  ///
  /// - Throws: ``TakeFileError/system(operation:path:code:)`` when the directory cannot be read,
  ///   ``TakeFileError/namesExhausted(directory:)`` when every number is in use.
  public func nextName(date: CivilDate) throws(TakeFileError) -> TakeName {
    // A hidden file reserves the number of a take being made from others.
    let all = try root.inAllFolders { (folder) throws(TakeFileError) in try folder.entryNames() }
    let names = all.map { $0.hasPrefix(".") ? String($0.dropFirst()) : $0 }
    let used = Set(names.compactMap { TakeName(fileName: $0)?.number })
    let before = used.union([0]).filter { $0 < Self.largestNumber && !used.contains($0 + 1) }
    guard let last = before.max() else { throw .namesExhausted(directory: path) }
    return TakeName(date: date, number: last + 1)
  }
}
