import Glibc

/// The socket to which browsers connect.
enum WebSocket {
  /// True if systemd created the socket and passed it to this process.
  ///
  /// - Source: sd_listen_fds(3).
  static var isHandedOver: Bool {
    guard let process = getenv("LISTEN_PID"), Int32(String(cString: process)) == getpid(),
      let count = getenv("LISTEN_FDS")
    else { return false }
    return Int(String(cString: count)) ?? 0 > 0
  }

  /// Listens on a port of the loopback address, or of all addresses; `nil` with `errno` on failure.
  static func listen(port: UInt16, isForAll: Bool) -> Int32? {
    let made = socket(AF_INET, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
    guard made >= 0 else { return nil }
    var yes: Int32 = 1
    setsockopt(made, SOL_SOCKET, SO_REUSEADDR, &yes, socklen_t(MemoryLayout<Int32>.size))
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_port = port.bigEndian
    // 127.0.0.1
    address.sin_addr.s_addr = isForAll ? 0 : UInt32(0x7F00_0001).bigEndian
    let code = withUnsafePointer(to: &address) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        bind(made, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
      }
    }
    guard code == 0, Glibc.listen(made, 64) == 0 else {
      close(made)
      return nil
    }
    return made
  }
}
