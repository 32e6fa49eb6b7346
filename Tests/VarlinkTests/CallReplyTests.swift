import Testing

@testable import Varlink

@Suite("Replies belong to calls")
struct CallReplyTests {
  private static let quiet = #"{"method":"test.Echo.Wait","oneway":true}"#
  private static let wait = #"{"method":"test.Echo.Wait","more":true}"#

  @Test("what comes of a call that wants no reply is no reply to the next one")
  func oneway() throws {
    let bench = try ServerBench()
    let client = try RawClient(bench.path)
    client.send(Self.quiet)
    client.send(Self.wait)
    bench.turn()
    let (quiet, asked) = (try #require(bench.ids.first), try #require(bench.ids.last))
    #expect(quiet.connection == asked.connection && quiet != asked)
    bench.server.reply(VarlinkReply(ServerBench.Text(text: "of the first")), to: quiet, 0)
    bench.turn()
    #expect(client.receive() == "")
    bench.server.reply(VarlinkReply(ServerBench.Text(text: "of the second")), to: asked, 0)
    bench.turn()
    #expect(client.receive() == "{\"parameters\":{\"text\":\"of the second\"}}\0")
  }

  @Test("a reply that comes twice is given once")
  func twice() throws {
    let bench = try ServerBench()
    let client = try RawClient(bench.path)
    client.send(Self.wait)
    client.send(Self.wait)
    bench.turn()
    let first = try #require(bench.ids.first)
    bench.server.reply(VarlinkReply(), to: first, 0)
    bench.turn()
    bench.server.reply(VarlinkReply(), to: first, 0)
    bench.turn()
    #expect(client.receive() == "{\"parameters\":{}}\0")
    #expect(bench.ids.count == 2)
  }

  @Test("a client that reads nothing gives way when there are too many, one that reads does not")
  func unread() throws {
    let bench = try ServerBench(limits: WireLimits(connections: 2, idleSeconds: 5))
    let (reading, idle) = (try RawClient(bench.path), try RawClient(bench.path))
    for client in [reading, idle] { client.send(Self.wait) }
    bench.turn()
    for second in 0..<8 {
      bench.now = Double(second)
      let news = VarlinkReply(ServerBench.Text(text: "\(second)"), continues: true)
      for call in bench.ids { bench.server.reply(news, to: call, bench.now) }
      #expect(reading.receive()?.contains("\(second)") == true)
      bench.turn()
    }
    bench.now = 13
    let next = try RawClient(bench.path)
    bench.turn()
    next.send(#"{"method":"test.Echo.Echo","parameters":{"text":"here"}}"#)
    bench.turn()
    #expect(next.receive() == "{\"parameters\":{\"text\":\"here\"}}\0")
    #expect(reading.receive() == "")
    #expect(bench.gone == [bench.ids[1].connection])
    // Its end is seen behind what it left unread.
    _ = idle.receive()
    #expect(idle.receive() == nil)
  }
}
