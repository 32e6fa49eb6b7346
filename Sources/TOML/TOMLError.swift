import Glibc

/// The reason why a file was refused: the position, the key, the problem and the remedy.
public struct TOMLError: Error, Equatable, Sendable, CustomStringConvertible {
  /// The kind of failure, from which a command derives its exit code.
  public enum Cause: Equatable, Sendable {
    /// The contents of the file are wrong.
    case contents
    /// The file could not be read; the value of `errno`.
    case file(errno: Int32)
  }

  /// The path of the file, as the caller gave it.
  public var file: String
  /// The line, from 1; 0 if the error concerns the whole file.
  public var line: Int
  /// The column in characters, from 1; 0 if the error concerns the whole file.
  public var column: Int
  /// The path of the key, such as `microphone.position`; `nil` if the error does not concern a key.
  public var key: String?
  /// The problem.
  public var problem: String
  /// The remedy.
  public var remedy: String?
  /// The kind of failure: unreadable file or wrong contents.
  public var cause: Cause
  /// The table and the key in which the error lies, for a review of the whole file.
  var spot: TOMLSpot?
  /// A change that removes this error, for a review of the whole file.
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

  /// The error in one line: `boards/x.toml:12:9: microphone.position: the problem; the remedy`.
  public var description: String {
    let place = line > 0 ? "\(file):\(line):\(column)" : file
    let subject = key.map { ": \($0)" } ?? ""
    let end = remedy.map { "; \($0)" } ?? ""
    return "\(place)\(subject): \(problem)\(end)"
  }
}

extension TOMLError {
  /// The error for a file that could not be opened or read.
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
