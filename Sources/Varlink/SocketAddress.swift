import Glibc

/// The address of a socket in the file system.
struct SocketAddress {
  private var address = sockaddr_un()

  /// The address that stands for a path.
  ///
  /// - Throws: ``SocketError/pathTooLong(path:)``.
  init(_ path: String) throws(SocketError) {
    let bytes = Array(path.utf8)
    guard !bytes.isEmpty, bytes.count < MemoryLayout.size(ofValue: address.sun_path) else {
      throw .pathTooLong(path: path)
    }
    address.sun_family = sa_family_t(AF_UNIX)
    withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: bytes) }
  }

  /// Passes the address to `bind` or `connect`; returns the errno, or 0 for success.
  func use(_ call: (UnsafePointer<sockaddr>, socklen_t) -> Int32) -> Int32 {
    withUnsafePointer(to: address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        call($0, socklen_t(MemoryLayout<sockaddr_un>.size)) == 0 ? 0 : errno
      }
    }
  }

  /// Creates a local socket.
  static func make(_ path: String) throws(SocketError) -> Int32 {
    let descriptor = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
    guard descriptor >= 0 else { throw .failed(call: "socket", path: path, errno: errno) }
    return descriptor
  }
}
