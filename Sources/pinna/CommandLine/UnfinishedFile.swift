import Glibc
import Synchronization
import TakeFiles

/// The file that a command is making from others, which is deleted if Ctrl-C ends the process.
///
/// - Source: signal-safety(7): `unlink` may be called by a signal handler.
enum UnfinishedFile {
  /// The address of the path of the file; 0 if there is no file.
  private static let path = Atomic<UInt>(0)

  /// Initializes the storage, which must exist before a handler may use it.
  static func prepare() { end() }

  /// Notes that this process is making a file, which has its temporary name until it is complete.
  ///
  /// - Precondition: this process created the file, because whatever has that name is deleted.
  static func begin(_ final: String) {
    // The copy is never freed, because a signal handler may be reading it.
    let copy = strdup(TakeName.inProgressPath(for: final))
    path.store(UInt(bitPattern: copy), ordering: .releasing)
  }

  /// Notes that no file is being made now.
  static func end() { path.store(0, ordering: .releasing) }

  /// Deletes the unfinished file, if there is one; a signal handler may call this.
  static func remove() {
    let address = path.load(ordering: .acquiring)
    if let path = UnsafePointer<CChar>(bitPattern: address) { unlink(path) }
  }
}
