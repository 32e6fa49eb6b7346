import Companion
import Glibc

/// The connections of the server, so that none who is not let in can keep others out.
///
/// A request has so many seconds from the beginning of its connection, or from the end of the one before, to its last
/// byte, however its bytes come; and so does the answer to a stranger. Connections that have asked for nothing yet that
/// only a browser asks for that is let in are strangers: when one too many comes, the one that has waited for longest
/// is closed. A browser that is let in proves it with its first request, within milliseconds.
struct OpenConnections: Sendable, Equatable {
  /// Connections of strangers at the same time.
  static let mostStrangers = 32
  /// Seconds for a whole request, and for an answer to a stranger.
  static let requestSeconds = 15.0

  private struct Connection: Equatable {
    /// The time from which seconds count; `nil` while an answer goes out that may take as long as it takes.
    var since: Double?
    var isLetIn = false
  }

  private var connections: [Int32: Connection] = [:]
  /// Ends the connection of a socket: its thread notices, and closes it.
  private let shut: @Sendable (Int32) -> Void

  static func == (one: OpenConnections, other: OpenConnections) -> Bool {
    one.connections == other.connections
  }

  /// The state without connections.
  init(shut: @escaping @Sendable (Int32) -> Void = { shutdown($0, Int32(SHUT_RDWR)) }) {
    self.shut = shut
  }

  /// Notes a new connection, by its socket.
  mutating func opened(_ socket: Int32, _ now: Double) {
    connections[socket] = Connection(since: now)
    let strangers = connections.filter { !$0.value.isLetIn && $0.value.since != nil }
    guard strangers.count > Self.mostStrangers,
      let oldest = strangers.min(by: { ($0.value.since ?? 0) < ($1.value.since ?? 0) })
    else { return }
    close(oldest.key)
  }

  /// Notes that the last byte of a request is here: its answer takes as long as the work that is asked for.
  mutating func received(_ socket: Int32) { connections[socket]?.since = nil }

  /// Notes that an answer goes out.
  mutating func answered(_ socket: Int32, _ answer: WebAnswer, _ now: Double) {
    guard var connection = connections[socket] else { return }
    connection.isLetIn = answer.isForBrowser
    connection.since = answer.isForBrowser ? nil : now
    connections[socket] = connection
  }

  /// Notes that a request is answered: the next one may come.
  mutating func ended(_ socket: Int32, _ now: Double) { connections[socket]?.since = now }

  /// Forgets a connection that is over.
  mutating func closed(_ socket: Int32) { connections[socket] = nil }

  /// Closes those that take too long.
  mutating func closeOverdue(_ now: Double) {
    for (socket, connection) in connections {
      if let since = connection.since, now - since > Self.requestSeconds { close(socket) }
    }
  }

  /// Ends a connection; it is forgotten when its thread has closed it.
  private mutating func close(_ socket: Int32) {
    shut(socket)
    // Never twice: it is no stranger that waits any more.
    connections[socket]?.since = nil
  }
}
