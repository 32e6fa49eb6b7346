import Glibc

/// The lock of a folder of takes, held while takes are named or changed.
///
/// It keeps two programs from giving one number to two takes, and from changing one take at the same time. Some file
/// systems have no locks: there, only one program may work at a time.
struct FolderLock: ~Copyable {
  private let folder: OpenFile

  /// The longest wait for another program, in seconds.
  private static let seconds = 20

  /// Takes the lock of a folder.
  ///
  /// - Throws: the errors of the system; `EBUSY` if another program holds the lock for too long.
  init(_ directory: String) throws(TakeFileError) {
    let opened = try Self.opened(directory)
    let descriptor = opened.descriptor
    guard (0..<(Self.seconds * 10)).contains(where: { _ in OpenFile.lock(descriptor) }) else {
      throw .system(operation: .write, path: directory, code: EBUSY)
    }
    folder = opened
  }

  private init(folder: consuming OpenFile) { self.folder = folder }

  /// The lock of a folder; `nil` if another program holds it.
  ///
  /// - Throws: the errors of the system.
  static func ifFree(_ directory: String) throws(TakeFileError) -> FolderLock? {
    let folder = try opened(directory)
    return OpenFile.lock(folder.descriptor) ? FolderLock(folder: folder) : nil
  }

  private static func opened(_ directory: String) throws(TakeFileError) -> OpenFile {
    // Day folders share one numbering.
    let root = TakeDirectory(path: directory).root.path
    let descriptor = open(root, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    guard descriptor >= 0 else { throw .system(operation: .open, path: directory, code: errno) }
    return OpenFile(descriptor: descriptor)
  }
}

/// A new take made of others: none of its files shows before all of them are complete.
///
/// Until then its files have hidden names, and a hidden file holds its number and marks them as a draft. The recorder,
/// when it starts, and ``TakeRecovery/recoverAll(in:skipping:)`` remove what a killed program leaves: all of it is in
/// the takes from which it was made. Other hidden files stay.
public final class TakeDraft {
  /// The name of the new take.
  public let name: TakeName
  private let directory: String
  /// The file that holds the number; its lock shows that the work goes on.
  private let reservation: Int32
  private var paths: [String] = []

  private static let reserved = ".new"

  /// Begins a take in a folder.
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

  /// The hidden path for a file of the take.
  public func path(_ content: TakeName.Content, ending: String) -> String {
    var file = name
    file.content = content
    let path = "\(directory)/.\(file.fileName(ending: ending))"
    paths.append(path)
    return path
  }

  /// Gives the files their names, in the order of the calls for their paths.
  ///
  /// - Returns: their new paths.
  /// - Throws: ``TakeFileError``; then nothing is left of the take.
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

  /// Removes its files, unless it is concluded.
  private func discard() {
    for path in paths {
      unlink(path)
      unlink(TakeName.inProgressPath(for: path))
    }
    unlink(Self.reservation(of: name.stem, in: directory))
  }

  /// Removes the hidden files of interrupted drafts: files with a reservation that no program holds.
  ///
  /// - Parameter names: all names in the folder.
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
