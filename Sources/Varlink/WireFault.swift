/// The reason why a connection is closed: what came is no message.
package enum WireFault: Error, Sendable, Equatable {
  /// More bytes without an end than a message may have.
  case tooLong(limit: Int)
  /// Objects and lists inside of each other, more of them than a message may have.
  case tooDeep(limit: Int)
  /// Bytes that are no UTF-8.
  case notText
  /// Strings with bare control characters, or with escapes that JSON does not know.
  case notSound
  /// Text that is no JSON object with the fields of a call or a reply.
  case notMessage
}

extension WireFault: CustomStringConvertible {
  /// A sentence that says what came.
  package var description: String {
    switch self {
    case .tooLong(let limit): "a message of more than \(limit) bytes"
    case .tooDeep(let limit): "a message with more than \(limit) levels"
    case .notText: "a message that is not UTF-8"
    case .notSound: "a message with a control character or an escape that JSON does not have"
    case .notMessage: "a message that is neither a call nor a reply of Varlink"
    }
  }
}
