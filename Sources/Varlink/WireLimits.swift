/// The limits of a connection.
package struct WireLimits: Sendable, Equatable {
  /// Bytes of a message.
  package var messageBytes: Int
  /// Levels of nested objects and lists.
  package var levels: Int
  /// Connections at the same time.
  package var connections: Int
  /// Seconds after which an idle connection gives way to another one.
  package var idleSeconds: Double

  /// Limits; the defaults are for a recorder: no call of its interface has 200 bytes or three levels.
  package init(
    messageBytes: Int = 65_536, levels: Int = 16, connections: Int = 32, idleSeconds: Double = 5
  ) {
    self.messageBytes = messageBytes
    self.levels = levels
    self.connections = connections
    self.idleSeconds = idleSeconds
  }
}
