import Glibc
import TestSupport
import Testing

@testable import Varlink

@Suite("A service on a socket")
struct VarlinkServerTests {
  private static let echo = #"{"method":"test.Echo.Echo","parameters":{"text":"hello"}}"#
  private static let answer = "{\"parameters\":{\"text\":\"hello\"}}\0"
  private static let wait = #"{"method":"test.Echo.Wait","more":true}"#

  @Test("a call in pieces is answered once it is whole, and several in one piece are all answered")
  func pieces() throws {
    let bench = try ServerBench()
    let client = try RawClient(bench.path)
    let bytes = Array(Self.echo.utf8) + [0]
    for byte in bytes.dropLast() {
      client.send([byte])
      bench.turn()
    }
    #expect(client.receive() == "")
    client.send([0] + bytes + bytes)
    bench.turn()
    #expect(client.receive() == String(repeating: Self.answer, count: 3))
  }

  @Test("calls are answered in their order, the next one when the one before has its last reply")
  func order() throws {
    let bench = try ServerBench()
    let client = try RawClient(bench.path)
    client.send(Self.wait)
    client.send(Self.echo)
    bench.turn()
    #expect(client.receive() == "")
    let call = try #require(bench.ids.first)
    bench.server.reply(VarlinkReply(ServerBench.Text(text: "a"), continues: true), to: call, 0)
    bench.turn()
    #expect(client.receive() == "{\"continues\":true,\"parameters\":{\"text\":\"a\"}}\0")
    bench.server.reply(VarlinkReply(), to: call, 0)
    bench.turn()
    #expect(client.receive() == "{\"parameters\":{}}\0" + Self.answer)
  }

