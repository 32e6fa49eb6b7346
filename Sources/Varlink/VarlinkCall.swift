/// A number among parameters: one that its type cannot hold is an error that names its key, as Foundation's is not.
package struct NumberParameter<Value: Codable & Sendable>: Codable, Sendable {
  /// The number.
  package let value: Value

  /// A number.
  package init(_ value: Value) { self.value = value }

  /// The number of a key.
  ///
  /// - Throws: `DecodingError` with the key.
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
  /// - Throws: what the encoder throws.
  package func encode(to encoder: any Encoder) throws { try value.encode(to: encoder) }
}

extension NumberParameter: Equatable where Value: Equatable {}

/// A call as it came: a method, and how it is to be answered.
package struct VarlinkCall: Sendable, Equatable {
  /// The full name of the method: "org.varlink.service.GetInfo".
  package let method: String
  /// True when several replies are taken, until one that is the last.
  package let takesMore: Bool
  /// True when no reply is wanted.
  package let isOneway: Bool
  /// True when the connection is to carry something else after the reply.
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

  /// An object, whatever is in it.
  private struct Object: Decodable {
    private enum Keys: CodingKey {}

    init(from decoder: any Decoder) throws { _ = try decoder.container(keyedBy: Keys.self) }
  }

  /// The call in a message.
  ///
  /// - Throws: ``WireFault`` when it is none.
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

  /// The interface of the method.
  package var interface: String {
    method.lastIndex(of: ".").map { String(method[..<$0]) } ?? ""
  }

  /// The name of the method in its interface.
  package var name: String {
    method.lastIndex(of: ".").map { String(method[method.index(after: $0)...]) } ?? method
  }

  /// The parameters; unknown ones are left aside, so that later clients can talk to earlier services.
  ///
  /// - Throws: ``VarlinkError`` that names the parameter that is missing or of another type.
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
