import Glibc
import Synchronization
import TakeFiles

/// The file that a command is making from others, which Ctrl-C must not leave half made.
///
/// - Source: signal-safety(7): `unlink` may be called by a signal handler.
enum UnfinishedFile {
  /// The address of the path; 0 for none.
  private static let path = Atomic<UInt>(0)

  /// Makes the storage, which must exist before a handler may use it.
  static func prepare() { end() }

  /// Notes that this process is writing a file, under its name while in progress.
  ///
  /// - Precondition: this process created it: whatever has its name is deleted.
  static func begin(_ final: String) {
    // Never freed: a handler may be reading it.
    let copy = strdup(TakeName.inProgressPath(for: final))
    path.store(UInt(bitPattern: copy), ordering: .releasing)
  }

  /// Notes that no file is being written now.
  static func end() { path.store(0, ordering: .releasing) }

  /// Deletes the file; for a signal handler.
  static func remove() {
    let address = path.load(ordering: .acquiring)
    if let path = UnsafePointer<CChar>(bitPattern: address) { unlink(path) }
  }
}
