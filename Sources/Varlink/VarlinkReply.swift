import FoundationEssentials

/// A reply as bytes, including the zero byte at its end, ready to send over any number of connections.
package struct VarlinkReply: Sendable, Equatable {
  /// The message, including the zero byte that ends it.
  let bytes: [UInt8]
  /// True if further replies to the same call follow.
  package let continues: Bool

  private struct Message<Parameters: Encodable>: Encodable {
    var parameters: Parameters
    var continues: Bool?
    var error: String?
  }

  private struct Nothing: Encodable {}

  /// A reply with parameters.
  package init(_ parameters: some Encodable, continues: Bool = false) {
    self.continues = continues
    bytes = Self.bytes(Message(parameters: parameters, continues: continues ? true : nil))
  }

  /// A reply without parameters.
  package init() { self.init(Nothing()) }

  /// A reply that is an error.
  package init(_ error: VarlinkError) {
    continues = false
    bytes = Self.bytes(Message(parameters: error.parameters, error: error.name))
  }

  static func bytes(_ message: some Encodable) -> [UInt8] {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    do {
      return Array(try encoder.encode(message)) + [0]
    } catch {
      // A value that JSON cannot hold, such as an infinite level, is a bug in the caller, but must not end a take.
      return Array(#"{"error":"org.varlink.service.MethodNotImplemented","parameters":{}}"#.utf8)
        + [0]
    }
  }
}
