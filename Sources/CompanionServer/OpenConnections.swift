import Companion
import Glibc

/// The connections of the server, limited so that strangers cannot keep others out.
///
/// A request has ``requestSeconds`` from the beginning of its connection, or from the end of the previous request, to
/// its last byte, however slowly its bytes arrive; so does the answer to a stranger. A connection is a stranger until
/// it has made a request that only a paired browser can make. With one stranger too many, the one that has waited
/// longest is closed. A paired browser proves itself with its first request, within milliseconds.
struct OpenConnections: Sendable, Equatable {
  /// The maximum number of simultaneous strangers.
  static let mostStrangers = 32
  /// Seconds for a whole request, and for an answer to a stranger.
  static let requestSeconds = 15.0

  private struct Connection: Equatable {
    /// The start of the time limit; `nil` during an answer without a limit.
    var since: Double?
    var isLetIn = false
  }

  private var connections: [Int32: Connection] = [:]
  /// Shuts down the connection of a socket: its thread notices, and closes it.
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

  /// Notes that the last byte of a request has arrived: its answer may take as long as the requested work.
  mutating func received(_ socket: Int32) { connections[socket]?.since = nil }

  /// Notes that an answer is being sent.
  mutating func answered(_ socket: Int32, _ answer: WebAnswer, _ now: Double) {
    guard var connection = connections[socket] else { return }
    // A browser that is let in may also ask for what anyone may have, such as an icon.
    connection.isLetIn = connection.isLetIn || answer.isForBrowser
    connection.since = answer.isForBrowser ? nil : now
    connections[socket] = connection
  }

  /// Notes that a request is answered, and awaits the next one.
  mutating func ended(_ socket: Int32, _ now: Double) { connections[socket]?.since = now }

  /// Forgets a closed connection.
  mutating func closed(_ socket: Int32) { connections[socket] = nil }

  /// Closes connections that take too long.
  mutating func closeOverdue(_ now: Double) {
    for (socket, connection) in connections {
      if let since = connection.since, now - since > Self.requestSeconds { close(socket) }
    }
  }

  /// Ends a connection; it is forgotten when its thread has closed it.
  private mutating func close(_ socket: Int32) {
    shut(socket)
    // Never twice: without a time limit, it is left alone.
    connections[socket]?.since = nil
  }
}
