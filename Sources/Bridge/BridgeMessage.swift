import FoundationEssentials

/// A message for the broker.
struct BridgeMessage: Equatable, Sendable {
  var topic: String
  var payload: String
  /// True when the broker keeps it for those who come later.
  var isKept: Bool

  /// A message of words.
  init(_ topic: String, _ payload: String, isKept: Bool = true) {
    (self.topic, self.payload, self.isKept) = (topic, payload, isKept)
  }

  /// A message of a value as JSON.
  init(_ topic: String, of value: some Encodable, isKept: Bool) {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    // Values of this program have no number without a JSON form.
    let text = (try? encoder.encode(value)).map { String(decoding: $0, as: UTF8.self) } ?? "{}"
    self.init(topic, text, isKept: isKept)
  }
}
