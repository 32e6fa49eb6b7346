import Glibc

/// The reason why filters cannot be kept on disk: the next run makes them again.
package struct FilterCacheProblem: Error, Sendable, Equatable, CustomStringConvertible {
  /// The folder.
  package var directory: String
  /// The system's error number.
  package var errno: Int32

  /// A problem with a folder.
  package init(directory: String, errno: Int32) {
    self.directory = directory
    self.errno = errno
  }

  /// A sentence: what happened and what it costs.
  package var description: String {
    "filters have to be designed again at every start: \(directory) is not writable "
      + "(\(String(cString: strerror(errno))))"
  }
}
