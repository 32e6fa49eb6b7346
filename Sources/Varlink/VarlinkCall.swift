/// A number among the parameters of a call: if the value does not fit its type, the error names the key, unlike
/// Foundation's own error.
package struct NumberParameter<Value: Codable & Sendable>: Codable, Sendable {
  /// The number.
  package let value: Value

  /// A number.
  package init(_ value: Value) { self.value = value }

  /// Decodes a number.
  ///
  /// - Throws: `DecodingError` that names the key.
  package init(from decoder: any Decoder) throws {
    do {
      value = try decoder.singleValueContainer().decode(Value.self)
    } catch {
      throw DecodingError.dataCorrupted(
        .init(codingPath: decoder.codingPath, debugDescription: "\(error)"))
    }
  }

  /// Encodes the number.
  ///
  /// - Throws: the encoder's error.
  package func encode(to encoder: any Encoder) throws { try value.encode(to: encoder) }
}

extension NumberParameter: Equatable where Value: Equatable {}

/// A received call: its method, its parameters, and the form of reply that the client wants.
package struct VarlinkCall: Sendable, Equatable {
  /// The full name of the method, such as "org.varlink.service.GetInfo".
  package let method: String
  /// True if the client accepts several replies.
  package let takesMore: Bool
  /// True if the client wants no reply.
  package let isOneway: Bool
  /// True if the client wants to use another protocol on the connection after the reply.
  package let upgrades: Bool
  private let message: WireMessage

  private struct Head: Decodable {
    var method: String
    var more: Bool?
    var oneway: Bool?
    var upgrade: Bool?
  }

  private struct Body<Parameters: Decodable>: Decodable {
    var parameters: Parameters?
  }

  /// A JSON object with any contents.
  private struct Object: Decodable {
    private enum Keys: CodingKey {}

    init(from decoder: any Decoder) throws { _ = try decoder.container(keyedBy: Keys.self) }
  }

  /// Parses a message as a call.
  ///
  /// - Throws: ``WireFault`` if the message is not a call.
  package init(_ bytes: [UInt8], levels: Int = WireLimits().levels) throws(WireFault) {
    let message = try WireMessage(bytes, levels: levels)
    do {
      let head = try message.decoded(Head.self)
      _ = try message.decoded(Body<Object>.self)
      method = head.method
      (takesMore, isOneway) = (head.more ?? false, head.oneway ?? false)
      upgrades = head.upgrade ?? false
    } catch {
      throw .notMessage
    }
    self.message = message
  }

  /// The name of the interface to which the method belongs.
  package var interface: String {
    method.lastIndex(of: ".").map { String(method[..<$0]) } ?? ""
  }

  /// The name of the method, without its interface.
  package var name: String {
    method.lastIndex(of: ".").map { String(method[method.index(after: $0)...]) } ?? method
  }

  /// The parameters; unknown parameters are ignored, so that newer clients can talk to older
  /// services.
  ///
  /// - Throws: ``VarlinkError`` that names the missing parameter, or the parameter with the wrong
  ///   type.
  package func parameters<Parameters: Decodable>(
    _ type: Parameters.Type
  ) throws(VarlinkError) -> Parameters {
    do {
      if let found = try message.decoded(Body<Parameters>.self).parameters { return found }
      return try WireMessage(Array("{}".utf8), levels: 1).decoded(type)
    } catch DecodingError.keyNotFound(let key, _) {
      throw .invalidParameter(key.stringValue)
    } catch DecodingError.typeMismatch(_, let place), DecodingError.valueNotFound(_, let place),
      DecodingError.dataCorrupted(let place)
    {
      throw .invalidParameter(place.codingPath.dropFirst().first?.stringValue ?? "parameters")
    } catch {
      throw .invalidParameter("parameters")
    }
  }
}
