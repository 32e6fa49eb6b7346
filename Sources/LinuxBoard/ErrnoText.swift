import Glibc

/// The text that tells users what an errno means.
enum ErrnoText {
  /// The system's words for the errno, followed by the number.
  static func text(_ errno: Int32) -> String {
    "\(String(cString: strerror(errno))) (errno \(errno))"
  }

  /// True if the errno means that the caller lacks a permission.
  static func isRefusedPermission(_ errno: Int32) -> Bool { errno == EACCES || errno == EPERM }
}
