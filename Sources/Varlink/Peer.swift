import Glibc

/// The process at the other end of a connection, as identified by the kernel.
package struct Peer: Sendable, Equatable {
  /// The ID of the process when it connected.
  package let process: Int32
  /// The ID of the user who runs the process.
  package let user: UInt32
  /// The ID of the group that the process belongs to.
  package let group: UInt32

  /// A peer from its three IDs.
  package init(process: Int32, user: UInt32, group: UInt32) {
    self.process = process
    self.user = user
    self.group = group
  }

  /// The peer of a connected socket; `nil` if the kernel does not identify it.
  ///
  /// - Source: unix(7), SO_PEERCRED: the kernel gives a `struct ucred` of pid, uid and gid, a type that Glibc's module
  ///   hides.
  init?(of descriptor: Int32) {
    var numbers: (Int32, UInt32, UInt32) = (0, 0, 0)
    var size = socklen_t(MemoryLayout.size(ofValue: numbers))
    guard getsockopt(descriptor, SOL_SOCKET, SO_PEERCRED, &numbers, &size) == 0 else { return nil }
    (process, user, group) = numbers
  }
}
