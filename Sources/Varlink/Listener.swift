import Glibc

/// A socket in the file system that accepts connections.
package struct Listener: ~Copyable, Sendable {
  /// The listening socket.
  let descriptor: Int32
  /// The path to remove when the listener ends; `nil` if the socket was handed over by systemd.
  private let ownPath: String?

  /// The number of connections that the kernel queues until they are accepted.
  private static let backlog: Int32 = 64

  /// Starts listening at a path.
  ///
  /// A socket left at the path by an ended process is replaced; a socket in use stays, and the call throws.
  ///
  /// - Parameters:
  ///   - mode: the permissions of the socket's file; a process needs write permission to connect.
  ///   - group: the group of the file; ignored if the group does not exist or the process may not
  ///     set it.
  /// - Throws: ``SocketError``.
  package init(path: String, mode: UInt32, group: String?) throws(SocketError) {
    let address = try SocketAddress(path)
    let made = try SocketAddress.make(path)
    do throws(SocketError) {
      try Self.clear(path, address)
      let code = address.use { bind(made, $0, $1) }
      guard code == 0 else { throw .failed(call: "bind", path: path, errno: code) }
      if let found = group.flatMap({ getgrnam($0) }) {
        _ = chown(path, uid_t.max, found.pointee.gr_gid)
      }
      // The permissions are set before listening begins, because no connection is accepted until
      // then.
      guard chmod(path, mode) == 0 else {
        throw .failed(call: "chmod", path: path, errno: errno)
      }
      guard listen(made, Self.backlog) == 0 else {
        throw .failed(call: "listen", path: path, errno: errno)
      }
    } catch {
      close(made)
      throw error
    }
    (descriptor, ownPath) = (made, path)
    Self.setUp(made)
  }

  /// Takes over the socket that systemd made for this process; `nil` if it made none.
  ///
  /// - Parameter environment: returns the value of an environment variable; `nil` if it is not set.
  /// - Source: sd_listen_fds(3): LISTEN_PID is the ID of this process, and LISTEN_FDS the number of descriptors, which
  ///   start at 3.
  package init?(environment: (String) -> String?, process: Int32 = getpid()) {
    guard environment("LISTEN_PID").flatMap({ Int32($0) }) == process,
      let count = environment("LISTEN_FDS").flatMap({ Int($0) }), count > 0
    else { return nil }
    self.init(handedOver: 3)
  }

  /// Takes over a listening socket; `nil` if the descriptor is not a socket in the file system.
  init?(handedOver descriptor: Int32) {
    var (isListening, size): (Int32, socklen_t) = (0, 4)
    var domain: Int32 = 0
    guard getsockopt(descriptor, SOL_SOCKET, SO_ACCEPTCONN, &isListening, &size) == 0,
      isListening != 0, getsockopt(descriptor, SOL_SOCKET, SO_DOMAIN, &domain, &size) == 0,
      domain == AF_UNIX
    else { return nil }
    (self.descriptor, ownPath) = (descriptor, nil)
    Self.setUp(descriptor)
  }

  deinit {
    // The socket stays in use until its path is gone, so no other process can have replaced it.
    if let ownPath { unlink(ownPath) }
    close(descriptor)
  }

  /// Accepts the next connection; `nil` if none is waiting.
  borrowing func accept() -> Int32? {
    let taken = Glibc.accept(descriptor, nil, nil)
    guard taken >= 0 else { return nil }
    Self.setUp(taken)
    return taken
  }

  private static func setUp(_ descriptor: Int32) {
    _ = fcntl(descriptor, F_SETFL, fcntl(descriptor, F_GETFL) | O_NONBLOCK)
    _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
  }

  /// Removes a socket on which no process listens.
  private static func clear(_ path: String, _ address: SocketAddress) throws(SocketError) {
    var status = stat()
    guard lstat(path, &status) == 0 else { return }
    guard status.st_mode & S_IFMT == S_IFSOCK else { throw .notSocket(path: path) }
    let probe = try SocketAddress.make(path)
    defer { close(probe) }
    _ = fcntl(probe, F_SETFL, O_NONBLOCK)
    let code = address.use { connect(probe, $0, $1) }
    guard code == ECONNREFUSED else {
      throw code == 0 || code == EAGAIN
        ? .taken(path: path) : .failed(call: "connect", path: path, errno: code)
    }
    guard unlink(path) == 0 else { throw .failed(call: "unlink", path: path, errno: errno) }
  }
}
