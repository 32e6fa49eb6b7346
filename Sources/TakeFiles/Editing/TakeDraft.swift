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
/// the program is killed, the recorder removes the draft at its next start, or
/// ``TakeRecovery/recoverAll(in:skipping:)`` does: nothing is lost, because the takes from which it was made still
/// exist. Other hidden files stay.
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
    name = try TakeDirectory(path: directory).nextName(date: date).prefixed(prefix)
    let path = Self.reservation(of: name.stem, in: directory)
    reservation = open(path, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0o644)
    guard reservation >= 0 else { throw .system(operation: .create, path: path, code: errno) }
    flock(reservation, LOCK_EX | LOCK_NB)
    _ = consume lock
  }

  deinit {
    discard()
    _ = close(reservation)
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
    var made: [String] = []
    do throws(TakeFileError) {
      for path in paths {
        let visible = "\(directory)/\(TakeName.fileName(of: path).dropFirst())"
        try FileSync.rename(path, to: visible)
        made.append(visible)
      }
      try FileSync.directory(of: directory + "/.")
    } catch {
      for path in made { unlink(path) }
      throw error
    }
    paths = []
    return made
  }

  /// Removes the reservation, and the files too if they did not get their visible names.
  private func discard() {
    for path in paths {
      unlink(path)
      unlink(TakeName.inProgressPath(for: path))
    }
    unlink(Self.reservation(of: name.stem, in: directory))
  }

  /// Removes drafts that were interrupted: those whose reservation no program has locked.
  ///
  /// - Parameter names: the names of everything in the folder.
  static func removeLeftovers(_ names: [String], in directory: String) {
    for name in names where name.hasPrefix(".") && name.hasSuffix(reserved) {
      let stem = String(name.dropFirst().dropLast(reserved.count))
      let path = reservation(of: stem, in: directory)
      guard let number = TakeName(fileName: stem), number.stem == stem,
        let file = try? OpenFile.read(path, followsLinks: false), !file.isBeingWritten
      else { continue }
      for content in TakeName.Content.allCases {
        var own = number
        own.content = content
        for kind in TakeFileKind.allCases {
          let draft = "\(directory)/.\(own.fileName(ending: kind.ending))"
          unlink(draft)
          unlink(TakeName.inProgressPath(for: draft))
        }
      }
      unlink(path)
    }
  }
}
