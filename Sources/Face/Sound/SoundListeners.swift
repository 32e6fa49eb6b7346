import Glibc

/// The programs that listen to the live sound, each on its own socket.
///
/// Each listener either gets a block at once or misses it: until the listener's socket has taken a block completely,
/// later ones are skipped for it and their frames are counted. A listener that does not read therefore costs the memory
/// of one block, and delays no other listener.
///
/// - Thread: always the same one.
package struct SoundListeners: ~Copyable {
  fileprivate struct Listener {
    let descriptor: Int32
    /// The part of a block that the kernel has not taken yet.
    var rest: ArraySlice<UInt8> = []
    var missed = 0
  }

  private var listeners: [Listener] = []

  /// The bytes that the kernel may buffer for each listener: about half a second of sound.
  private static let sendBuffer: Int32 = 200_000

  /// No listeners.
  package init() {}

  deinit { for listener in listeners { close(listener.descriptor) } }

  /// The number of listeners.
  package var count: Int { listeners.count }

  /// Takes over a socket, and closes it when the listener is gone.
  package mutating func add(_ descriptor: Int32) {
    var size = Self.sendBuffer
    setsockopt(descriptor, SOL_SOCKET, SO_SNDBUF, &size, socklen_t(MemoryLayout<Int32>.size))
    listeners.append(Listener(descriptor: descriptor))
  }

  /// Sends frames to all listeners whose sockets have taken the last block, and drops listeners that are gone.
  ///
  /// - Parameters:
  ///   - samples: left and right, interleaved; if empty, the call only checks which listeners are still connected.
  ///   - missed: the frames that were lost before this call.
  package mutating func send(_ samples: [Float], rate: Int, missed: Int) {
    listeners = listeners.compactMap { listener in
      var listener = listener
      listener.missed += missed
      guard listener.flush() else { return listener.ended() }
      guard !samples.isEmpty else { return listener.isThere ? listener : listener.ended() }
      guard listener.rest.isEmpty else {
        listener.missed += samples.count / 2
        return listener
      }
      let block = SoundBlock(rate: rate, missed: listener.missed, samples: samples)
      listener.rest = block.bytes[...]
      return listener.flush() ? listener : listener.ended()
    }
  }
}

extension SoundListeners.Listener {
  /// Passes on as much as the kernel accepts; returns false if the listener is gone.
  fileprivate mutating func flush() -> Bool {
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes {
        Glibc.send(descriptor, $0.baseAddress, $0.count, Int32(MSG_DONTWAIT | MSG_NOSIGNAL))
      }
      if count > 0 {
        rest = rest.dropFirst(count)
      } else if errno != EINTR {
        return errno == EAGAIN
      }
    }
    return true
  }

  /// True if the other end is still open.
  fileprivate var isThere: Bool {
    var byte: UInt8 = 0
    let count = recv(descriptor, &byte, 1, Int32(MSG_DONTWAIT | MSG_PEEK))
    return count > 0 || count < 0 && (errno == EAGAIN || errno == EINTR)
  }

  /// Closes the socket if the listener is gone.
  fileprivate func ended() -> Self? {
    close(descriptor)
    return nil
  }
}
