import Varlink

/// A method of a recorder's interface, declared once.
///
/// A client calls it through this value, the server reads its parameters with it, and the description of the interface
/// is made from it.
package struct RecorderMethod<Parameters: Codable & Sendable, Reply: Codable & Sendable>: Sendable {
  /// The name of the method.
  package let name: String
  /// How it is called.
  let form: CallForm
  /// The sentences that describe it.
  let documentation: String
  /// Seconds in which a reply is expected.
  let seconds: Double
  /// The request that a call makes.
  let request: @Sendable (Parameters) throws(VarlinkError) -> ControlRequest

  init(
    _ name: String, form: CallForm = .once, seconds: Double = 10, _ documentation: String,
    request: @escaping @Sendable (Parameters) throws(VarlinkError) -> ControlRequest
  ) {
    (self.name, self.form, self.documentation) = (name, form, documentation)
    (self.seconds, self.request) = (seconds, request)
  }
}

/// How a method is called.
enum CallForm: Sendable {
  /// One reply.
  case once
  /// Several replies, if the call asks for more.
  case more
  /// One reply, after which the connection carries something else.
  case upgrade

  /// Checks that a call asks for the kind of reply that the method gives.
  func check(_ call: VarlinkCall) throws(VarlinkError) {
    switch self {
    case .once: break
    case .more: guard call.takesMore else { throw .expectedMore }
    case .upgrade:
      guard call.upgrades, !call.isOneway else { throw .invalidParameter("upgrade") }
    }
  }
}

/// The request of a call, by the part of the recorder that fulfils it.
enum ControlRequest: Sendable {
  /// The control thread.
  case wish(ControlOrder.Wish)
  /// The thread that looks up takes.
  case question(LookUpQueue.Question)
  /// The server itself: states, at an interval in seconds, or longer.
  case watch(interval: Double)
}

/// A method as the server holds it, without the types of its parameters and reply.
struct ServedMethod: Sendable {
  let name: String
  let documentation: String
  let parameters: any (Decodable & Sendable).Type
  let reply: any (Decodable & Sendable).Type
  let request: @Sendable (VarlinkCall) throws(VarlinkError) -> ControlRequest

  init<P, R>(_ method: RecorderMethod<P, R>) {
    (name, documentation) = (method.name, method.documentation)
    (parameters, reply) = (P.self, R.self)
    request = { (call) throws(VarlinkError) in
      try method.form.check(call)
      return try method.request(try call.parameters(P.self))
    }
  }
}
