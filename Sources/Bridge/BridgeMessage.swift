import FoundationEssentials

/// A message for the broker.
struct BridgeMessage: Equatable, Sendable {
  var topic: String
  var payload: String
  /// True if the broker is to retain the message for later subscribers.
  var isKept: Bool

  /// Creates a message whose payload is a text.
  init(_ topic: String, _ payload: String, isKept: Bool = true) {
    (self.topic, self.payload, self.isKept) = (topic, payload, isKept)
  }

  /// Creates a message whose payload is a value, written as JSON.
  init(_ topic: String, of value: some Encodable, isKept: Bool) {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    // Encoding cannot fail: no value in this program contains a number that JSON cannot hold.
    let text = (try? encoder.encode(value)).map { String(decoding: $0, as: UTF8.self) } ?? "{}"
    self.init(topic, text, isKept: isKept)
  }
}
