import Glibc

/// A connection that sends and takes text, for what a proper client would not do.
final class RawConnection {
  private let descriptor: Int32

  private struct Refused: Error { var code: Int32 }

  init(_ path: String) throws {
    descriptor = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0)
    var address = sockaddr_un()
    address.sun_family = sa_family_t(AF_UNIX)
    withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: Array(path.utf8)) }
    let code = withUnsafePointer(to: &address) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_un>.size))
      }
    }
    guard code == 0 else { throw Refused(code: errno) }
    _ = fcntl(descriptor, F_SETFL, O_NONBLOCK)
  }

  deinit { close(descriptor) }

  /// Calls a method of the recorder.
  func call(
    _ method: String, _ parameters: String = "{}", more: Bool = false, upgrade: Bool = false
  ) {
    send(
      #"{"method":"org.pinna.Recorder.\#(method)","parameters":\#(parameters),"more":\#(more),"#
        + #""upgrade":\#(upgrade)}"#)
  }

  /// Sends a message.
  func send(_ text: String) {
    let bytes = Array(text.utf8) + [0]
    Glibc.send(descriptor, bytes, bytes.count, Int32(MSG_NOSIGNAL))
  }

  /// Sends as much as the kernel takes; gives the number of bytes.
  func send(bytes: [UInt8]) -> Int {
    max(0, Glibc.send(descriptor, bytes, bytes.count, Int32(MSG_NOSIGNAL)))
  }

  /// Says that no more is sent.
  func finish() { shutdown(descriptor, Int32(SHUT_WR)) }

  /// Takes all bytes that have come, and says whether the server has closed the connection.
  func read() -> (bytes: [UInt8], isEnd: Bool) {
    var all: [UInt8] = []
    var bytes = [UInt8](repeating: 0, count: 65_536)
    while true {
      let count = recv(descriptor, &bytes, bytes.count, 0)
      guard count > 0 else { return (all, count == 0 || (errno != EAGAIN && errno != EINTR)) }
      all += bytes[..<count]
    }
  }

  /// Takes bytes that have come.
  func bytes(atMost most: Int = 1 << 20) -> [UInt8] {
    var bytes = [UInt8](repeating: 0, count: most)
    let count = recv(descriptor, &bytes, most, 0)
    return Array(bytes.prefix(max(0, count)))
  }

  /// The messages that have come; the last one may be a part.
  func messages() -> [String] {
    var all: [UInt8] = []
    var bytes = [UInt8](repeating: 0, count: 65_536)
    while case let count = recv(descriptor, &bytes, bytes.count, 0), count > 0 {
      all += bytes[..<count]
    }
    return all.split(separator: 0).map { String(decoding: $0, as: UTF8.self) }
  }
}
