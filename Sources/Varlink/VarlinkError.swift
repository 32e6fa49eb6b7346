/// An error with which a service answers a call.
package struct VarlinkError: Error, Sendable, Equatable {
  /// The full name of the error, such as "org.varlink.service.MethodNotFound".
  package let name: String
  /// The parameters of the error.
  package let parameters: [String: String]

  /// An error from its name and its parameters.
  package init(_ name: String, _ parameters: [String: String] = [:]) {
    self.name = name
    self.parameters = parameters
  }

  // The errors that every service can return.
  // Source: varlink.org, "Service", the interface org.varlink.service.

  /// The service has no such interface.
  package static func interfaceNotFound(_ interface: String) -> VarlinkError {
    VarlinkError("org.varlink.service.InterfaceNotFound", ["interface": interface])
  }

  /// The interface has no such method.
  package static func methodNotFound(_ method: String) -> VarlinkError {
    VarlinkError("org.varlink.service.MethodNotFound", ["method": method])
  }

  /// A parameter is missing or has an invalid value.
  package static func invalidParameter(_ parameter: String) -> VarlinkError {
    VarlinkError("org.varlink.service.InvalidParameter", ["parameter": parameter])
  }

  /// The method sends several replies, but the call did not ask for more than one.
  package static let expectedMore = VarlinkError("org.varlink.service.ExpectedMore")
}
