import Companion
import Glibc

/// Tracks the server's connections, and limits them so that strangers cannot keep others out.
///
/// The last byte of a request must arrive within ``requestSeconds`` of the start of its connection, or of the end of
/// the previous request. An answer to a stranger has the same time limit. A connection is a stranger until it has
/// made a request that only a paired browser can make. If a new connection exceeds the limit of strangers, the
/// server closes the stranger that has waited longest. A paired browser proves itself with its first request, within
/// milliseconds.
struct OpenConnections: Sendable, Equatable {
  /// The maximum number of strangers connected at the same time.
  static let mostStrangers = 32
  /// The time limit in seconds for a whole request, and for an answer to a stranger.
  static let requestSeconds = 15.0

  private struct Connection: Equatable {
    /// The start of the present time limit; `nil` while an answer is prepared or sent without a limit.
    var since: Double?
    var isLetIn = false
  }

  private var connections: [Int32: Connection] = [:]
  /// Shuts down the connection on a socket; the connection's thread notices this, and closes the socket.
  private let shut: @Sendable (Int32) -> Void

  static func == (one: OpenConnections, other: OpenConnections) -> Bool {
    one.connections == other.connections
  }

  /// The state before any connection is made.
  init(shut: @escaping @Sendable (Int32) -> Void = { shutdown($0, Int32(SHUT_RDWR)) }) {
    self.shut = shut
  }

  /// Records a new connection, identified by its socket.
  mutating func opened(_ socket: Int32, _ now: Double) {
    connections[socket] = Connection(since: now)
    let strangers = connections.filter { !$0.value.isLetIn && $0.value.since != nil }
    guard strangers.count > Self.mostStrangers,
      let oldest = strangers.min(by: { ($0.value.since ?? 0) < ($1.value.since ?? 0) })
    else { return }
    close(oldest.key)
  }

  /// Records that the last byte of a request has arrived; there is no time limit until the answer is ready.
  mutating func received(_ socket: Int32) { connections[socket]?.since = nil }

  /// Records that an answer is being sent.
  mutating func answered(_ socket: Int32, _ answer: WebAnswer, _ now: Double) {
    guard var connection = connections[socket] else { return }
    // A paired browser may also ask for public content, such as an icon.
    connection.isLetIn = connection.isLetIn || answer.isForBrowser
    connection.since = answer.isForBrowser ? nil : now
    connections[socket] = connection
  }

  /// Records that an answer has been sent, and starts the time limit for the next request.
  mutating func ended(_ socket: Int32, _ now: Double) { connections[socket]?.since = now }

  /// Forgets a closed connection.
  mutating func closed(_ socket: Int32) { connections[socket] = nil }

  /// Closes the connections whose time limit has passed.
  mutating func closeOverdue(_ now: Double) {
    for (socket, connection) in connections {
      if let since = connection.since, now - since > Self.requestSeconds { close(socket) }
    }
  }

  /// Shuts down a connection; the connection is forgotten when its thread has closed the socket.
  private mutating func close(_ socket: Int32) {
    shut(socket)
    // A connection without a time limit is left alone, so this one is never shut down twice.
    connections[socket]?.since = nil
  }
}
