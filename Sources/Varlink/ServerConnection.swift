import Glibc

/// A connection that a server has accepted: it turns the bytes received into calls, and the replies into bytes to send.
///
/// A connection works on one call at a time, and does not read the next call before it has sent the reply. A client
/// that makes many calls and reads no replies therefore costs the memory of one message, and blocks only itself.
final class ServerConnection {
  /// The state of a connection.
  enum Phase: Equatable {
    /// Calls are accepted.
    case open
    /// The client will send no more calls; the calls already sent are still answered.
    case ending
    /// The connection can no longer read or send.
    case closed
  }

  /// The process at the other end.
  let peer: Peer
  let descriptor: Int32
  private(set) var state = Phase.open
  /// The current call; `nil` if there is none.
  private(set) var call: VarlinkCall?
  /// The number of calls so far, which is also the ID of the latest call.
  private var calls = 0
  /// The time of the last activity.
  private(set) var activeAt: Double
  private var input: MessageBuffer
  private var output: [UInt8] = []
  private var sent = 0
  private let levels: Int

  /// The maximum number of bytes per read.
  private static let chunk = 4096
  /// The maximum number of bytes that the kernel buffers for a client that reads nothing: enough for a few
  /// messages, but not for minutes of old messages.
  private static let sendBuffer: Int32 = 16_384

  /// A connection over a socket; the socket is closed when this object is released.
  init(_ descriptor: Int32, peer: Peer, limits: WireLimits, now: Double) {
    self.descriptor = descriptor
    self.peer = peer
    activeAt = now
    levels = limits.levels
    input = MessageBuffer(limit: limits.messageBytes)
    var size = Self.sendBuffer
    setsockopt(descriptor, SOL_SOCKET, SO_SNDBUF, &size, socklen_t(MemoryLayout<Int32>.size))
  }

  deinit { if !isHandedOver { close(descriptor) } }

  private var isHandedOver = false

  /// Hands over the socket, for use with another protocol; `nil` if some output has not been sent, or if the
  /// connection is not open.
  func handOver() -> Int32? {
    guard isDrained, state == .open else { return nil }
    (isHandedOver, state) = (true, .closed)
    return descriptor
  }

  /// True if the kernel has accepted all output.
  var isDrained: Bool { output.isEmpty }

  /// True if there is no current call, and no output is waiting to be sent.
  var isIdle: Bool { call == nil && isDrained }

  /// The `poll` events to wait for.
  var interest: Int16 {
    var events: Int32 = 0
    if isIdle, state == .open { events |= POLLIN }
    if !isDrained { events |= POLLOUT }
    return Int16(events)
  }

  /// Reads the bytes that have arrived.
  func receive(_ now: Double) {
    guard state == .open else { return }
    activeAt = now
    var bytes = [UInt8](repeating: 0, count: Self.chunk)
    let count = recv(descriptor, &bytes, bytes.count, Int32(MSG_DONTWAIT))
    if count > 0 {
      input.append(bytes[..<count])
    } else if count == 0 {
      state = .ending
    } else if errno != EAGAIN && errno != EINTR {
      state = .closed
    }
  }

  /// Removes the next call from the input and returns it with its number; `nil` if there is none, or if the
  /// current call is not finished.
  func nextCall() -> (number: Int, call: VarlinkCall)? {
    guard isIdle, state != .closed else { return nil }
    do throws(WireFault) {
      guard let message = try input.next() else {
        if state == .ending { state = .closed }
        return nil
      }
      let next = try VarlinkCall(message, levels: levels)
      if !next.isOneway { call = next }
      calls += 1
      return (calls, next)
    } catch {
      // After bytes that are not a call, later bytes cannot be parsed either.
      state = .closed
      return nil
    }
  }

  /// Answers the current call, if it has this number; the last reply to a call makes room for the next call.
  func send(_ reply: VarlinkReply, to number: Int, _ now: Double) {
    guard call != nil, number == calls, state != .closed else { return }
    if !reply.continues { call = nil }
    output += reply.bytes
    activeAt = now
    flush()
  }

  /// True if the client has not read everything that was sent to it.
  var isUnread: Bool {
    var unread: Int32 = 0
    return !isDrained || ioctl(descriptor, Self.unreadBytes, &unread) == 0 && unread > 0
  }

  // SIOCOUTQ of linux/sockios.h, a macro that Swift cannot import: for a local socket, the number of bytes that the
  // peer has not read.
  private static let unreadBytes: UInt = 0x5411

  /// Sends as many bytes as the kernel accepts now.
  func flush() {
    while sent < output.count {
      let count = output[sent...].withUnsafeBytes {
        Glibc.send(
          descriptor, $0.baseAddress, $0.count, Int32(MSG_DONTWAIT | MSG_NOSIGNAL))
      }
      guard count > 0 else {
        if count < 0, errno == EINTR { continue }
        if count < 0, errno != EAGAIN { state = .closed }
        return
      }
      sent += count
    }
    (output, sent) = ([], 0)
  }

  /// Ends the connection, which reads and sends nothing from now on.
  func end() { state = .closed }
}
