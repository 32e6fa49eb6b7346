import Glibc
import Recorder
import TestSupport
import Testing

@testable import LinuxBoard

@Suite("What systemd is told")
struct SystemdServiceTests {
  /// A socket such as systemd listens at.
  private final class Listener {
    let descriptor: Int32
    /// The value of `NOTIFY_SOCKET`.
    let name: String

    init(_ name: String) throws {
      self.name = name
      descriptor = socket(AF_UNIX, Int32(SOCK_DGRAM.rawValue | SOCK_NONBLOCK.rawValue), 0)
      var address = sockaddr_un()
      address.sun_family = sa_family_t(AF_UNIX)
      withUnsafeMutableBytes(of: &address.sun_path) { room in
        room.copyBytes(from: Array(name.utf8))
        if name.hasPrefix("@") { room[0] = 0 }
      }
      let bytes = socklen_t(
        MemoryLayout<sa_family_t>.size + name.utf8.count + (name.hasPrefix("@") ? 0 : 1))
      let code = withUnsafePointer(to: &address) {
        $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { bind(descriptor, $0, bytes) }
      }
      try #require(code == 0)
    }

    deinit { close(descriptor) }

    /// The next datagram; `nil` when there is none.
    func next() -> String? {
      var bytes = [UInt8](repeating: 0, count: 1000)
      let count = recv(descriptor, &bytes, bytes.count, 0)
      return count >= 0 ? String(decoding: bytes.prefix(count), as: UTF8.self) : nil
    }
  }

  private func service(_ variables: [String: String], process: Int = 7) -> SystemdService? {
    SystemdService(environment: { variables[$0] }, process: process)
  }

  @Test("Everything arrives, at a path and at an abstract name", arguments: [false, true])
  func arrives(isAbstract: Bool) throws {
    let directory = try TemporaryDirectory()
    let path = directory.file("notify")
    let listener = try Listener(isAbstract ? "@" + path : path)
    let systemd = try #require(service(["NOTIFY_SOCKET": listener.name]))
    for notice in [ServiceNotice.ready, .alive, .status("armed:\nBack"), .stopping] {
      systemd.tell(notice)
    }
    #expect(listener.next() == "READY=1")
    #expect(listener.next() == "WATCHDOG=1")
    #expect(listener.next() == "STATUS=armed:Back")
    #expect(listener.next() == "STOPPING=1\nSTATUS=closing takes")
    #expect(listener.next() == nil)
  }

  @Test("Without a socket there is no service")
  func none() {
    #expect(service([:]) == nil)
    #expect(service(["NOTIFY_SOCKET": ""]) == nil)
    #expect(service(["NOTIFY_SOCKET": "vsock:2:1"]) == nil)
  }

  @Test("A socket without a listener, or whose name is too long, harms nothing")
  func gone() throws {
    let directory = try TemporaryDirectory()
    try #require(service(["NOTIFY_SOCKET": directory.file("gone")])).tell(.ready)
    let long = "/" + String(repeating: "x", count: 200)
    try #require(service(["NOTIFY_SOCKET": long])).tell(.ready)
  }

  @Test(
    "A watchdog of another process is not this one's",
    arguments: [
      ("20000000", nil, 20), ("20000000", "7", 20), ("20000000", "8", nil), (nil, nil, nil),
      ("0", nil, nil), ("soon", nil, nil),
    ] as [(String?, String?, Double?)])
  func watchdog(microseconds: String?, process: String?, seconds: Double?) {
    var variables = ["NOTIFY_SOCKET": "/run/systemd/notify"]
    variables["WATCHDOG_USEC"] = microseconds
    variables["WATCHDOG_PID"] = process
    #expect(service(variables)?.watchdogSeconds == seconds)
  }
}
