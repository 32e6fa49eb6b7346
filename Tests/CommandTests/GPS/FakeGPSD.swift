import Glibc
import Synchronization

@testable import CommandSupport

/// A server that speaks as gpsd does, on a port of this computer that it chooses.
final class FakeGPSD: Sendable {
  /// The port.
  let port: UInt16
  private let listener: Int32
  private let lines: [String]
  /// The words that the first client has sent.
  private let request = Mutex("")

  /// The address for `--server`.
  var address: String { "127.0.0.1:\(port)" }
  /// The words that the first client has sent.
  var asked: String { request.withLock { $0 } }

  /// A server that sends lines to a client that has asked for them, and then says nothing more.
  ///
  /// - Returns: `nil` when there is no port to have.
  init?(_ lines: [String]) {
    self.lines = lines
    let made = socket(AF_INET, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
    var size = socklen_t(MemoryLayout<sockaddr_in>.size)
    let code = withUnsafeMutablePointer(to: &address) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { name in
        bind(made, name, size) == 0 && listen(made, 4) == 0 ? getsockname(made, name, &size) : -1
      }
    }
    guard code == 0 else {
      close(made)
      return nil
    }
    (listener, port) = (made, UInt16(bigEndian: address.sin_port))
    var thread = pthread_t()
    let box = Unmanaged.passRetained(self)
    let started = pthread_create(
      &thread, nil,
      { pointer in
        guard let pointer else { return nil }
        Unmanaged<FakeGPSD>.fromOpaque(pointer).takeRetainedValue().serve()
        return nil
      }, box.toOpaque())
    guard started == 0 else {
      box.release()
      return nil
    }
    pthread_detach(thread)
  }

  /// Serves one client until it goes.
  private func serve() {
    let client = accept(listener, nil, nil)
    close(listener)
    guard client >= 0 else { return }
    defer { close(client) }
    let greeting =
      "{\"class\":\"VERSION\",\"release\":\"3.22\",\"proto_major\":3,\"proto_minor\":14}\r\n"
    _ = send(client, greeting, greeting.utf8.count, Int32(MSG_NOSIGNAL))
    var bytes = [UInt8](repeating: 0, count: 4096)
    let count = recv(client, &bytes, bytes.count, 0)
    guard count > 0 else { return }
    request.withLock { $0 = String(decoding: bytes[..<count], as: UTF8.self) }
    for line in lines {
      _ = send(client, line + "\r\n", line.utf8.count + 2, Int32(MSG_NOSIGNAL))
    }
    while recv(client, &bytes, bytes.count, 0) > 0 {}
  }
}
