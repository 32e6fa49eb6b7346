import Glibc

/// The reason why a socket cannot be used, with its path.
package enum SocketError: Error, Sendable, Equatable {
  /// The path is too long for the address of a socket.
  case pathTooLong(path: String)
  /// Another process already listens at this path.
  case taken(path: String)
  /// The file at this path is not a socket.
  case notSocket(path: String)
  /// A system call failed.
  case failed(call: String, path: String, errno: Int32)

  /// The errno of the failed system call; 0 for other errors.
  package var code: Int32 { if case .failed(_, _, let errno) = self { errno } else { 0 } }
}

extension SocketError: CustomStringConvertible {
  /// A sentence that states the attempted action and the path.
  package var description: String {
    switch self {
    case .pathTooLong(let path): "\(path): the path of a socket has at most 107 bytes"
    case .taken(let path): "\(path): another program listens there"
    case .notSocket(let path): "\(path): exists, but is not a socket"
    case .failed(let call, let path, let errno):
      "\(path): \(call) failed (\(String(cString: strerror(errno))))"
    }
  }
}
