/// The reason why a connection is closed: the bytes are not a message.
package enum WireFault: Error, Sendable, Equatable {
  /// More bytes without an end than a message may have.
  case tooLong(limit: Int)
  /// Objects and lists nested more deeply than a message may have them.
  case tooDeep(limit: Int)
  /// Bytes that are not UTF-8.
  case notText
  /// Strings with bare control characters, or with escapes that JSON does not have.
  case notSound
  /// Text that is not a JSON object with the fields of a call or a reply.
  case notMessage
}

extension WireFault: CustomStringConvertible {
  /// A sentence that describes the fault.
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
