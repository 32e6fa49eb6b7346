import CMosquitto
import Glibc

/// The address and the credentials of the broker named on the command line, and the messages for its failures.
struct BrokerPlace: Equatable {
  let host: String
  let port: UInt16
  /// The file with the certificate authorities; `nil` for a connection without TLS.
  let authorities: String?
  let user: String?
  let passwordFile: String?

  /// The broker that a command line names; `nil` if it names none.
  init?(_ arguments: BridgeArguments) {
    guard let host = arguments.host else { return nil }
    (self.host, port, authorities) = (host, arguments.port, arguments.authorities)
    (user, passwordFile) = (arguments.user, arguments.passwordFile)
  }

  /// The broker's name for messages.
  var name: String { "\(host):\(port)" }

  /// The error for an unusable file named on the command line: an exit code of sysexits.h, and the remedy.
  struct Mistake: Error, Equatable {
    var code: Int32
    var words: String
  }

  /// The password; `nil` if no password file is given.
  ///
  /// - Throws: ``Mistake``: the file does not exist, may not be read, or has no password.
  func password() throws(Mistake) -> String? {
    guard let passwordFile else { return nil }
    let text = try Self.text(passwordFile, "--password-file")
    let line = text.prefix { !$0.isNewline }
    guard !line.isEmpty else {
      throw Mistake(
        code: EX_CONFIG, words: "\(passwordFile): its first line is empty; write the password there"
      )
    }
    return String(line)
  }

  /// Checks the files before the connection is made.
  ///
  /// - Returns: a warning; `nil` if there is none.
  /// - Throws: ``Mistake``.
  func check() throws(Mistake) -> String? {
    _ = try password()
    if let authorities { _ = try Self.text(authorities, "--ca") }
    var facts = stat()
    guard let passwordFile, stat(passwordFile, &facts) == 0, facts.st_mode & S_IROTH != 0 else {
      return nil
    }
    return "\(passwordFile) can be read by every user of this computer: chmod o-r \(passwordFile)"
  }

  private static func text(_ path: String, _ option: String) throws(Mistake) -> String {
    guard let file = fopen(path, "re") else {
      let isMissing = errno == ENOENT
      let reason = String(cString: strerror(errno))
      throw Mistake(
        code: isMissing ? EX_NOINPUT : EX_NOPERM,
        words: "\(path): \(reason); \(option) needs a file that this user can read")
    }
    defer { fclose(file) }
    var bytes = [UInt8](repeating: 0, count: 4096)
    return String(decoding: bytes[..<fread(&bytes, 1, bytes.count, file)], as: UTF8.self)
  }

  // MARK: - Words

  /// The text for a connection refused by the broker, by the code in its answer.
  ///
  /// - Source: MQTT 3.1.1, 3.2.2.3.
  func words(refusal code: Int32) -> String {
    switch code {
    case 4, 5:
      user.map {
        "the broker \(name) refuses the user '\($0)': check the name, the password in "
          + "\(passwordFile ?? "--password-file"), and the permissions of that user"
      }
        ?? "the broker \(name) requires a password: use --user NAME --password-file FILE"
    case 3: "the broker \(name) is not available at the moment"
    default: "the broker \(name) refuses the connection (code \(code))"
    }
  }

  /// The text for a result code of the library.
  ///
  /// - Parameters:
  ///   - problem: the value of `errno` after the library's call.
  ///   - complaint: the last error that the library wrote.
  func words(_ result: Int32, errno problem: Int32, complaint: String) -> String {
    switch mosq_err_t(rawValue: result) {
    case MOSQ_ERR_EAI:
      "the name \(host) is unknown: check --host, and that this computer has a network"
    case MOSQ_ERR_TLS:
      "TLS with the broker \(name) failed\(complaint.isEmpty ? "" : " (\(complaint))"): check that its certificate "
        + "was issued for the name '\(host)', by an authority in \(authorities ?? "--ca")"
    case MOSQ_ERR_ERRNO where problem == ECONNREFUSED:
      "no broker listens at \(name): check --host and --port, and that the broker is running"
    case MOSQ_ERR_ERRNO where problem != 0:
      "the broker \(name) cannot be reached: \(String(cString: strerror(problem)))"
    case MOSQ_ERR_PROTOCOL: "\(name) does not speak MQTT: check --host and --port"
    case MOSQ_ERR_CONN_LOST, MOSQ_ERR_NO_CONN, MOSQ_ERR_ERRNO:
      "the connection to the broker \(name) was lost"
    case MOSQ_ERR_CONN_REFUSED:
      "no broker listens at \(name): check --host and --port, and that the broker is running"
    default: "the broker \(name): \(String(cString: pinna_mqtt_words(result)))"
    }
  }
}
