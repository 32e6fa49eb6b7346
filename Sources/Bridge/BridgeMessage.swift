import FoundationEssentials

/// A message for the broker.
struct BridgeMessage: Equatable, Sendable {
  var topic: String
  var payload: String
  /// True if the broker retains it for later subscribers.
  var isKept: Bool

  /// A message with text.
  init(_ topic: String, _ payload: String, isKept: Bool = true) {
    (self.topic, self.payload, self.isKept) = (topic, payload, isKept)
  }

  /// A message with a value as JSON.
  init(_ topic: String, of value: some Encodable, isKept: Bool) {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    // No value of this program has a number that JSON cannot hold.
    let text = (try? encoder.encode(value)).map { String(decoding: $0, as: UTF8.self) } ?? "{}"
    self.init(topic, text, isKept: isKept)
  }
}
