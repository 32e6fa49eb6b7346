import Glibc

/// A connection of a server: bytes in, calls out; replies in, bytes out.
///
/// One call is worked on at a time, and the next is not even read until its reply has gone out. So a client that asks
/// much and reads nothing costs the memory of one message, and blocks only itself.
final class ServerConnection {
  /// The state of a connection.
  enum Phase: Equatable {
    /// Calls are accepted.
    case open
    /// The client sends no more; its calls so far are still answered.
    case ending
    /// Nothing more can be read or sent.
    case closed
  }

  /// The process at the other end.
  let peer: Peer
  let descriptor: Int32
  private(set) var state = Phase.open
  /// The call being worked on.
  private(set) var call: VarlinkCall?
  /// The number of calls so far, which is also the number of the last one.
  private var calls = 0
  /// The time of the last activity.
  private(set) var activeAt: Double
  private var input: MessageBuffer
  private var output: [UInt8] = []
  private var sent = 0
  private let levels: Int

  /// Bytes read at once.
  private static let chunk = 4096
  /// Bytes that the kernel may buffer for a client that reads nothing: a few messages, not minutes of old ones.
  private static let sendBuffer: Int32 = 16_384

  /// A connection on a socket, which the connection closes at its end.
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

  /// Hands over the socket once all output has gone out: from now on it carries something else.
  func handOver() -> Int32? {
    guard isDrained, state == .open else { return nil }
    (isHandedOver, state) = (true, .closed)
    return descriptor
  }

  /// True if the kernel has taken all output.
  var isDrained: Bool { output.isEmpty }

  /// True if no call is worked on and no output waits.
  var isIdle: Bool { call == nil && isDrained }

  /// The events to wait for.
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

  /// Takes out the next call with its number, to work on; `nil` if there is none, or while another one is worked on.
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
      // Nothing after such bytes can be understood either.
      state = .closed
      return nil
    }
  }

  /// Answers the call being worked on, and no other; the last reply of a call makes room for the next one.
  func send(_ reply: VarlinkReply, to number: Int, _ now: Double) {
    guard call != nil, number == calls, state != .closed else { return }
    if !reply.continues { call = nil }
    output += reply.bytes
    activeAt = now
    flush()
  }

  /// True if the client has not read everything.
  var isUnread: Bool {
    var unread: Int32 = 0
    return !isDrained || ioctl(descriptor, Self.unreadBytes, &unread) == 0 && unread > 0
  }

  // A macro that Swift does not see: SIOCOUTQ of linux/sockios.h; for a local socket, bytes that its peer has not read.
  private static let unreadBytes: UInt = 0x5411

  /// Sends as much as the kernel takes.
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

  /// Gives up: nothing more is read or sent.
  func end() { state = .closed }
}
