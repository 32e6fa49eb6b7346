import Glibc
import Recorder

/// A connection to systemd for a program that runs as a service of the type `notify`.
///
/// - Source: sd_notify(3), "Standalone Implementations": notices are datagrams to the socket that `NOTIFY_SOCKET`
///   names.
/// - Thread: control.
package struct SystemdService: ServicePort {
  /// The watchdog interval in seconds; `nil` if systemd has no watchdog for this process.
  package let watchdogSeconds: Double?
  private let socketPath: String

  /// Creates a connection from the environment; `nil` if systemd does not listen.
  ///
  /// - Parameters:
  ///   - environment: returns the value of an environment variable; `nil` if it is not set.
  ///   - process: the id of this process.
  package init?(environment: (String) -> String?, process: Int = Int(getpid())) {
    guard let path = environment("NOTIFY_SOCKET"), path.hasPrefix("/") || path.hasPrefix("@")
    else { return nil }
    socketPath = path
    let other = environment("WATCHDOG_PID").flatMap { Int($0) }
    let isForUs = other == nil || other == process
    watchdogSeconds =
      isForUs
      ? environment("WATCHDOG_USEC").flatMap { Int($0) }.flatMap { $0 > 0 ? Double($0) / 1e6 : nil }
      : nil
  }

  /// Sends a notice without waiting.
  ///
  /// - Returns: true if the datagram was sent; false if it did not fit into the socket's buffer, or if sending
  ///   failed.
  @discardableResult
  package func tell(_ notice: ServiceNotice) -> Bool {
    let descriptor = socket(AF_UNIX, Int32(SOCK_DGRAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
    guard descriptor >= 0 else { return false }
    defer { close(descriptor) }
    guard var address = Self.address(socketPath) else { return false }
    let text = Array(Self.text(notice).utf8)
    // An abstract name ends with its last byte, but a path ends with a zero byte.
    let bytes = Self.pathOffset + socketPath.utf8.count + (socketPath.hasPrefix("@") ? 0 : 1)
    let sent = withUnsafePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        sendto(
          descriptor, text, text.count, Int32(MSG_NOSIGNAL | MSG_DONTWAIT), $0,
          socklen_t(bytes))
      }
    }
    return sent == text.count
  }

  /// The assignments that make up a notice.
  static func text(_ notice: ServiceNotice) -> String {
    switch notice {
    case .ready: "READY=1"
    case .alive: "WATCHDOG=1"
    case .status(let words): "STATUS=" + words.filter { !$0.isNewline }
    case .stopping: "STOPPING=1\nSTATUS=closing takes"
    }
  }

  /// The address of a path or, with a leading "@", of an abstract name; `nil` if the name is too long.
  private static func address(_ path: String) -> sockaddr_un? {
    var address = sockaddr_un()
    address.sun_family = sa_family_t(AF_UNIX)
    let bytes = Array(path.utf8)
    guard bytes.count < MemoryLayout.size(ofValue: address.sun_path) else { return nil }
    withUnsafeMutableBytes(of: &address.sun_path) { room in
      room.copyBytes(from: bytes)
      if bytes.first == UInt8(ascii: "@") { room[0] = 0 }
    }
    return address
  }

  private static let pathOffset = MemoryLayout<sa_family_t>.size
}
