import Varlink

/// A description of an interface in Varlink's language, made from the types of its methods.
///
/// The fields of a type are found by decoding it from no data, so each type is written down only once, in Swift.
struct InterfaceDescription {
  /// A type that has a name of its own in the description, or a sentence about it.
  protocol Named {
    /// The name of the type in the interface.
    static var interfaceName: String { get }
    /// A sentence about the type; `nil` if it needs none.
    static var interfaceNote: String? { get }
  }

  private final class Types {
    var names: Set<String> = []
    var texts: [String] = []
  }

  private let types = Types()

  /// The text that describes the methods of an interface, preceded by the types that the methods use.
  func text(_ name: String, _ about: String, _ methods: [ServedMethod], _ end: String) -> String {
    let lines = methods.map { method in
      let (parameters, reply) = (fields(of: method.parameters), fields(of: method.reply))
      return Self.note(method.documentation)
        + "method \(method.name)(\(parameters.joined(separator: ", "))) -> "
        + "(\(reply.joined(separator: ", ")))"
    }
    return ([Self.note(about) + "interface \(name)"] + types.texts + lines + [end])
      .joined(separator: "\n\n") + "\n"
  }

  /// The fields of a type, each with its type.
  func fields(of type: any Decodable.Type) -> [String] {
    let found = FieldFinder(self)
    _ = try? type.init(from: found)
    return found.fields
  }

  /// The word that stands for a type in the description; a type is described where it first occurs.
  func word(_ type: any Decodable.Type) -> String {
    switch type {
    case is Bool.Type: return "bool"
    case is Int.Type: return "int"
    case is Double.Type: return "float"
    case is String.Type: return "string"
    case is [String: String].Type: return "[string]string"
    case let word as any InterfaceWord.Type where !word.isDescribed: return "string"
    case let list as any InterfaceList.Type: return "[]" + word(list.element)
    case let number as any InterfaceNumber.Type: return word(number.number)
    default: break
    }
    let named = type as? any Named.Type
    let name = named?.interfaceName ?? "\(type)"
    guard types.names.insert(name).inserted else { return name }
    let words = (type as? any InterfaceWord.Type)?.words
    let inside = Self.list(words ?? fields(of: type), after: name.count + 5)
    types.texts.append(Self.note(named?.interfaceNote) + "type \(name)" + inside)
    return name
  }

  /// The fields in brackets, on one line if they fit.
  private static func list(_ fields: [String], after columns: Int) -> String {
    let line = " (" + fields.joined(separator: ", ") + ")"
    guard columns + line.count > 80 else { return line }
    return " (\n  " + fields.joined(separator: ",\n  ") + "\n)"
  }

  /// The sentences as comments above a declaration, in lines of at most 120 columns.
  static func note(_ sentences: String?) -> String {
    guard let sentences else { return "" }
    var lines = ["#"]
    for word in sentences.split(separator: " ") {
      if lines[lines.count - 1].count + word.count >= 120 { lines.append("#") }
      lines[lines.count - 1] += " " + word
    }
    return lines.joined(separator: "\n") + "\n"
  }
}

extension InterfaceDescription.Named {
  static var interfaceName: String { "\(Self.self)" }
  static var interfaceNote: String? { nil }
}

/// A type whose values are words in the interface.
protocol InterfaceWord: Decodable, CaseIterable, RawRepresentable<String> {
  /// True if the description lists the words of the type, none of which may then contain a space.
  static var isDescribed: Bool { get }
}

extension InterfaceWord {
  static var isDescribed: Bool { true }
  static var words: [String] { allCases.map(\.rawValue) }
  static var any: Self? { allCases.first }
}

/// A list in the interface.
private protocol InterfaceList { static var element: any Decodable.Type { get } }
extension Array: InterfaceList where Element: Decodable {
  fileprivate static var element: any Decodable.Type { Element.self }
}

/// A number among the parameters of a method.
private protocol InterfaceNumber {
  static var number: any Decodable.Type { get }
  static var zero: Self { get }
}
extension NumberParameter: InterfaceNumber where Value: Numeric & Encodable {
  fileprivate static var number: any Decodable.Type { Value.self }
  fileprivate static var zero: Self { Self(0) }
}

/// A decoder that has no data and remembers the fields that it is asked for.
private final class FieldFinder: Decoder {
  let description: InterfaceDescription
  var fields: [String] = []
  let codingPath: [any CodingKey] = []
  let userInfo: [CodingUserInfoKey: Any] = [:]

  init(_ description: InterfaceDescription) { self.description = description }

  private struct Nothing: Error {}

  func container<Key>(keyedBy type: Key.Type) throws -> KeyedDecodingContainer<Key> {
    KeyedDecodingContainer(Fields(finder: self))
  }
  func unkeyedContainer() throws -> any UnkeyedDecodingContainer { throw Nothing() }
  func singleValueContainer() throws -> any SingleValueDecodingContainer { throw Nothing() }

  /// A value of the type, for which the name and type of the field are noted.
  private func value<T: Decodable>(_ type: T.Type, _ key: any CodingKey) throws -> T {
    fields.append("\(key.stringValue): \(description.word(type))")
    let value: Any? =
      switch type {
      case is Bool.Type: false
      case is Int.Type: 0
      case is Double.Type: 0.0
      case is String.Type: ""
      case is [String: String].Type: [String: String]()
      case let word as any InterfaceWord.Type: word.any
      case let number as any InterfaceNumber.Type: number.zero
      case is any InterfaceList.Type: [Never]()
      default: try type.init(from: FieldFinder(description))
      }
    guard let value = value as? T else { throw Nothing() }
    return value
  }

  private struct Fields<Key: CodingKey>: KeyedDecodingContainerProtocol {
    let finder: FieldFinder
    var codingPath: [any CodingKey] { [] }
    var allKeys: [Key] { [] }

    func contains(_ key: Key) -> Bool { true }
    func decodeNil(forKey key: Key) throws -> Bool { false }
    func decode<T: Decodable>(_ type: T.Type, forKey key: Key) throws -> T {
      try finder.value(type, key)
    }
    private func optional<T: Decodable>(_ type: T.Type, _ key: Key) -> T? {
      finder.fields.append("\(key.stringValue): ?\(finder.description.word(type))")
      return nil
    }
    func decodeIfPresent<T: Decodable>(_ type: T.Type, forKey key: Key) throws -> T? {
      optional(type, key)
    }
    func decodeIfPresent(_ type: Bool.Type, forKey key: Key) throws -> Bool? { optional(type, key) }
    func decodeIfPresent(_ type: Int.Type, forKey key: Key) throws -> Int? { optional(type, key) }
    func decodeIfPresent(_ type: String.Type, forKey key: Key) throws -> String? {
      optional(type, key)
    }
    func decodeIfPresent(_ type: Double.Type, forKey key: Key) throws -> Double? {
      optional(type, key)
    }
    func nestedContainer<N>(
      keyedBy type: N.Type, forKey key: Key
    ) throws -> KeyedDecodingContainer<N> { throw Nothing() }
    func nestedUnkeyedContainer(forKey key: Key) throws -> any UnkeyedDecodingContainer {
      throw Nothing()
    }
    func superDecoder() throws -> any Decoder { throw Nothing() }
    func superDecoder(forKey key: Key) throws -> any Decoder { throw Nothing() }
  }
}
