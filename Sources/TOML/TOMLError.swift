import Glibc

/// The reason for refusing a file: place, key, problem and remedy.
public struct TOMLError: Error, Equatable, Sendable, CustomStringConvertible {
  /// The kind of failure, which decides the exit code of a command.
  public enum Cause: Equatable, Sendable {
    /// The text is wrong.
    case contents
    /// The file could not be read; the value of `errno`.
    case file(errno: Int32)
  }

  /// The path as given.
  public var file: String
  /// The line, from 1; 0 if the error concerns the whole file.
  public var line: Int
  /// The column in characters, from 1; 0 if the error concerns the whole file.
  public var column: Int
  /// The path of the key, such as `microphone.position`.
  public var key: String?
  /// The problem.
  public var problem: String
  /// The remedy.
  public var remedy: String?
  /// The kind of failure: unreadable file or wrong contents.
  public var cause: Cause
  /// The table and the key, for a review of the whole file.
  var spot: TOMLSpot?
  /// A way past this error, for a review of the whole file.
  var mend: TOMLMend?

  /// An error from its parts.
  public init(
    file: String, line: Int = 0, column: Int = 0, key: String? = nil, problem: String,
    remedy: String? = nil, cause: Cause = .contents
  ) {
    self.file = file
    self.line = line
    self.column = column
    self.key = key
    self.problem = problem
    self.remedy = remedy
    self.cause = cause
  }

  /// One line: `boards/x.toml:12:9: microphone.position: the problem; the remedy`.
  public var description: String {
    let place = line > 0 ? "\(file):\(line):\(column)" : file
    let subject = key.map { ": \($0)" } ?? ""
    let end = remedy.map { "; \($0)" } ?? ""
    return "\(place)\(subject): \(problem)\(end)"
  }
}

extension TOMLError {
  /// The error of a file that could not be opened or read.
  static func unreadable(_ path: String, errno code: Int32) -> TOMLError {
    let remedy: String? =
      switch code {
      case ENOENT: "check the path"
      case EACCES: "check the permissions of the file and of its folders"
      default: nil
      }
    return TOMLError(
      file: path, problem: "cannot be read: \(String(cString: strerror(code)))", remedy: remedy,
      cause: .file(errno: code))
  }
}
