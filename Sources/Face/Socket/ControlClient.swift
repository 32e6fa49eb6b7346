import Varlink

/// A client that connects to a recorder's control socket.
///
/// - Thread: one thread at a time.
package final class ControlClient {
  private let client: VarlinkClient
  private var sound = SoundBlockBuffer()

  /// Connects to the recorder at a socket.
  ///
  /// - Throws: `VarlinkClient.Failure` if no recorder listens there, or accepts the connection in time, or the user may
  ///   not connect.
  package init(
    path: String, within seconds: Double = VarlinkClient.usualSeconds
  ) throws(VarlinkClient.Failure) {
    client = try VarlinkClient(path: path, within: seconds)
  }

  /// Connects to the first of several sockets at which a recorder listens.
  ///
  /// - Throws: `VarlinkClient.Failure` if no recorder listens at any of the sockets, or accepts the connection in time,
  ///   or the user may not connect.
  package static func first(
    of paths: [String], within seconds: Double = VarlinkClient.usualSeconds
  ) throws(VarlinkClient.Failure) -> ControlClient {
    var failure = VarlinkClient.Failure.absent(path: paths.joined(separator: ", "))
    for path in paths {
      do throws(VarlinkClient.Failure) {
        return try ControlClient(path: path, within: seconds)
      } catch {
        if case .absent = error { continue }
        failure = error
      }
    }
    throw failure
  }

  /// Calls a method and waits for the reply.
  ///
  /// - Throws: `VarlinkClient.Failure`; if the recorder refuses, the error gives its reason.
  package func call<Parameters, Reply>(
    _ method: RecorderMethod<Parameters, Reply>, _ parameters: Parameters,
    within seconds: Double? = nil
  ) throws(VarlinkClient.Failure) -> Reply {
    try client.call(
      RecorderInterface.member(method.name), parameters, within: seconds ?? method.seconds)
  }

  /// Calls a method without parameters.
  ///
  /// - Throws: as ``call(_:_:within:)``.
  @discardableResult
  package func call<Reply>(
    _ method: RecorderMethod<NoValues, Reply>
  ) throws(VarlinkClient.Failure) -> Reply { try call(method, NoValues()) }

  /// The current state.
  ///
  /// - Throws: `VarlinkClient.Failure` if the recorder does not answer.
  package func status() throws(VarlinkClient.Failure) -> RecorderStatus {
    try call(RecorderInterface.getStatus).status
  }

  /// Makes a request that stays in force until this client disconnects.
  ///
  /// - Throws: `VarlinkClient.Failure`; if the recorder refuses, the error gives its reason.
  @discardableResult
  package func keep<Reply>(
    _ method: RecorderMethod<RecorderInterface.By, Reply>, by: String
  ) throws(VarlinkClient.Failure) -> Reply {
    try client.watch(RecorderInterface.member(method.name), RecorderInterface.By(by))
    guard let reply: Reply = try client.next(within: 30) else { throw .timeout }
    return reply
  }

  /// Asks for states, to be read with ``nextStatus(within:)``; no other call can use this connection afterwards.
  ///
  /// - Throws: `VarlinkClient.Failure` if the recorder does not answer.
  package func watch(interval: Double) throws(VarlinkClient.Failure) {
    try client.watch(
      RecorderInterface.member(RecorderInterface.watch.name),
      RecorderInterface.Interval(interval: NumberParameter(interval)))
  }

  /// The next state; `nil` if none arrives in time.
  ///
  /// - Throws: `VarlinkClient.Failure` if the recorder does not answer.
  package func nextStatus(within seconds: Double) throws(VarlinkClient.Failure) -> RecorderStatus? {
    let reply: RecorderInterface.StatusReply? = try client.next(within: seconds)
    return reply?.status
  }

  /// Asks for the live sound, to be read with ``nextSound(within:)``; no other call can use this connection afterwards.
  ///
  /// - Parameter by: the name of this program, for the recorder's log.
  /// - Throws: `VarlinkClient.Failure`; if the recorder has no sound to give, the failure is the recorder's error.
  package func listen(by: String) throws(VarlinkClient.Failure) {
    let _: NoValues = try client.upgrade(
      RecorderInterface.member(RecorderInterface.listen.name), RecorderInterface.By(by))
  }

  /// The next block of the live sound; `nil` if none arrives in time.
  ///
  /// - Throws: `VarlinkClient.Failure` if the recorder is gone or sends something that is not sound.
  package func nextSound(within seconds: Double) throws(VarlinkClient.Failure) -> SoundBlock? {
    while true {
      do throws(SoundFault) {
        if let block = try sound.next() { return block }
      } catch {
        throw .wire(.notMessage)
      }
      let news = try client.bytes(atMost: Self.soundBytes, within: seconds)
      guard !news.isEmpty else { return nil }
      sound.append(news)
    }
  }

  /// The most bytes of sound in one read.
  private static let soundBytes = 65_536

  /// The file descriptor of the socket, which becomes readable when something has arrived.
  package var descriptor: Int32 { client.descriptor }
}
