import Glibc

/// The meaning of an errno as text for users.
enum ErrnoText {
  /// The system's text for the errno, followed by the number.
  static func text(_ errno: Int32) -> String {
    "\(String(cString: strerror(errno))) (errno \(errno))"
  }

  /// True if the errno reports a missing permission.
  static func isRefusedPermission(_ errno: Int32) -> Bool { errno == EACCES || errno == EPERM }
}
