import Glibc
import Synchronization
import TakeFiles

/// The files that a command is making from others, which are deleted if a signal ends the process, such as Ctrl-C.
///
/// - Source: signal-safety(7): `unlink` may be called by a signal handler.
enum UnfinishedFile {
  /// The address of a null-terminated list of paths; 0 if no file is being made.
  private static let paths = Atomic<UInt>(0)

  /// Initializes the storage, which must exist before a handler may use it.
  static func prepare() { end() }

  /// Notes that this process is making a file, which has its temporary name until it is complete.
  ///
  /// - Precondition: this process created the file, because whatever has that name is deleted.
  static func begin(_ final: String) { begin(paths: [TakeName.inProgressPath(for: final)]) }

  /// Notes that this process is making files, some of which may not exist yet.
  ///
  /// - Precondition: no other process creates files with these names, because whatever has them is deleted.
  static func begin(paths: [String]) {
    // The copies are never freed, because a signal handler may be reading them.
    let list = UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>.allocate(
      capacity: paths.count + 1)
    for (index, path) in paths.enumerated() { (list + index).initialize(to: strdup(path)) }
    (list + paths.count).initialize(to: nil)
    Self.paths.store(UInt(bitPattern: list), ordering: .releasing)
  }

  /// Notes that no file is being made now.
  static func end() { paths.store(0, ordering: .releasing) }

  /// Deletes the unfinished files, if there are any; a signal handler may call this.
  static func remove() {
    let address = paths.load(ordering: .acquiring)
    guard var next = UnsafePointer<UnsafeMutablePointer<CChar>?>(bitPattern: address) else {
      return
    }
    while let path = next.pointee {
      unlink(path)
      next += 1
    }
  }
}
