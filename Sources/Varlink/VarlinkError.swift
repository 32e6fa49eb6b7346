/// The answer to a failed call.
package struct VarlinkError: Error, Sendable, Equatable {
  /// Its full name: "org.varlink.service.MethodNotFound".
  package let name: String
  /// Its parameters.
  package let parameters: [String: String]

  /// An error from its name and its parameters.
  package init(_ name: String, _ parameters: [String: String] = [:]) {
    self.name = name
    self.parameters = parameters
  }

  // The errors of every service.
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

  /// The peer may not do this.
  package static let permissionDenied = VarlinkError("org.varlink.service.PermissionDenied")

  /// The method has several replies, and the call did not ask for more than one.
  package static let expectedMore = VarlinkError("org.varlink.service.ExpectedMore")
}
