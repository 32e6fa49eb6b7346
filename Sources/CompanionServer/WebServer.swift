import CWebServer
import Companion
import Glibc
import Synchronization

/// The server of the page: libmicrohttpd serves a companion's answers, with a thread for each connection.
///
/// A waiting connection does not delay the others. This type sets the limits of the server; the companion decides
/// which requests are allowed.
final class WebServer {
  /// The maximum number of simultaneous connections: enough for ten pages, each with a player and a download, plus
  /// the strangers.
  static let connections: UInt32 = 56 + UInt32(OpenConnections.mostStrangers)
  /// The maximum number of simultaneous connections from one address.
  static let perAddress: UInt32 = 24
  /// The time, in seconds, after which an idle connection is closed.
  static let idleSeconds: UInt32 = 30
  /// The memory for the header of a request, in bytes.
  static let memory = 16 << 10
  /// The stack of a connection's thread, in bytes.
  static let stack = 512 << 10

  private let daemon: OpaquePointer
  private let companion: Companion
  private let context: Context

  /// Starts serving; `nil` if the library refuses, for example because it cannot read the certificate.
  ///
  /// - Parameter listening: a listening socket.
  init?(_ companion: Companion, listening: Int32, certificate: String?, key: String?) {
    self.companion = companion
    let kept = Context(companion)
    context = kept
    let context = Unmanaged.passUnretained(kept).toOpaque()
    let made = Self.withText(certificate) { certificate in
      Self.withText(key) { key in
        var setup = pinna_web_setup(
          listening: listening, connections: Self.connections, per_address: Self.perAddress,
          idle_seconds: Self.idleSeconds, memory: Self.memory, stack: Self.stack,
          certificate: certificate, key: key)
        return pinna_web_start(&setup, handleRequest, context, endRequest, noteConnection)
      }
    }
    guard let made else { return nil }
    daemon = made
  }

  /// The number of open connections.
  var connectionCount: Int { Int(pinna_web_connections(daemon)) }

  /// Closes the connections whose time limit has passed; call it every second.
  func tidy(_ now: Double) { context.connections.withLock { $0.closeOverdue(now) } }

  private static func withText<Result>(
    _ text: String?, _ body: (UnsafePointer<CChar>?) -> Result
  ) -> Result {
    guard let text else { return body(nil) }
    return text.withCString { body($0) }
  }
}

/// The parts of the server that the library's callbacks need.
private final class Context: Sendable {
  let companion: Companion
  let connections = Mutex(OpenConnections())

  init(_ companion: Companion) { self.companion = companion }
}

/// Records that a connection has been opened or closed.
private func noteConnection(
  _ context: UnsafeMutableRawPointer?, _ connection: OpaquePointer?,
  _ place: UnsafeMutablePointer<UnsafeMutableRawPointer?>?,
  _ what: MHD_ConnectionNotificationCode
) {
  guard let context, let connection else { return }
  let server = Unmanaged<Context>.fromOpaque(context).takeUnretainedValue()
  let socket = pinna_web_socket(connection)
  server.connections.withLock {
    if pinna_web_is_new(what) {
      $0.opened(socket, Companion.now())
    } else {
      // The library closes the socket only after this call, so no other connection can have the same number yet.
      $0.closed(socket)
    }
  }
}

/// A request that is still arriving, or not yet answered.
private final class IncomingRequest {
  var body: [UInt8] = []
  /// The object that the answer needs until it has been sent.
  var lasting: AnyObject?
}

/// Receives a request; the library calls this for the header, for each part of the body, and at the end.
private func handleRequest(
  _ context: UnsafeMutableRawPointer?, _ connection: OpaquePointer?,
  _ url: UnsafePointer<CChar>?, _ method: UnsafePointer<CChar>?,
  _ version: UnsafePointer<CChar>?, _ data: UnsafePointer<CChar>?,
  _ count: UnsafeMutablePointer<Int>?, _ place: UnsafeMutablePointer<UnsafeMutableRawPointer?>?
) -> MHD_Result {
  guard let context, let connection, let url, let method, let count, let place else {
    return pinna_web_close()
  }
  guard let known = place.pointee else {
    place.pointee = Unmanaged.passRetained(IncomingRequest()).toOpaque()
    return pinna_web_go_on()
  }
  let incoming = Unmanaged<IncomingRequest>.fromOpaque(known).takeUnretainedValue()
  if count.pointee > 0 {
    // One byte more than allowed is kept, so that the companion can detect and report that the body is too long.
    let most = WebRequest.mostBody(path: String(cString: url))
    let room = max(0, most + 1 - incoming.body.count)
    incoming.body += UnsafeRawBufferPointer(start: data, count: min(room, count.pointee))
    count.pointee = 0
    return pinna_web_go_on()
  }
  let server = Unmanaged<Context>.fromOpaque(context).takeUnretainedValue()
  var request = WebRequest(
    method: String(cString: method), path: String(cString: url), body: incoming.body)
  for name in WebRequest.names {
    if let value = pinna_web_line(connection, name) {
      request.headers[name] = String(cString: value)
    }
  }
  var address = [CChar](repeating: 0, count: 64)
  pinna_web_address(connection, &address, address.count)
  request.address = address.withUnsafeBufferPointer { text in
    text.baseAddress.map { String(cString: $0) } ?? ""
  }
  let socket = pinna_web_socket(connection)
  server.connections.withLock { $0.received(socket) }
  let answer = server.companion.answer(request)
  incoming.lasting = answer.lasting
  server.connections.withLock { $0.answered(socket, answer, Companion.now()) }
  return WebReply.send(answer, on: connection)
}

/// Releases a finished request.
private func endRequest(
  _ context: UnsafeMutableRawPointer?, _ connection: OpaquePointer?,
  _ place: UnsafeMutablePointer<UnsafeMutableRawPointer?>?,
  _ end: MHD_RequestTerminationCode
) {
  if let context, let connection {
    let server = Unmanaged<Context>.fromOpaque(context).takeUnretainedValue()
    let socket = pinna_web_socket(connection)
    server.connections.withLock { $0.ended(socket, Companion.now()) }
  }
  if let known = place?.pointee { Unmanaged<IncomingRequest>.fromOpaque(known).release() }
  place?.pointee = nil
}
