import Glibc

/// A client's connection to a service.
///
/// - Thread: one at a time; each call waits for its reply.
package final class VarlinkClient {
  /// The reason why a call got no reply, or only an error.
  package enum Failure: Error, Sendable, Equatable {
    /// There is no socket at the path, or no process listens there.
    case absent(path: String)
    /// The user does not have permission to connect.
    case notPermitted(path: String)
    /// The system refused to create or use the socket.
    case socket(SocketError)
    /// The service has ended, or it closed the connection because it has too many clients.
    case ended
    /// No reply arrived in time.
    case timeout
    /// The service sent bytes that are not a message.
    case wire(WireFault)
    /// The service replied with an error.
    case error(VarlinkError)
  }

  /// The descriptor of the socket, which becomes readable when a reply has arrived.
  package let descriptor: Int32
  private var input: MessageBuffer
  private let limits: WireLimits

  private struct Call<Parameters: Encodable>: Encodable {
    var method: String
    var parameters: Parameters
    var more: Bool?
    var upgrade: Bool?
  }

  private struct Head: Decodable {
    var error: String?
    var continues: Bool?
  }

  private struct Body<Parameters: Decodable>: Decodable { var parameters: Parameters }

  private struct Reasons: Decodable { var parameters: [String: String]? }

  /// The usual time limit in seconds for a connection, and for a reply.
  package static let usualSeconds = 10.0

  /// Connects to the service at a path.
  ///
  /// - Parameter seconds: the longest time to wait for the service, which accepts nothing if it hangs.
  /// - Throws: ``Failure/absent(path:)``, ``Failure/notPermitted(path:)``, ``Failure/timeout`` or
  ///   ``Failure/socket(_:)``.
  package init(
    path: String, limits: WireLimits = WireLimits(messageBytes: 1 << 20),
    within seconds: Double = usualSeconds
  ) throws(Failure) {
    self.limits = limits
    input = MessageBuffer(limit: limits.messageBytes)
    let made: Int32
    let code: Int32
    do throws(SocketError) {
      let address = try SocketAddress(path)
      made = try SocketAddress.make(path)
      code = Self.connect(made, to: address, within: seconds)
    } catch {
      throw .socket(error)
    }
    descriptor = made
    switch code {
    case 0: return
    case ENOENT, ENOTDIR, ECONNREFUSED: throw .absent(path: path)
    case EACCES, EPERM: throw .notPermitted(path: path)
    case EAGAIN: throw .timeout
    default: throw .socket(.failed(call: "connect", path: path, errno: code))
    }
  }

  deinit { close(descriptor) }

  /// Connects a socket, and sets its time limit for sending; returns the errno, or 0 for success.
  ///
  /// - Source: unix(7) and socket(7): `connect` waits for room in the queue of the service as long as SO_SNDTIMEO says,
  ///   without end if it is 0, and then fails with EAGAIN.
  private static func connect(
    _ descriptor: Int32, to address: SocketAddress, within seconds: Double
  ) -> Int32 {
    let microseconds = Int(max(0.001, min(seconds, 3600)) * 1e6)
    var limit = timeval(tv_sec: microseconds / 1_000_000, tv_usec: microseconds % 1_000_000)
    setsockopt(
      descriptor, SOL_SOCKET, SO_SNDTIMEO, &limit, socklen_t(MemoryLayout<timeval>.size))
    while true {
      let code = address.use { Glibc.connect(descriptor, $0, $1) }
      if code != EINTR { return code }
    }
  }

  /// Calls a method and waits for its reply.
  ///
  /// - Throws: ``Failure`` if there is no reply in time, or if the service replies with an error.
  package func call<Reply: Decodable>(
    _ method: String, _ parameters: some Encodable, within seconds: Double = usualSeconds
  ) throws(Failure) -> Reply {
    try send(Call(method: method, parameters: parameters))
    guard let reply: Reply = try next(within: seconds) else { throw .timeout }
    return reply
  }

  /// Calls a method that sends several replies; read each reply with ``next(within:)``.
  ///
  /// - Throws: ``Failure/ended`` if the service is gone, ``Failure/timeout`` if it reads nothing.
  package func watch(_ method: String, _ parameters: some Encodable) throws(Failure) {
    try send(Call(method: method, parameters: parameters, more: true))
  }

  /// Calls a method and waits for its reply, after which the connection carries another protocol; read its
  /// bytes with ``bytes(atMost:within:)``.
  ///
  /// - Throws: ``Failure`` if there is no reply in time, or if the service replies with an error.
  package func upgrade<Reply: Decodable>(
    _ method: String, _ parameters: some Encodable, within seconds: Double = usualSeconds
  ) throws(Failure) -> Reply {
    try send(Call(method: method, parameters: parameters, upgrade: true))
    guard let reply: Reply = try next(within: seconds) else { throw .timeout }
    return reply
  }

  /// Reads bytes from an upgraded connection as they arrive; empty if none arrive in time.
  ///
  /// - Throws: ``Failure/ended`` if the service is gone.
  package func bytes(atMost most: Int, within seconds: Double) throws(Failure) -> [UInt8] {
    let left = input.drain()
    if !left.isEmpty { return left }
    guard isReadable(within: seconds) else { return [] }
    var bytes = [UInt8](repeating: 0, count: most)
    let count = recv(descriptor, &bytes, most, 0)
    guard count > 0 else { throw .ended }
    return Array(bytes[..<count])
  }

  /// Reads the next reply; `nil` if none arrives in time.
  ///
  /// - Throws: ``Failure`` if the service is gone, replies with an error, or sends bytes that are not a message.
  package func next<Reply: Decodable>(within seconds: Double) throws(Failure) -> Reply? {
    guard let message = try message(within: seconds) else { return nil }
    guard let head = try? message.decoded(Head.self) else { throw .wire(.notMessage) }
    if let name = head.error {
      let reasons = try? message.decoded(Reasons.self)
      throw .error(VarlinkError(name, reasons?.parameters ?? [:]))
    }
    guard let body = try? message.decoded(Body<Reply>.self) else { throw .wire(.otherFields) }
    return body.parameters
  }

  private func send(_ message: Call<some Encodable>) throws(Failure) {
    let call = VarlinkReply.bytes(message)
    var sent = 0
    while sent < call.count {
      let count = call[sent...].withUnsafeBytes {
        Glibc.send(descriptor, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL))
      }
      if count < 0, errno == EINTR { continue }
      guard count > 0 else { throw errno == EAGAIN ? .timeout : .ended }
      sent += count
    }
  }

  private func message(within seconds: Double) throws(Failure) -> WireMessage? {
    while true {
      do throws(WireFault) {
        if let bytes = try input.next() { return try WireMessage(bytes, levels: limits.levels) }
      } catch {
        throw .wire(error)
      }
      guard isReadable(within: seconds) else { return nil }
      var bytes = [UInt8](repeating: 0, count: 65_536)
      let count = recv(descriptor, &bytes, bytes.count, 0)
      guard count > 0 else { throw .ended }
      input.append(bytes[..<count])
    }
  }

  /// Waits for data to read; returns early after a signal, so that the caller can check for the signal.
  private func isReadable(within seconds: Double) -> Bool {
    var ready = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
    return poll(&ready, 1, Int32(max(0, min(seconds, 3600)) * 1000)) > 0
  }
}
