import Glibc

/// The reason why a socket cannot be used.
package enum SocketError: Error, Sendable, Equatable {
  /// The path does not fit into an address.
  case pathTooLong(path: String)
  /// Another process listens there.
  case taken(path: String)
  /// The file there is not a socket.
  case notSocket(path: String)
  /// A call failed.
  case failed(call: String, path: String, errno: Int32)

  /// The errno of a failed call; 0 for others.
  package var code: Int32 { if case .failed(_, _, let errno) = self { errno } else { 0 } }
}

extension SocketError: CustomStringConvertible {
  /// A sentence that names the attempt and the path.
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
