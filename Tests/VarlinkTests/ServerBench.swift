import Glibc
import TestSupport

@testable import Varlink

/// A server on a test socket; the test turns it, and sets its time.
final class ServerBench: VarlinkServer.Handler {
  let server: VarlinkServer
  let path: String
  /// The calls that were taken, and the connections that are gone.
  private(set) var taken: [(VarlinkServer.ConnectionID, VarlinkCall)] = []
  private(set) var gone: [VarlinkServer.ConnectionID] = []
  /// The calls that were taken, by their numbers.
  private(set) var ids: [VarlinkServer.CallID] = []
  /// Seconds on the clock of the server.
  var now = 0.0
  private let folder: TemporaryDirectory

  init(limits: WireLimits = WireLimits()) throws {
    folder = try TemporaryDirectory()
    path = folder.file("socket")
    let service = ServiceDescription(
      vendor: "v", product: "p", version: "1", url: "u",
      interfaces: [.init(name: "test.Echo", text: "interface test.Echo\n")])
    guard let wakeUp = WakeUpPipe() else { throw SocketError.taken(path: "pipe") }
    server = VarlinkServer(
      try Listener(path: path, mode: 0o600, group: nil), service: service, wakeUp: wakeUp,
      limits: limits)
  }

  struct Text: Codable, Equatable { var text: String }

  func answer(
    _ call: VarlinkCall, _ id: VarlinkServer.CallID, from peer: Peer
  ) -> VarlinkServer.Answer {
    taken.append((id.connection, call))
    ids.append(id)
    do throws(VarlinkError) {
      switch call.name {
      case "Echo": return .now(VarlinkReply(try call.parameters(Text.self)))
      case "Wait": return .later
      default: throw .methodNotFound(call.method)
      }
    } catch {
      return .now(VarlinkReply(error))
    }
  }

  func closed(_ connection: VarlinkServer.ConnectionID) { gone.append(connection) }

  /// Forgets what was taken so far.
  func forget() { (taken, ids, gone) = ([], [], []) }

  /// Turns until nothing more happens.
  func turn() {
    for _ in 0..<8 {
      server.turn(now, waiting: 0, self)
      server.settle(now, self)
    }
  }
}

/// A client that can do everything wrong.
final class RawClient {
  let descriptor: Int32

  init(_ path: String) throws {
    descriptor = try SocketAddress.make(path)
    let code = try SocketAddress(path).use { [descriptor] in connect(descriptor, $0, $1) }
    guard code == 0 else { throw SocketError.failed(call: "connect", path: path, errno: code) }
    _ = fcntl(descriptor, F_SETFL, O_NONBLOCK)
  }

  deinit { close() }

  private var isClosed = false

  func close() {
    if !isClosed { Glibc.close(descriptor) }
    isClosed = true
  }

  /// Sends as much as the kernel takes; gives the number of bytes.
  @discardableResult
  func send(_ bytes: [UInt8]) -> Int {
    max(0, Glibc.send(descriptor, bytes, bytes.count, Int32(MSG_NOSIGNAL)))
  }

  func send(_ text: String) { send(Array(text.utf8) + [0]) }

  /// The text that has come; `nil` when the server closed the connection and nothing is left.
  func receive() -> String? {
    var all: [UInt8] = []
    var bytes = [UInt8](repeating: 0, count: 65_536)
    while true {
      let count = recv(descriptor, &bytes, bytes.count, 0)
      if count > 0 {
        all += bytes[..<count]
        continue
      }
      let isOver = count == 0 || (errno != EAGAIN && errno != EINTR)
      return isOver && all.isEmpty ? nil : String(decoding: all, as: UTF8.self)
    }
  }
}
