import Essentials
import Face
import Varlink

/// Reaches the recorder through the first of several control sockets at which a recorder listens.
///
/// Every call uses its own connection.
package struct SocketRecorder: RecorderPort {
  private let paths: [String]

  /// Makes a port to the recorder that listens at one of these paths.
  package init(paths: [String]) { self.paths = paths }

  /// Calls a method of the recorder's interface, and waits for the reply, at most the given number of seconds.
  ///
  /// - Throws: ``RecorderProblem``.
  package func call<Parameters, Reply>(
    _ method: RecorderMethod<Parameters, Reply>, _ parameters: Parameters, within seconds: Double
  ) throws(RecorderProblem) -> Reply {
    let end = Companion.now() + seconds
    return try call(within: min(seconds, VarlinkClient.usualSeconds)) {
      client throws(VarlinkClient.Failure) in
      let left = end - Companion.now()
      guard left > 0 else { throw .timeout }
      return try client.call(method, parameters, within: left)
    }
  }

  /// Shows a request for presses of the source button on the lights, for as long as the result is kept.
  ///
  /// - Throws: ``RecorderProblem``.
  package func announce(_ name: String) throws(RecorderProblem) -> any Announcement {
    try call { client throws(VarlinkClient.Failure) in
      try client.keep(RecorderInterface.awaitPresses, by: name)
      return SocketAnnouncement(client)
    }
  }

  /// The live sound from now on.
  ///
  /// - Throws: ``RecorderProblem``.
  package func sound() throws(RecorderProblem) -> any ListenerSound {
    try call { client throws(VarlinkClient.Failure) in
      try client.listen(by: "pinna-web")
      return SocketSound(client)
    }
  }

  /// Opens a connection on which the recorder reports its state whenever it changes.
  func watch(interval: Double) throws(RecorderProblem) -> ControlClient {
    try call { client throws(VarlinkClient.Failure) in
      try client.watch(interval: interval)
      return client
    }
  }

  private func call<Result>(
    within seconds: Double = VarlinkClient.usualSeconds,
    _ body: (ControlClient) throws(VarlinkClient.Failure) -> Result
  ) throws(RecorderProblem) -> Result {
    try translating(to: RecorderProblem.init(_:)) { () throws(VarlinkClient.Failure) in
      try body(try ControlClient.first(of: paths, within: seconds))
    }
  }
}

/// A connection that makes the recorder show a request for as long as the connection is open.
///
/// It is unchecked because only its deinitialisation uses the connection.
private final class SocketAnnouncement: Announcement, @unchecked Sendable {
  private let client: ControlClient

  init(_ client: ControlClient) { self.client = client }
}

/// The live sound behind a control socket.
private final class SocketSound: ListenerSound {
  private let client: ControlClient

  init(_ client: ControlClient) { self.client = client }

  func next(within seconds: Double) throws(RecorderProblem) -> SoundBlock? {
    try translate(try client.nextSound(within: seconds), to: RecorderProblem.init(_:))
  }
}

extension RecorderProblem {
  /// The problem behind a call that failed.
  init(_ failure: VarlinkClient.Failure) {
    switch failure {
    case .timeout: self = .timeout
    case .error(let error):
      self = .refused(reason: error.parameters["reason"] ?? error.name, message: failure.words)
    default: self = .away(failure.words)
    }
  }
}
