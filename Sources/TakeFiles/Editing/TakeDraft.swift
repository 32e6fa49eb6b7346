import Glibc

/// The lock of a folder of takes, held while takes are named or changed.
///
/// The lock prevents two programs from giving the same number to two takes, and from changing the same take at the same
/// time. On file systems without locks, only one program may work at a time.
struct FolderLock: ~Copyable {
  private let folder: OpenFile

  /// The longest time in seconds to wait until another program releases the lock.
  private static let seconds = 20

  /// Takes the lock of a folder; if another program holds the lock, waits.
  ///
  /// - Throws: the errors of the system; `EBUSY` if another program does not release the lock in time.
  init(_ directory: String) throws(TakeFileError) {
    let opened = try Self.opened(directory)
    let descriptor = opened.descriptor
    guard (0..<(Self.seconds * 10)).contains(where: { _ in OpenFile.lock(descriptor) }) else {
      throw .system(operation: .write, path: directory, code: EBUSY)
    }
    folder = opened
  }

  private init(folder: consuming OpenFile) { self.folder = folder }

  /// Takes the lock of a folder if it is free; `nil` if another program holds it.
  ///
  /// - Throws: the errors of the system.
  static func ifFree(_ directory: String) throws(TakeFileError) -> FolderLock? {
    let folder = try opened(directory)
    return OpenFile.lock(folder.descriptor) ? FolderLock(folder: folder) : nil
  }

  private static func opened(_ directory: String) throws(TakeFileError) -> OpenFile {
    // All day folders share one numbering, so the lock is that of the folder above them.
    let root = TakeDirectory(path: directory).root.path
    let descriptor = open(root, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    guard descriptor >= 0 else { throw .system(operation: .open, path: directory, code: errno) }
    return OpenFile(descriptor: descriptor)
  }
}

/// A new take that is made from other takes: none of its files becomes visible before all of them are complete.
///
/// Until then the files have hidden names, and a further hidden file reserves the number and marks them as a draft. If
/// the program is killed, the next draft removes this one, or the recorder does at its next start, or
/// ``TakeRecovery/recoverAll(in:skipping:)``: nothing is lost, because the takes from which it was made still exist.
/// Other hidden files stay.
public final class TakeDraft {
  /// The name of the new take.
  public let name: TakeName
  private let directory: String
  /// The descriptor of the file that reserves the number; the lock on it shows that a program is still making the take.
  private let reservation: Int32
  private var paths: [String] = []

  private static let reserved = ".new"

  /// Begins a new take in a folder, with the next free number.
  ///
  /// - Throws: ``TakeFileError`` when the folder cannot be read or written.
  public init(in directory: String, date: CivilDate, prefix: String = "") throws(TakeFileError) {
    self.directory = directory
    let lock = try FolderLock(directory)
    _ = try Self.removeAllLeftovers(in: directory)
    let takes = TakeDirectory(path: directory)
    var next = try takes.nextName(date: date).prefixed(prefix)
    while true {
      let path = Self.reservation(of: next.stem, in: directory)
      let descriptor = open(path, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0o644)
      guard descriptor >= 0 else { throw .system(operation: .create, path: path, code: errno) }
      flock(descriptor, LOCK_EX | LOCK_NB)
      // A recorder does not take the lock of the folder, so it may have used the number meanwhile.
      guard next.number < TakeDirectory.largestNumber,
        (try? takes.hasOther(number: next.number, than: [path])) == true
      else {
        (name, reservation) = (next, descriptor)
        break
      }
      unlink(path)
      close(descriptor)
      next.number += 1
    }
    _ = consume lock
  }

  deinit {
    discard()
    _ = close(reservation)
  }

  /// All paths that a file of the draft can have before the take is complete; no other program uses them.
  public var hiddenPaths: [String] { Self.hiddenPaths(of: name, in: directory) }

  private static func hiddenPaths(of name: TakeName, in directory: String) -> [String] {
    let files = TakeName.Content.allCases.flatMap { content in
      var own = name
      own.content = content
      return TakeFileKind.allCases.map { "\(directory)/.\(own.fileName(ending: $0.ending))" }
    }
    // The reservation comes last: without it, nothing shows that the others belong to a draft.
    return files.flatMap { [$0, TakeName.inProgressPath(for: $0)] }
      + [reservation(of: name.stem, in: directory)]
  }

  private static func reservation(of stem: String, in directory: String) -> String {
    "\(directory)/.\(stem)\(reserved)"
  }

  /// The hidden path at which to write the file with this content.
  public func path(_ content: TakeName.Content, ending: String) -> String {
    var file = name
    file.content = content
    let path = "\(directory)/.\(file.fileName(ending: ending))"
    paths.append(path)
    return path
  }

  /// Gives the files their visible names, in the order in which their paths were requested.
  ///
  /// - Returns: the new paths of the files.
  /// - Throws: ``TakeFileError``; nothing is then left of the take.
  public func conclude() throws(TakeFileError) -> [String] {
    var made: [(path: String, identity: FileIdentity?)] = []
    do throws(TakeFileError) {
      for path in paths {
        let visible = "\(directory)/\(TakeName.fileName(of: path).dropFirst())"
        let file = try OpenFile.read(path)
        made.append((visible, FileIdentity(descriptor: file.descriptor)))
        try FileSync.rename(path, to: visible, open: file.descriptor)
      }
      try FileSync.directory(of: directory + "/.")
    } catch {
      // If the last name was taken, the file that has it is another one.
      for (path, identity) in made where FileIdentity(path: path) == identity { unlink(path) }
      throw error
    }
    paths = []
    return made.map(\.path)
  }

  /// Removes the reservation, and the files too if they did not get their visible names.
  private func discard() {
    for path in hiddenPaths { unlink(path) }
  }

  /// Removes drafts that were interrupted, from a directory and its day folders.
  ///
  /// - Returns: the number of drafts removed; 0 if another program is naming or changing takes.
  /// - Throws: ``TakeFileError`` if the directory cannot be read.
  public static func removeLeftovers(in directory: String) throws(TakeFileError) -> Int {
    guard let lock = try FolderLock.ifFree(directory) else { return 0 }
    let count = try removeAllLeftovers(in: directory)
    _ = consume lock
    return count
  }

  /// The same while the lock of the folder is held.
  private static func removeAllLeftovers(in directory: String) throws(TakeFileError) -> Int {
    let counts = try TakeDirectory(path: directory).root.inAllFolders {
      (folder) throws(TakeFileError) in
      [removeLeftovers(try folder.entryNames(), in: folder.path)]
    }
    return counts.reduce(0, +)
  }

  /// Removes drafts that were interrupted: those whose reservation no program has locked.
  ///
  /// - Parameter names: the names of everything in the folder.
  /// - Returns: the number of drafts removed.
  @discardableResult
  static func removeLeftovers(_ names: [String], in directory: String) -> Int {
    var count = 0
    for name in names where name.hasPrefix(".") && name.hasSuffix(reserved) {
      let stem = String(name.dropFirst().dropLast(reserved.count))
      guard let number = TakeName(fileName: stem), number.stem == stem,
        let file = try? OpenFile.read(
          reservation(of: stem, in: directory), followsLinks: false), !file.isBeingWritten
      else { continue }
      for path in hiddenPaths(of: number, in: directory) { unlink(path) }
      count += 1
    }
    return count
  }
}
