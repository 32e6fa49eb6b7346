/// The limits of a service and of its connections.
package struct WireLimits: Sendable, Equatable {
  /// The most bytes in a message.
  package var messageBytes: Int
  /// The most levels of nested objects and lists.
  package var levels: Int
  /// The most simultaneous connections.
  package var connections: Int
  /// A connection that has been idle, or has left replies unread, for this many seconds may be closed to make room for
  /// another.
  package var idleSeconds: Double

  /// Limits; the defaults suit a recorder, because no call of its interface has as many as 200 bytes or three levels.
  package init(
    messageBytes: Int = 65_536, levels: Int = 16, connections: Int = 32, idleSeconds: Double = 5
  ) {
    self.messageBytes = messageBytes
    self.levels = levels
    self.connections = connections
    self.idleSeconds = idleSeconds
  }
}
