import Synchronization
import Varlink

/// The server of a recorder's control socket.
///
/// Calls about takes on the storage go to the ``LookUpQueue``; all other calls become orders for the control thread.
/// This thread never waits for a medium. Each state is encoded once for all watchers, and only the newest is sent. The
/// connections of listening programs are handed over to the live sound.
///
/// - Thread: a thread of its own, except that ``mailbox`` and ``end()`` are for other threads.
package final class ControlServer {
  private let server: VarlinkServer
  private let mailbox: ControlMailbox
  private let handler: ControlHandler
  private let listen: Listening
  private var newest: (reply: VarlinkReply, number: Int)?

  /// A function that takes over the socket of a listening program.
  package typealias Listening = @Sendable (_ descriptor: Int32) -> Void

  /// The most seconds that a turn waits while nothing happens.
  private static let restSeconds = 1.0

  /// Creates a server that is ready to accept connections.
  ///
  /// - Parameters:
  ///   - wakeUp: the bell that the mailbox rings.
  ///   - lookUps: the queue that answers questions about takes, on another thread.
  ///   - listen: gives the live sound to the programs that ask for it.
  package init(
    _ listener: consuming Listener, version: String, mailbox: ControlMailbox, wakeUp: WakeUpPipe,
    lookUps: LookUpQueue, listen: @escaping Listening,
    limits: WireLimits = WireLimits(connections: RecorderInterface.connections)
  ) {
    self.listen = listen
    server = VarlinkServer(
      listener, service: RecorderInterface.service(version: version), wakeUp: wakeUp,
      limits: limits)
    self.mailbox = mailbox
    handler = ControlHandler(mailbox: mailbox, lookUps: lookUps)
  }

  /// The number of connections.
  package var connectionCount: Int { server.connectionCount }

  /// Serves until `isOver` returns true, and then sends what is left to be sent.
  ///
  /// - Parameters:
  ///   - clock: a clock in seconds, of which only differences matter.
  ///   - isOver: returns true to end; it is called whenever the bell rings.
  package func run(clock: () -> Double, until isOver: () -> Bool) {
    while !isOver() { turn(clock(), waiting: Self.restSeconds) }
    // The last outcomes, and the last state, for which no watcher has to wait until its interval has passed.
    for call in handler.watchers.keys { handler.watchers[call]?.dueAt = -.infinity }
    turn(clock(), waiting: 0)
  }

  /// Waits for something to do, at most `seconds`, and does it.
  package func turn(_ now: Double, waiting seconds: Double) {
    server.turn(now, waiting: min(seconds, nextDue(now)), handler)
    let news = mailbox.collect()
    for (call, outcome) in news.outcomes {
      if case .listening = outcome {
        upgrade(call, now)
      } else if let reply = handler.reply(outcome, to: call) {
        server.reply(reply, to: call, now)
      }
    }
    if let status = news.newest {
      let reply = VarlinkReply(RecorderInterface.StatusReply(status: status), continues: true)
      newest = (reply, (newest?.number ?? 0) + 1)
    }
    tellWatchers(now)
    server.settle(now, handler)
    mailbox.setWatchers(handler.watchers.count)
  }

  /// Hands the connection of a listening program over to the live sound.
  ///
  /// The server will not see that connection end, so it now returns whatever the program had borrowed.
  private func upgrade(_ call: VarlinkServer.CallID, _ now: Double) {
    if let descriptor = server.upgrade(call, with: VarlinkReply(), now) {
      handler.closed(call.connection)
      listen(descriptor)
    }
  }

  /// Sends the newest state to every watcher that has read the last one and whose interval has passed since.
  private func tellWatchers(_ now: Double) {
    guard let newest else { return }
    for (call, var watcher) in handler.watchers
    where watcher.seen < newest.number && now >= watcher.dueAt
      && server.isDrained(call.connection)
    {
      server.reply(newest.reply, to: call, now)
      (watcher.seen, watcher.dueAt) = (newest.number, now + watcher.interval)
      handler.watchers[call] = watcher
    }
    if handler.watchers.isEmpty { self.newest = nil }
  }

  /// The time in seconds until the newest state can be sent to the next watcher.
  private func nextDue(_ now: Double) -> Double {
    let waiting = handler.watchers.filter {
      $0.value.seen < newest?.number ?? 0 && server.isDrained($0.key.connection)
    }
    return waiting.values.map { max(0, $0.dueAt - now) }.min() ?? .infinity
  }
}
