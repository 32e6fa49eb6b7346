import Glibc

/// A connection to gpsd, which sends a line of JSON for each message.
final class GPSDConnection {
  /// The address of gpsd.
  struct Server: Sendable, Equatable, CustomStringConvertible {
    /// The name or the address of the computer on which gpsd runs.
    var host: String
    /// The port at which gpsd listens.
    var port: String

    /// Reads an address in the form "host", "host:port" or "[number]:port"; `nil` for anything else.
    init?(_ text: String) {
      var rest = Substring(text)
      if rest.first == "[", let end = rest.firstIndex(of: "]") {
        host = String(rest[rest.index(after: rest.startIndex)..<end])
        rest = rest[rest.index(after: end)...]
      } else {
        host = String(rest.prefix { $0 != ":" })
        rest = rest.dropFirst(host.count)
      }
      port = rest.isEmpty ? Self.standardPort : String(rest.dropFirst())
      guard !host.isEmpty, rest.isEmpty || rest.first == ":", UInt16(port).map({ $0 > 0 }) == true
      else { return nil }
    }

    var description: String { host.contains(":") ? "[\(host)]:\(port)" : "\(host):\(port)" }

    /// The port at which gpsd listens by default.
    ///
    /// - Source: gpsd(8).
    static let standardPort = "2947"
    /// The address of gpsd on this computer.
    static let standard = "127.0.0.1:\(standardPort)"
  }

  /// The outcomes of waiting for a line.
  enum Outcome: Equatable {
    /// A line came, given here without its end.
    case line([UInt8])
    /// No line has come yet.
    case nothing
    /// The connection has ended for this reason.
    case over(String)
  }

  private let descriptor: Int32
  private var bytes: [UInt8] = []

  /// Milliseconds that a computer may take to answer.
  private static let answerMilliseconds: Int32 = 5000
  /// The maximum bytes of a line that are kept; a line about a sky full of satellites has about 10 KB.
  static let longestLine = 1 << 16

  /// Connects to gpsd, and asks for everything that it knows about place and time.
  ///
  /// - Throws: ``CommandError`` (69), which names the address.
  init(_ server: Server) throws(CommandError) {
    descriptor = try Self.connected(server)
    let request = "?WATCH={\"enable\":true,\"json\":true,\"pps\":true};\n"
    let sent = send(descriptor, request, request.utf8.count, Int32(MSG_NOSIGNAL))
    guard sent == request.utf8.count else {
      let code = errno
      close(descriptor)
      throw Self.error(server, String(cString: strerror(code)))
    }
  }

  deinit { close(descriptor) }

  /// Waits for the next line, up to this many milliseconds.
  func next(milliseconds: Int32) -> Outcome {
    if let line = nextLine() { return .line(line) }
    var ready = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
    guard poll(&ready, 1, milliseconds) > 0 else { return .nothing }
    var block = [UInt8](repeating: 0, count: 8192)
    let count = recv(descriptor, &block, block.count, 0)
    if count < 0 {
      return errno == EAGAIN || errno == EINTR
        ? .nothing : .over(String(cString: strerror(errno)))
    }
    guard count > 0 else { return .over("it closed the connection") }
    bytes += block[..<count]
    guard let line = nextLine() else {
      return bytes.count > Self.longestLine ? .over("it sent an unterminated line") : .nothing
    }
    return .line(line)
  }

  private func nextLine() -> [UInt8]? {
    guard let end = bytes.firstIndex(of: UInt8(ascii: "\n")) else { return nil }
    var line = Array(bytes[..<end])
    if line.last == UInt8(ascii: "\r") { line.removeLast() }
    bytes.removeSubrange(...end)
    return line
  }

  private static func connected(_ server: Server) throws(CommandError) -> Int32 {
    var hints = addrinfo()
    hints.ai_socktype = Int32(SOCK_STREAM.rawValue)
    var found: UnsafeMutablePointer<addrinfo>?
    let code = getaddrinfo(server.host, server.port, &hints, &found)
    guard code == 0 else { throw error(server, String(cString: gai_strerror(code))) }
    defer { freeaddrinfo(found) }
    var reason = "no address"
    var address = found
    while let each = address?.pointee {
      let made = socket(each.ai_family, each.ai_socktype | Int32(SOCK_CLOEXEC.rawValue), 0)
      if made >= 0 {
        let code = connect(made, each)
        if code == 0 { return made }
        close(made)
        reason = String(cString: strerror(code))
      } else {
        reason = String(cString: strerror(errno))
      }
      address = each.ai_next
    }
    throw error(server, reason)
  }

  /// Connects a socket, which is non-blocking from then on, and returns the errno, or 0.
  private static func connect(_ made: Int32, _ address: addrinfo) -> Int32 {
    _ = fcntl(made, F_SETFL, O_NONBLOCK)
    if Glibc.connect(made, address.ai_addr, address.ai_addrlen) == 0 { return 0 }
    guard errno == EINPROGRESS else { return errno }
    var ready = pollfd(fd: made, events: Int16(POLLOUT), revents: 0)
    guard poll(&ready, 1, answerMilliseconds) > 0 else { return ETIMEDOUT }
    var (code, size): (Int32, socklen_t) = (0, 4)
    getsockopt(made, SOL_SOCKET, SO_ERROR, &code, &size)
    return code
  }

  private static func error(_ server: Server, _ reason: String) -> CommandError {
    CommandError(
      "gpsd at \(server) does not answer: \(reason); is it installed (sudo apt install gpsd), and does 'cgps' show a "
        + "receiver?", .unavailable)
  }
}
