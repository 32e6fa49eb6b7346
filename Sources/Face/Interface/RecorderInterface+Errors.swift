import Varlink

extension RecorderInterface {
  /// True if the error says that the recorder has another version of the interface than this program.
  package static func isOtherVersion(_ error: VarlinkError) -> Bool {
    ["InterfaceNotFound", "MethodNotFound", "MethodNotImplemented"]
      .contains { error.name == "org.varlink.service.\($0)" }
  }

  /// The message of an error for people: the recorder's own or, if it has none, the meaning of the error's name.
  package static func message(of error: VarlinkError) -> String {
    if let message = error.parameters["message"] { return message }
    if error.name == member("Busy") {
      return
        "too many programs are connected to the recorder; end one of them, or try again"
    }
    if error.name == VarlinkError.invalidParameter("").name {
      return
        "the recorder does not accept the parameter \(error.parameters["parameter"] ?? "of the call")"
    }
    guard isOtherVersion(error) else { return "the recorder refused: \(error.name)" }
    let name = error.name.split(separator: ".").last ?? ""
    let details = ([String(name)] + error.parameters.values).joined(separator: " ")
    return
      "the recorder has a different version (\(details)); restart it: sudo systemctl restart pinna"
  }
}

extension VarlinkClient.Failure {
  /// The reason why the recorder did not answer a program, as a sentence.
  package var words: String {
    switch self {
    case .absent(""):
      "the control socket is turned off (by [control] path in the settings, or by $PINNA_CONTROL)"
    case .absent(let path):
      "no recorder is running (nothing listens at \(path)); start it with 'sudo systemctl start pinna'"
    case .notPermitted(let path):
      "\(path): this user has no access to the recorder; add the user to the group \(RecorderInterface.group)"
    case .socket(let error): error.description
    case .ended: "the recorder closed the connection"
    case .timeout: "the recorder does not answer"
    case .wire: "the recorder has a different version; restart it: sudo systemctl restart pinna"
    case .error(let error): RecorderInterface.message(of: error)
    }
  }
}
