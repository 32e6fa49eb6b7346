import CWebServer
import Companion
import Glibc

/// The server of the page: libmicrohttpd around a companion, with a thread for each connection.
///
/// What a connection waits for holds up no other one. The bounds of its work are here; what may be asked for is the
/// companion's.
final class WebServer {
  /// Connections at the same time: ten pages with a player and a download each, and room for strangers.
  static let connections: UInt32 = 64
  /// Connections of one address.
  static let perAddress: UInt32 = 24
  /// Seconds after which a connection on which nothing happens is closed.
  static let idleSeconds: UInt32 = 30
  /// Bytes for the head of a request.
  static let memory = 16 << 10
  /// Bytes of a connection's stack.
  static let stack = 512 << 10

  private let daemon: OpaquePointer
  private let companion: Companion

  /// Starts to serve; `nil` when the library refuses, as for a certificate that it cannot read.
  ///
  /// - Parameter listening: a listening socket.
  init?(_ companion: Companion, listening: Int32, certificate: String?, key: String?) {
    self.companion = companion
    let context = Unmanaged.passUnretained(companion).toOpaque()
    let made = Self.withText(certificate) { certificate in
      Self.withText(key) { key in
        var setup = pinna_web_setup(
          listening: listening, connections: Self.connections, per_address: Self.perAddress,
          idle_seconds: Self.idleSeconds, memory: Self.memory, stack: Self.stack,
          certificate: certificate, key: key)
        return pinna_web_start(&setup, handleRequest, context, endRequest)
      }
    }
    guard let made else { return nil }
    daemon = made
  }

  /// The number of connections.
  var connectionCount: Int { Int(pinna_web_connections(daemon)) }

  private static func withText<Result>(
    _ text: String?, _ body: (UnsafePointer<CChar>?) -> Result
  ) -> Result {
    guard let text else { return body(nil) }
    return text.withCString { body($0) }
  }
}

/// A request while it comes in.
private final class IncomingRequest {
  var body: [UInt8] = []
}

/// Takes a request piece by piece: its head, parts of its body, its end.
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
    // One byte too many is kept, so that it is refused in words.
    let room = max(0, WebRequest.mostBody + 1 - incoming.body.count)
    incoming.body += UnsafeRawBufferPointer(start: data, count: min(room, count.pointee))
    count.pointee = 0
    return pinna_web_go_on()
  }
  let companion = Unmanaged<Companion>.fromOpaque(context).takeUnretainedValue()
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
  return WebReply.send(companion.answer(request), on: connection)
}

/// Lets go of a request that is over.
private func endRequest(
  _ context: UnsafeMutableRawPointer?, _ connection: OpaquePointer?,
  _ place: UnsafeMutablePointer<UnsafeMutableRawPointer?>?,
  _ end: MHD_RequestTerminationCode
) {
  if let known = place?.pointee { Unmanaged<IncomingRequest>.fromOpaque(known).release() }
  place?.pointee = nil
}
