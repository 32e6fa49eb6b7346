import Glibc

/// A service on a socket: takes connections, and hands calls to a handler that answers at once or later.
///
/// Every turn does what it can without waiting. Memory is bounded: few connections, one message each.
///
/// - Thread: its own; ``wakeUp`` is for other threads.
package final class VarlinkServer {
  /// The number of a connection; none is used twice.
  package typealias ConnectionID = Int

  /// A call on its connection; none is used twice.
  package struct CallID: Sendable, Hashable {
    /// The connection.
    package let connection: ConnectionID
    /// The number of the call on it.
    package let number: Int

    /// A call from its numbers.
    package init(connection: ConnectionID, number: Int) {
      (self.connection, self.number) = (connection, number)
    }
  }

  /// The reaction of a handler to a call.
  package enum Answer: Sendable, Equatable {
    /// The reply, or the first of several.
    case now(VarlinkReply)
    /// Replies follow, through ``VarlinkServer/reply(_:to:_:)``.
    case later
  }

  /// The handler of the calls of a service.
  package protocol Handler: AnyObject {
    /// Answers a call, or takes it up for later.
    func answer(_ call: VarlinkCall, _ id: CallID, from peer: Peer) -> Answer
    /// Notes that a connection is gone, with its calls.
    func closed(_ connection: ConnectionID)
  }

  /// Wakes up a waiting turn.
  package let wakeUp: WakeUpPipe
  private let listener: Listener
  private let service: ServiceDescription
  private let limits: WireLimits
  private var connections: [ConnectionID: ServerConnection] = [:]
  private var nextID = 1

  /// The most connections accepted in one turn.
  private static let most = 64

  /// A listening service.
  package init(
    _ listener: consuming Listener, service: ServiceDescription, wakeUp: WakeUpPipe,
    limits: WireLimits = WireLimits()
  ) {
    self.listener = listener
    self.service = service
    self.wakeUp = wakeUp
    self.limits = limits
  }

  /// The number of connections.
  package var connectionCount: Int { connections.count }

  /// Waits at most `seconds` for something to do, and does it.
  ///
  /// - Parameters:
  ///   - now: seconds on the caller's clock.
  ///   - seconds: 0 to look only.
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

  /// Answers a call taken up for later; does nothing if its connection is gone, or if it wants no reply.
  package func reply(_ reply: VarlinkReply, to id: CallID, _ now: Double) {
    connections[id.connection]?.send(reply, to: id.number, now)
  }

  /// Answers a call with a request to upgrade its connection, and gives the socket away: from now on it carries
  /// something else, and no longer belongs to this service.
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

  /// True if the kernel has taken everything sent to a connection.
  package func isDrained(_ id: ConnectionID) -> Bool { connections[id]?.isDrained ?? false }

  /// Works on waiting calls of connections that have become free, and drops connections that have ended.
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
    // Everything before the end has been read; the client can no longer be reached.
    if events & (POLLHUP | POLLERR) != 0, events & POLLIN == 0 {
      connection.end()
      work(id, now, handler)
    }
  }

  /// Hands on the calls of a connection while it is free.
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

  /// Makes room for one more connection; false if all are in use by clients that read their replies.
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
