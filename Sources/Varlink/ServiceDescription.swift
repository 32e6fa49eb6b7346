/// A service's description of itself: its vendor, and its interfaces.
package struct ServiceDescription: Sendable, Equatable {
  /// An interface: its name, and its description in Varlink's interface description language.
  package struct Interface: Sendable, Equatable {
    /// The name, such as "org.varlink.service".
    package let name: String
    /// The description of the interface.
    package let text: String

    /// An interface from its name and its description.
    package init(name: String, text: String) {
      self.name = name
      self.text = text
    }
  }

  /// The information that every service gives about itself.
  struct Info: Encodable, Equatable {
    var vendor: String
    var product: String
    var version: String
    var url: String
    var interfaces: [String]
  }

  /// The information about the service.
  let info: Info
  /// All interfaces of the service.
  let interfaces: [Interface]

  /// Describes a service with these interfaces, and adds the standard interface.
  package init(
    vendor: String, product: String, version: String, url: String, interfaces: [Interface]
  ) {
    self.interfaces = [Self.service] + interfaces
    info = Info(
      vendor: vendor, product: product, version: version, url: url,
      interfaces: self.interfaces.map(\.name))
  }

  private struct Wanted: Decodable { var interface: String }
  private struct Described: Encodable { var description: String }

  /// The reply to a call of the standard interface or of an unknown one; `nil` if the handler must answer the call.
  func reply(to call: VarlinkCall) -> VarlinkReply? {
    guard call.interface == Self.service.name else {
      return interfaces.contains { $0.name == call.interface }
        ? nil : VarlinkReply(.interfaceNotFound(call.interface))
    }
    switch call.name {
    case "GetInfo": return VarlinkReply(info)
    case "GetInterfaceDescription":
      do throws(VarlinkError) {
        let wanted = try call.parameters(Wanted.self).interface
        guard let found = interfaces.first(where: { $0.name == wanted }) else {
          throw .interfaceNotFound(wanted)
        }
        return VarlinkReply(Described(description: found.text))
      } catch {
        return VarlinkReply(error)
      }
    default: return VarlinkReply(.methodNotFound(call.method))
    }
  }

  /// The standard interface, which every service has.
  ///
  /// - Source: varlink.org, "Service".
  static let service = Interface(
    name: "org.varlink.service",
    text: """
      # The interface of every Varlink service
      interface org.varlink.service

      # The service itself, and the names of its interfaces
      method GetInfo() -> (
        vendor: string,
        product: string,
        version: string,
        url: string,
        interfaces: []string
      )

      # The description of an interface
      method GetInterfaceDescription(interface: string) -> (description: string)

      # The service has no such interface
      error InterfaceNotFound(interface: string)

      # The interface has no such method
      error MethodNotFound(method: string)

      # The method is described, but cannot be called
      error MethodNotImplemented(method: string)

      # A parameter is missing or not valid
      error InvalidParameter(parameter: string)

      # The caller may not do this
      error PermissionDenied()

      # The method has several replies, which the call must ask for
      error ExpectedMore()

      """)
}
