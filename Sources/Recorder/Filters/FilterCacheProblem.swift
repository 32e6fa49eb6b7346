import Glibc

/// The reason why filters cannot be kept on disk, so that the next run must design them again.
package struct FilterCacheProblem: Error, Sendable, Equatable, CustomStringConvertible {
  /// The folder in which the filters should be kept.
  package var directory: String
  /// The system's error number.
  package var errno: Int32

  /// A sentence that says what happened and what it costs.
  package var description: String {
    "filters have to be designed again at every start: \(directory) is not writable "
      + "(\(String(cString: strerror(errno))))"
  }
}
