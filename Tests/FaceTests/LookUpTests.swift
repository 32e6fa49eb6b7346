import Testing
import Varlink

@testable import Face

/// Transport does not wait for what is looked up on the medium.
@Suite("What is looked up for clients")
struct LookUpTests {
  @Test("orders go through while twenty lists wait for a slow card, which are one list then")
  func slowCard() throws {
    let bench = try ControlBench()
    let listers = try (0..<20).map { _ in try RawConnection(bench.path) }
    let hand = try RawConnection(bench.path)
    bench.turn()
    bench.looksUp = false
    for lister in listers { lister.call("ListTakes", #"{"limit":2}"#) }
    bench.turn()
    hand.call("Stop")
    bench.turn()
    let order = try #require(bench.mailbox.orders().first)
    #expect(order.wish == .stop(waits: false))
    bench.mailbox.put(.done, for: order)
    bench.turn()
    #expect(hand.messages() == [#"{"parameters":{}}"#])
    #expect(listers.allSatisfy { $0.messages().isEmpty })
    // One look for all of them.
    #expect(bench.lookUps.answerNext() && !bench.lookUps.answerNext())
    bench.turn()
    for lister in listers {
      let replies = lister.messages()
      #expect(replies.count == 1 && replies[0].contains(#""number":30"#), "\(replies)")
    }
  }

  @Test("a take is deleted once, however often it is asked for, and a marker does not wait for it")
  func deletion() throws {
    let bench = try ControlBench()
    let (first, second) = (try RawConnection(bench.path), try RawConnection(bench.path))
    bench.turn()
    bench.looksUp = false
    for client in [first, second] {
      client.call("DeleteTake", #"{"number":7,"name":"take 7"}"#)
    }
    bench.turn()
    for order in bench.mailbox.orders() {
      bench.mailbox.put(.granted(.delete(7, name: "take 7")), for: order)
    }
    bench.turn()
    #expect(first.messages().isEmpty && second.messages().isEmpty)
    #expect(bench.lookUps.answerNext() && bench.lookUps.answerNext())
    #expect(!bench.lookUps.answerNext())
    bench.turn()
    #expect(first.messages().count == 1 && second.messages().count == 1)
  }

  @Test("a change whose client is gone while it waits is not made, one that wants no reply is")
  func abandoned() throws {
    let bench = try ControlBench()
    var clients = try (0..<3).map { _ in try RawConnection(bench.path) }
    bench.turn()
    bench.looksUp = false
    clients[0].call("DeleteTake", #"{"number":1,"name":"take 1"}"#)
    clients[1].call("DeleteTake", #"{"number":2,"name":"take 2"}"#)
    clients[2].send(
      #"{"method":"org.pinna.Recorder.DeleteTake","parameters":{"number":3,"name":"take 3"},"oneway":true}"#
    )
    bench.turn()
    let orders = bench.mailbox.orders()
    try #require(orders.count == 3)
    func grant(_ order: ControlOrder) {
      guard case .change(.delete(let number, let name)) = order.wish else { return }
      bench.mailbox.put(.granted(.delete(number, name: name)), for: order)
    }
    // The first is in the queue when its client goes, the second is not yet.
    grant(orders[0])
    bench.turn()
    clients = []
    bench.turn()
    for order in orders.dropFirst() { grant(order) }
    bench.turn()
    #expect(bench.lookUps.answerNext(.change) && !bench.lookUps.answerNext(.change))
  }

  @Test("lists do not wait for a new take, and the changes of one take wait for one another")
  func threads() throws {
    let bench = try ControlBench()
    let queue = bench.lookUps
    func put(_ question: LookUpQueue.Question, _ number: Int) -> VarlinkServer.CallID {
      let call = VarlinkServer.CallID(connection: number, number: 1)
      #expect(queue.put(question, for: call))
      return call
    }
    let focus = RecorderInterface.TakeFocus(
      .init(4, name: "take 4"), azimuth: 10, width: nil, strength: nil)
    let made = put(.change(.focus(focus)), 1)
    _ = put(.change(.delete(4, name: "take 4")), 2)
    _ = put(.change(.delete(2, name: "take 2")), 3)
    _ = put(.list(before: nil, limit: 2), 4)
    #expect(queue.answerNext(.lookUp) && !queue.answerNext(.lookUp))
    // Take 2 is deleted at once, take 4 only after the focus that was asked for before.
    #expect(queue.answerNext(.change) && !queue.answerNext(.change))
    #expect(bench.mailbox.collect().outcomes.map(\.0.connection) == [4, 3])
    queue.drop([made])
    #expect(!queue.answerNext(.newTake) && queue.answerNext(.change))
  }

  @Test("forty that watch and read nothing keep nobody out")
  func watchers() throws {
    let bench = try ControlBench()
    var crowd: [RawConnection] = []
    for _ in 0..<40 {
      let watcher = try RawConnection(bench.path)
      watcher.call("Watch", #"{"interval":0.05}"#, more: true)
      crowd.append(watcher)
      bench.turn()
    }
    func isHeard() throws -> Bool {
      let client = try RawConnection(bench.path)
      bench.turn()
      client.call("GetStatus")
      bench.turn()
      return !bench.mailbox.orders().isEmpty
    }
    #expect(try isHeard())
    // As many again, without end: those that read nothing give way.
    for number in 0..<100 {
      bench.now = Double(number) / 10
      bench.mailbox.publish(ControlBench.status("state \(number)."))
      bench.turn()
    }
    for _ in 0..<100 {
      crowd.append(try RawConnection(bench.path))
      bench.turn()
      crowd.last?.call("Watch", more: true)
      bench.turn()
    }
    bench.now += 6
    #expect(try isHeard())
    #expect(bench.server.connectionCount <= RecorderInterface.connections)
    _ = crowd
  }
}