  @Test("a call that wants no reply gets none")
  func oneway() throws {
    let bench = try ServerBench()
    let client = try RawClient(bench.path)
    client.send(#"{"method":"test.Echo.Echo","oneway":true,"parameters":{"text":"quiet"}}"#)
    client.send(Self.echo)
    bench.turn()
    #expect(client.receive() == Self.answer)
    #expect(bench.taken.count == 2)
  }

  @Test("what was sent before the end is done, and a connection that is gone is told of once")
  func last() throws {
    let bench = try ServerBench()
    let client = try RawClient(bench.path)
    client.send(#"{"method":"test.Echo.Echo","oneway":true,"parameters":{"text":"last"}}"#)
    client.close()
    bench.turn()
    #expect(bench.taken.count == 1)
    #expect(bench.gone.count == 1)
    #expect(bench.server.connectionCount == 0)
  }

  @Test("a client that goes while its call is worked on is told of")
  func goesAway() throws {
    let bench = try ServerBench()
    let client = try RawClient(bench.path)
    client.send(Self.wait)
    bench.turn()
    #expect(bench.gone.isEmpty)
    client.close()
    bench.turn()
    #expect(bench.gone == bench.taken.map(\.0))
  }

  @Test("a client that only ends its own side still gets its answers")
  func halfClosed() throws {
    let bench = try ServerBench()
    let client = try RawClient(bench.path)
    client.send(Self.echo)
    shutdown(client.descriptor, Int32(SHUT_WR))
    bench.turn()
    #expect(client.receive() == Self.answer)
    bench.turn()
    #expect(client.receive() == nil)
  }

  @Test(
    "after bytes that are no call the connection is closed, and others go on",
    arguments: ["x", "{}", "[[[[[[[[[[[[[[[[[[[[", "\u{FF}", #"{"method":7}"#])
  func noCall(text: String) throws {
    let bench = try ServerBench()
    let (good, bad) = (try RawClient(bench.path), try RawClient(bench.path))
    bad.send(text)
    good.send(Self.echo)
    bench.turn()
    #expect(bad.receive() == nil)
    #expect(good.receive() == Self.answer)
  }

  @Test("a message without an end is given up at the limit")
  func endless() throws {
    let bench = try ServerBench(limits: WireLimits(messageBytes: 10_000))
    let client = try RawClient(bench.path)
    var sent = 0
    while client.receive() == "", sent < 100_000 {
      sent += client.send([UInt8](repeating: 65, count: 1000))
      bench.turn()
    }
    #expect(sent < 40_000)
    #expect(bench.server.connectionCount == 0)
  }

  @Test("a client that asks on and reads nothing waits for itself; others do not notice")
  func greedy() throws {
    let bench = try ServerBench()
    let (greedy, other) = (try RawClient(bench.path), try RawClient(bench.path))
    let text = String(repeating: "x", count: 20_000)
    let call = Array(#"{"method":"test.Echo.Echo","parameters":{"text":"\#(text)"}}"#.utf8) + [0]
    var unsent: ArraySlice<UInt8> = []
    for _ in 0..<2000 {
      if unsent.isEmpty { unsent = call[...] }
      unsent = unsent.dropFirst(greedy.send(Array(unsent)))
      bench.turn()
    }
    let answered = bench.taken.count
    #expect(answered < 100)
    other.send(Self.echo)
    bench.turn()
    #expect(other.receive() == Self.answer)
    // Once it reads, it gets its answers.
    #expect(greedy.receive()?.isEmpty == false)
    bench.turn()
    #expect(bench.taken.count > answered)
  }

  @Test("a connection on which nothing happens gives way when there are too many, and no other")
  func crowd() throws {
    let bench = try ServerBench(limits: WireLimits(connections: 3, idleSeconds: 5))
    let busy = try RawClient(bench.path)
    busy.send(Self.wait)
    let idle = try RawClient(bench.path)
    bench.turn()
    bench.now = 3
    let third = try RawClient(bench.path)
    third.send(Self.echo)
    bench.turn()
    #expect(third.receive() == Self.answer)
    let early = try RawClient(bench.path)
    bench.turn()
    #expect(early.receive() == nil)
    bench.now = 6
    let fourth = try RawClient(bench.path)
    bench.turn()
    fourth.send(Self.echo)
    bench.turn()
    #expect(fourth.receive() == Self.answer)
    #expect(idle.receive() == nil)
    #expect(busy.receive() == "")
  }

  @Test("a thousand connections leave as many as there may be, and a free one is taken again")
  func thousand() throws {
    let bench = try ServerBench()
    var clients: [RawClient] = []
    for _ in 0..<1000 {
      let client = try RawClient(bench.path)
      client.send(Self.wait)
      clients.append(client)
      bench.turn()
      #expect(bench.server.connectionCount <= 32)
    }
    #expect(clients.count { $0.receive() == "" } == 32)
    clients = []
    bench.turn()
    #expect(bench.server.connectionCount == 0)
    let next = try RawClient(bench.path)
    bench.turn()
    next.send(Self.echo)
    bench.turn()
    #expect(next.receive() == Self.answer)
  }

  @Test("the kernel says who calls")
  func peer() throws {
    let bench = try ServerBench()
    let client = try RawClient(bench.path)
    let found = try #require(Peer(of: client.descriptor))
    #expect(found == Peer(process: getpid(), user: getuid(), group: getgid()))
    _ = bench
  }

  @Test("a socket that was left behind is replaced, one in use is not, and another file never")
  func paths() throws {
    let folder = try TemporaryDirectory()
    let path = folder.file("socket")
    // Bound and closed, and not removed: what a process leaves that was killed.
    let dead = try SocketAddress.make(path)
    #expect(try SocketAddress(path).use { bind(dead, $0, $1) } == 0)
    close(dead)
    let listener = try Listener(path: path, mode: 0o600, group: nil)
    #expect(throws: SocketError.taken(path: path)) {
      _ = try Listener(path: path, mode: 0o600, group: nil)
    }
    var status = stat()
    #expect(stat(path, &status) == 0 && status.st_mode & 0o777 == 0o600)
    _ = consume listener
    #expect(stat(path, &status) != 0)
    try folder.write([1], to: "socket")
    #expect(throws: SocketError.notSocket(path: path)) {
      _ = try Listener(path: path, mode: 0o600, group: nil)
    }
    #expect(throws: SocketError.pathTooLong(path: String(repeating: "a", count: 108))) {
      _ = try Listener(path: String(repeating: "a", count: 108), mode: 0o600, group: nil)
    }
  }

  @Test("a socket is taken over from systemd only for this process, and only when it listens")
  func handedOver() throws {
    let folder = try TemporaryDirectory()
    let listener = try Listener(path: folder.file("socket"), mode: 0o600, group: nil)
    let found = Self.isThere(Listener(handedOver: dup(listener.descriptor)))
    let other = try SocketAddress.make("")
    let foundOther = Self.isThere(Listener(handedOver: other))
    close(other)
    let variables = ["LISTEN_PID": "1", "LISTEN_FDS": "1"]
    let foundForOthers = Self.isThere(Listener(environment: { variables[$0] }))
    let foundNone = Self.isThere(Listener(environment: { _ in nil }))
    #expect(found && !foundOther && !foundForOthers && !foundNone)
  }

  private static func isThere(_ listener: consuming Listener?) -> Bool {
    switch consume listener {
    case .some: true
    case .none: false
    }
  }
}
