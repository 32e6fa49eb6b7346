/// The reason why received bytes are not a message; the connection is then closed.
package enum WireFault: Error, Sendable, Equatable {
  /// The bytes exceed the maximum length of a message without reaching its end.
  case tooLong(limit: Int)
  /// Objects and lists are nested too deeply for a message.
  case tooDeep(limit: Int)
  /// The bytes are not UTF-8.
  case notText
  /// A string has an unescaped control character, or an escape that is not valid in JSON.
  case notSound
  /// The text is not a JSON object with the fields of a call or a reply.
  case notMessage
  /// A reply lacks fields that its reader expects, or they have other types.
  case otherFields
}

extension WireFault: CustomStringConvertible {
  /// A sentence that describes the fault.
  package var description: String {
    switch self {
    case .tooLong(let limit): "a message of more than \(limit) bytes"
    case .tooDeep(let limit): "a message nested more than \(limit) levels deep"
    case .notText: "a message that is not UTF-8"
    case .notSound: "a message with a control character or an escape that JSON does not have"
    case .notMessage: "a message that is neither a call nor a reply of Varlink"
    case .otherFields: "a reply without the fields that this program expects"
    }
  }
}
