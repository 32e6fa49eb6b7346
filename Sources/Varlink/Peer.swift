import Glibc

/// The process at the other end of a connection, as the kernel knows it.
package struct Peer: Sendable, Equatable {
  /// The process ID at the time of connecting.
  package let process: Int32
  /// Its user ID.
  package let user: UInt32
  /// Its group ID.
  package let group: UInt32

  /// A peer from its numbers.
  package init(process: Int32, user: UInt32, group: UInt32) {
    self.process = process
    self.user = user
    self.group = group
  }

  /// The peer of a connected socket; `nil` if the kernel does not give it.
  ///
  /// - Source: unix(7), SO_PEERCRED: a `struct ucred` of pid, uid and gid, which Glibc's module hides.
  init?(of descriptor: Int32) {
    var numbers: (Int32, UInt32, UInt32) = (0, 0, 0)
    var size = socklen_t(MemoryLayout.size(ofValue: numbers))
    guard getsockopt(descriptor, SOL_SOCKET, SO_PEERCRED, &numbers, &size) == 0 else { return nil }
    (process, user, group) = numbers
  }
}
