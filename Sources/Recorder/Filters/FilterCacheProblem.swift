import Glibc

/// The reason why filters cannot be kept on disk: the next run makes them again.
public struct FilterCacheProblem: Error, Sendable, Equatable, CustomStringConvertible {
  /// The folder.
  public var directory: String
  /// The system's error number.
  public var errno: Int32

  /// A problem with a folder.
  public init(directory: String, errno: Int32) {
    self.directory = directory
    self.errno = errno
  }

  /// A sentence that says what happened, and what it costs.
  public var description: String {
    "filters are made anew every time: \(directory) cannot be written "
      + "(\(String(cString: strerror(errno))))"
  }
}
