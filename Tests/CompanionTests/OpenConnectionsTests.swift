import Companion
import Synchronization
import Testing

@testable import CompanionServer

@Suite("Connections that are not let in")
struct OpenConnectionsTests {
  /// The sockets that were shut.
  private final class Shut: Sendable {
    let sockets = Mutex<[Int32]>([])
    var all: [Int32] { sockets.withLock { $0 } }
  }

  private static var ours: WebAnswer {
    var answer = WebAnswer(200, body: .bytes([]))
    answer.isForBrowser = true
    return answer
  }

  @Test("a request that takes too long is closed, however often a byte of it comes")
  func slow() {
    let shut = Shut()
    var connections = OpenConnections { socket in shut.sockets.withLock { $0.append(socket) } }
    connections.opened(5, 100)
    connections.closeOverdue(100 + OpenConnections.requestSeconds - 1)
    #expect(shut.all.isEmpty)
    connections.closeOverdue(100 + OpenConnections.requestSeconds + 1)
    connections.closeOverdue(100 + OpenConnections.requestSeconds + 2)
    #expect(shut.all == [5])
  }

  @Test("a stream for a browser that is let in lasts, and a slow answer to a stranger does not")
  func answers() {
    let shut = Shut()
    var connections = OpenConnections { socket in shut.sockets.withLock { $0.append(socket) } }
    connections.opened(5, 0)
    connections.opened(6, 0)
    connections.answered(5, Self.ours, 1)
    connections.answered(6, WebAnswer(200, body: .bytes([])), 1)
    connections.closeOverdue(1000)
    #expect(shut.all == [6])
    // Its next request on the same connection is bounded again.
    connections.ended(5, 1000)
    connections.closeOverdue(1000 + OpenConnections.requestSeconds + 1)
    #expect(shut.all == [6, 5])
  }

  @Test("a browser that is let in stays so, also after an answer that anyone may have")
  func icon() {
    let shut = Shut()
    var connections = OpenConnections { socket in shut.sockets.withLock { $0.append(socket) } }
    connections.opened(1, 0)
    connections.answered(1, Self.ours, 0)
    connections.ended(1, 0)
    connections.received(1)
    connections.answered(1, WebAnswer(200, body: .bytes([])), 1)
    connections.ended(1, 1)
    for n in 0..<200 { connections.opened(Int32(100 + n), 2 + Double(n) / 1000) }
    #expect(!shut.all.contains(1))
  }

  @Test("work that a browser asks for may take longer than a request")
  func longWork() {
    let shut = Shut()
    var connections = OpenConnections { socket in shut.sockets.withLock { $0.append(socket) } }
    connections.opened(5, 0)
    connections.received(5)
    connections.closeOverdue(1000)
    #expect(shut.all.isEmpty)
    // The answer to a stranger is bounded again.
    connections.answered(5, WebAnswer(200, body: .bytes([])), 1000)
    connections.closeOverdue(1000 + OpenConnections.requestSeconds + 1)
    #expect(shut.all == [5])
  }

  @Test(
    "of too many strangers the one that has waited for longest goes, and none that is let in")
  func crowd() {
    let shut = Shut()
    var connections = OpenConnections { socket in shut.sockets.withLock { $0.append(socket) } }
    connections.opened(1, 0)
    connections.answered(1, Self.ours, 0)
    connections.ended(1, 0)
    for n in 0..<200 { connections.opened(Int32(100 + n), 1 + Double(n) / 1000) }
    #expect(shut.all.count == 200 - OpenConnections.mostStrangers)
    #expect(!shut.all.contains(1) && shut.all.first == 100)
    for n in 0..<200 { connections.closed(Int32(100 + n)) }
    #expect(!shut.all.contains(1))
  }
}
