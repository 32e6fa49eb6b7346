import Varlink

/// A method of a recorder's interface, declared only once.
///
/// A client calls the method through this value, the server reads the parameters with it, and the description of the
/// interface is made from it.
package struct RecorderMethod<Parameters: Codable & Sendable, Reply: Codable & Sendable>: Sendable {
  /// The name of the method.
  package let name: String
  /// The form of call that the method accepts.
  let form: CallForm
  /// The sentences that describe the method.
  let documentation: String
  /// The time in seconds within which a reply is expected.
  package let seconds: Double
  /// The request that a call of the method makes to the recorder.
  let request: @Sendable (Parameters) throws(VarlinkError) -> ControlRequest

  init(
    _ name: String, form: CallForm = .once, seconds: Double = 10, _ documentation: String,
    request: @escaping @Sendable (Parameters) throws(VarlinkError) -> ControlRequest
  ) {
    (self.name, self.form, self.documentation) = (name, form, documentation)
    (self.seconds, self.request) = (seconds, request)
  }
}

/// The forms in which a method can be called.
enum CallForm: Sendable {
  /// The call gets one reply.
  case once
  /// The call gets several replies, if it asks for more than one.
  case more
  /// The call gets one reply, after which the connection carries something other than calls.
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

/// The request that a call makes; each case is for a different part of the recorder.
enum ControlRequest: Sendable {
  /// A wish for the control thread.
  case wish(ControlOrder.Wish)
  /// A question for the thread that looks up takes.
  case question(LookUpQueue.Question)
  /// A request to the server itself for states, with at least the given number of seconds between them.
  case watch(interval: Double)
}

/// A method as the server keeps it, without the types of its parameters and its reply.
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
