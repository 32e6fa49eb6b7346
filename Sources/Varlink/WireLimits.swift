/// The limits of a service and of its connections.
package struct WireLimits: Sendable, Equatable {
  /// The maximum number of bytes in a message.
  package var messageBytes: Int
  /// The maximum nesting depth of objects and lists.
  package var levels: Int
  /// The maximum number of simultaneous connections.
  package var connections: Int
  /// The time, in seconds, after which a connection that is idle or leaves replies unread may be closed to make room
  /// for another.
  package var idleSeconds: Double

  /// Limits; the defaults suit a recorder, because every call of its interface has fewer than 200 bytes and fewer
  /// than three levels.
  package init(
    messageBytes: Int = 65_536, levels: Int = 16, connections: Int = 32, idleSeconds: Double = 5
  ) {
    self.messageBytes = messageBytes
    self.levels = levels
    self.connections = connections
    self.idleSeconds = idleSeconds
  }
}
