import Testing
import Varlink

@testable import Face

/// Each outcome belongs to one call, whatever else its connection asks for.
@Suite("Orders that want no reply")
struct OnewayTests {
  @Test("a device lent without a reply comes back with the connection, whatever was refused on it")
  func hold() throws {
    let bench = try ControlBench()
    var client: RawConnection? = try RawConnection(bench.path)
    bench.turn()
    client?.send(
      #"{"method":"org.pinna.Recorder.Hold","parameters":{"by":"x"},"more":true,"oneway":true}"#)
    client?.call("Mark")
    bench.turn()
    let orders = bench.mailbox.orders()
    #expect(orders.map(\.wish) == [.hold(by: "x"), .mark(nil)])
    bench.mailbox.put(.lent(device: "hw:1"), for: orders[0])
    bench.mailbox.put(.refused(reason: .notRecording, message: "no"), for: orders[1])
    bench.turn()
    let replies = try #require(client).messages()
    #expect(replies.count == 1 && replies[0].contains("notRecording"), "\(replies)")
    client = nil
    bench.turn()
    let release = bench.mailbox.orders()
    #expect(release.map(\.wish) == [.release] && release[0].call == orders[0].call)
  }

  @Test("of two loans that are asked for on one connection, a refused one is not given back")
  func twice() throws {
    let bench = try ControlBench()
    var client: RawConnection? = try RawConnection(bench.path)
    bench.turn()
    for name in ["x", "y"] {
      client?.send(
        #"{"method":"org.pinna.Recorder.Hold","parameters":{"by":"\#(name)"},"more":true,"oneway":true}"#
      )
    }
    bench.turn()
    let orders = bench.mailbox.orders()
    try #require(orders.count == 2)
    bench.mailbox.put(.lent(device: "hw:1"), for: orders[0])
    bench.mailbox.put(.refused(reason: .deviceLent, message: "x has it"), for: orders[1])
    bench.turn()
    client = nil
    bench.turn()
    #expect(bench.mailbox.orders().map(\.call) == [orders[0].call])
  }

  @Test("each call gets its own reply behind orders that want none, also when those are late")
  func replies() throws {
    let bench = try ControlBench()
    let client = try RawConnection(bench.path)
    bench.turn()
    client.send(#"{"method":"org.pinna.Recorder.Start","oneway":true}"#)
    client.call("ListTakes", #"{"limit":1}"#)
    client.call("GetStatus")
    bench.turn()
    #expect(client.messages().allSatisfy { $0.contains(#""takes":["#) })
    let orders = bench.mailbox.orders()
    #expect(orders.map(\.wish) == [.start, .status])
    bench.mailbox.put(.refused(reason: .duringTake, message: "no"), for: orders[0])
    bench.mailbox.put(.status(ControlBench.status("mine.")), for: orders[1])
    bench.turn()
    let replies = client.messages()
    #expect(replies.count == 1 && replies[0].contains("mine."), "\(replies)")
  }

  @Test("a device lent without a reply comes back when its connection becomes one for sound")
  func upgrade() throws {
    let bench = try ControlBench()
    let client = try RawConnection(bench.path)
    bench.turn()
    client.send(
      #"{"method":"org.pinna.Recorder.Hold","parameters":{"by":"x"},"more":true,"oneway":true}"#)
    client.call("Listen", #"{"by":"x"}"#, upgrade: true)
    bench.turn()
    let orders = bench.mailbox.orders()
    #expect(orders.map(\.wish) == [.hold(by: "x"), .listen(by: "x")])
    bench.mailbox.put(.lent(device: "hw:1"), for: orders[0])
    bench.mailbox.put(.listening, for: orders[1])
    bench.turn()
    #expect(client.messages() == [#"{"parameters":{}}"#])
    let release = bench.mailbox.orders()
    #expect(release.map(\.wish) == [.release] && release.first?.call == orders[0].call)
    bench.send([0, 0])
  }

  @Test("one cannot watch without replies")
  func watch() throws {
    let bench = try ControlBench()
    let client = try RawConnection(bench.path)
    bench.turn()
    client.send(#"{"method":"org.pinna.Recorder.Watch","more":true,"oneway":true}"#)
    bench.turn()
    #expect(!bench.mailbox.isWatched && client.messages().isEmpty)
  }
}
