import Glibc

/// A service on a socket: it accepts connections, and passes their calls to a handler, which answers immediately or
/// later.
///
/// Each call of ``turn(_:waiting:_:)`` does all work that needs no waiting. Memory is bounded: there are few
/// connections, each with only one message.
///
/// - Thread: a thread of its own; other threads may only ring ``wakeUp``.
package final class VarlinkServer {
  /// The number of a connection; no number is used twice.
  package typealias ConnectionID = Int

  /// The identity of a call: its connection, and its number on that connection; no identity is used twice.
  package struct CallID: Sendable, Hashable {
    /// The connection.
    package let connection: ConnectionID
    /// The number of the call on its connection.
    package let number: Int

    /// An identity from its two numbers.
    package init(connection: ConnectionID, number: Int) {
      (self.connection, self.number) = (connection, number)
    }
  }

  /// How a handler answers a call.
  package enum Answer: Sendable, Equatable {
    /// The handler answers with this reply: the only reply, or the first of several.
    case now(VarlinkReply)
    /// The handler will answer later, through ``VarlinkServer/reply(_:to:_:)``.
    case later
  }

  /// The object that handles the calls to a service.
  package protocol Handler: AnyObject {
    /// Answers a call, or keeps its identity to answer it later.
    func answer(_ call: VarlinkCall, _ id: CallID, from peer: Peer) -> Answer
    /// Notes that a connection is gone, so its calls need no answer.
    func closed(_ connection: ConnectionID)
  }

  /// Ends the wait in ``turn(_:waiting:_:)`` when another thread rings it.
  package let wakeUp: WakeUpPipe
  private let listener: Listener
  private let service: ServiceDescription
  private let limits: WireLimits
  private var connections: [ConnectionID: ServerConnection] = [:]
  private var nextID = 1

  /// The maximum number of connections to accept in one turn.
  private static let most = 64

  /// Creates the service on a listening socket.
  package init(
    _ listener: consuming Listener, service: ServiceDescription, wakeUp: WakeUpPipe,
    limits: WireLimits = WireLimits()
  ) {
    self.listener = listener
    self.service = service
    self.wakeUp = wakeUp
    self.limits = limits
  }

  /// The number of open connections.
  package var connectionCount: Int { connections.count }

  /// Waits at most `seconds` for work, and does it.
  ///
  /// - Parameters:
  ///   - now: the time on the caller's clock in seconds.
  ///   - seconds: the longest wait; 0 to do only work that needs no waiting.
  package func turn(_ now: Double, waiting seconds: Double, _ handler: some Handler) {
    let ids = connections.keys.sorted()
    var polled = [
      pollfd(fd: listener.descriptor, events: Int16(POLLIN), revents: 0),
      pollfd(fd: wakeUp.descriptor, events: Int16(POLLIN), revents: 0),
    ]
    polled += ids.map { id in
      pollfd(
        fd: connections[id]?.descriptor ?? -1, events: connections[id]?.interest ?? 0, revents: 0)
    }
    let milliseconds = Int32(max(0, min(seconds, 60)) * 1000)
    guard poll(&polled, nfds_t(polled.count), milliseconds) > 0 else { return }
    if polled[1].revents != 0 { wakeUp.hear() }
    for (id, found) in zip(ids, polled.dropFirst(2)) where found.revents != 0 {
      serve(id, found.revents, now, handler)
    }
    if polled[0].revents != 0 { accept(now, handler) }
  }

  /// Answers a call that the handler left for later; does nothing if the connection is gone, or if the call wants no
  /// reply.
  package func reply(_ reply: VarlinkReply, to id: CallID, _ now: Double) {
    connections[id.connection]?.send(reply, to: id.number, now)
  }

  /// Answers a call that asks to upgrade its connection, and hands over the socket: the connection then carries
  /// another protocol, and no longer belongs to this service.
  ///
  /// - Returns: the socket, non-blocking, for the caller to close; `nil` if the client is gone.
  /// - Source: varlink.org, "Method Call": the connection is re-used for another protocol after the reply.
  package func upgrade(_ id: CallID, with reply: VarlinkReply, _ now: Double) -> Int32? {
    guard let connection = connections[id.connection] else { return nil }
    connection.send(reply, to: id.number, now)
    guard let descriptor = connection.handOver() else { return nil }
    connections[id.connection] = nil
    return descriptor
  }

  /// True if the kernel has accepted everything that was sent over a connection.
  package func isDrained(_ id: ConnectionID) -> Bool { connections[id]?.isDrained ?? false }

  /// Passes on the waiting calls of connections that have become free, and drops connections that have ended.
  package func settle(_ now: Double, _ handler: some Handler) {
    for id in connections.keys.sorted() { work(id, now, handler) }
  }

  private func serve(
    _ id: ConnectionID, _ events: Int16, _ now: Double, _ handler: some Handler
  ) {
    guard let connection = connections[id] else { return }
    let events = Int32(events)
    if events & POLLIN != 0 { connection.receive(now) }
    if events & POLLOUT != 0 { connection.flush() }
    work(id, now, handler)
    // All bytes from the client have been read, and the client can no longer be reached.
    if events & (POLLHUP | POLLERR) != 0, events & POLLIN == 0 {
      connection.end()
      work(id, now, handler)
    }
  }

  /// Passes on the calls of a connection, one after another, as long as the connection is free for
  /// the next call.
  private func work(_ id: ConnectionID, _ now: Double, _ handler: some Handler) {
    guard let connection = connections[id] else { return }
    while let (number, call) = connection.nextCall() {
      let answer =
        service.reply(to: call).map(Answer.now)
        ?? handler.answer(call, CallID(connection: id, number: number), from: connection.peer)
      if case .now(let reply) = answer { connection.send(reply, to: number, now) }
    }
    guard connection.state == .closed else { return }
    connections[id] = nil
    handler.closed(id)
  }

  private func accept(_ now: Double, _ handler: some Handler) {
    for _ in 0..<Self.most {
      guard let descriptor = listener.accept() else { return }
      guard let peer = Peer(of: descriptor), makeRoom(now, handler) else {
        close(descriptor)
        continue
      }
      connections[nextID] = ServerConnection(descriptor, peer: peer, limits: limits, now: now)
      nextID += 1
    }
  }

  /// Makes room for one more connection, if necessary by dropping a connection that has been idle, or has left
  /// replies unread, for too long; false if no connection can be dropped.
  private func makeRoom(_ now: Double, _ handler: some Handler) -> Bool {
    guard connections.count >= limits.connections else { return true }
    let idle = connections.filter {
      ($0.value.isIdle || $0.value.isUnread) && now - $0.value.activeAt >= limits.idleSeconds
    }
    guard let oldest = idle.min(by: { $0.value.activeAt < $1.value.activeAt })?.key else {
      return false
    }
    connections[oldest] = nil
    handler.closed(oldest)
    return true
  }
}
