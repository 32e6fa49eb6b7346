import Glibc

/// A directory of takes: the numbers in use, and the next free one.
public struct TakeDirectory: Sendable, Equatable {
  /// The path of the directory.
  public let path: String

  /// The most takes that a directory can number.
  public static let largestNumber = 999_999_999

  /// The directory at a path, which must be there when it is used.
  public init(path: String) {
    self.path = path
  }

  /// The take files in the directory, in progress or finished, ordered by number and then by name.
  ///
  /// - Throws: ``TakeFileError/system(operation:path:code:)`` when the directory cannot be read.
  public func fileNames() throws(TakeFileError) -> [String] {
    let found = try entries().filter { $0.isText && !$0.isHidden }.map(\.name).compactMap { name in
      TakeName(fileName: name).map { (number: $0.number, name: name) }
    }
    return found.sorted { ($0.number, $0.name) < ($1.number, $1.name) }.map(\.name)
  }

  /// The names that the directory lists, in no particular order, with hidden ones: no takes, but files that have a
  /// place in the directory.
  func entryNames() throws(TakeFileError) -> [String] {
    try entries().filter(\.isText).map(\.name)
  }

  /// Everything that the directory lists, in no particular order.
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

  /// The name after the highest number in use, whatever the dates say.
  ///
  /// Nothing follows the largest number: if it is in use, the name has the highest free number that follows one in use,
  /// so that one file with an odd name ends no take.
  ///
  /// - Throws: ``TakeFileError/system(operation:path:code:)`` when the directory cannot be read,
  ///   ``TakeFileError/namesExhausted(directory:)`` when every number is in use.
  public func nextName(date: CivilDate) throws(TakeFileError) -> TakeName {
    // A hidden file keeps the number of a take that is being made of others.
    let names = try entryNames().map { $0.hasPrefix(".") ? String($0.dropFirst()) : $0 }
    let used = Set(names.compactMap { TakeName(fileName: $0)?.number })
    let before = used.union([0]).filter { $0 < Self.largestNumber && !used.contains($0 + 1) }
    guard let last = before.max() else { throw .namesExhausted(directory: path) }
    return TakeName(date: date, number: last + 1)
  }
}
