import FoundationEssentials
import Varlink

extension WebAnswer {
  /// An answer with a value as JSON.
  static func json(_ value: some Encodable, status: Int = 200) -> WebAnswer {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    // A value that JSON cannot hold is a bug in Pinna; an empty object keeps the page from waiting for it.
    let bytes = (try? encoder.encode(value)).map { [UInt8]($0) } ?? Array("{}".utf8)
    return WebAnswer(
      status,
      headers: [("Content-Type", "application/json"), ("Cache-Control", "no-store")],
      body: .bytes(bytes))
  }

  /// A refusal with its reason, given as a word for programs and as a sentence for people.
  static func refusal(_ status: Int, _ reason: String, _ message: String) -> WebAnswer {
    json(Reason(reason: reason, message: message), status: status)
  }

  /// An answer without contents.
  static var done: WebAnswer { json([String: Int]()) }

  private struct Reason: Encodable {
    var reason: String
    var message: String
  }
}

extension WebRequest {
  /// The body as the fields of a type; `nil` if it is not JSON with these fields.
  func fields<Fields: Decodable>(_ type: Fields.Type) -> Fields? {
    guard body.count <= Self.mostBody(path: path),
      let message = try? WireMessage(body, levels: Self.mostLevels)
    else { return nil }
    return try? message.decoded(type)
  }
}
