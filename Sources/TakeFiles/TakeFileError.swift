import Glibc

/// An error with a take file; the messages name the operation that failed, the path, and the remedy.
public enum TakeFileError: Error, Sendable, Equatable {
  /// The operating system refused an operation.
  case system(operation: FileOperation, path: String, code: Int32)
  /// The contents of a file violate its format; `offset` is in bytes from the start of the file.
  case malformed(path: String, offset: Int, problem: String)
  /// The file is well formed, but contains something that is not supported.
  case unsupported(path: String, offset: Int, problem: String)
  /// The file is not WAV, which is needed for this purpose; it has another format, or a name that does not end in .wav.
  case notWAV(path: String)
  /// Another program made the file, so its metadata cannot be changed without losing some.
  case foreign(path: String)
  /// A medium returns bytes that differ from those written to it; `offset` is in bytes from the start of the file.
  case notKept(path: String, offset: Int)
  /// The file system has space, but accepts no more files in this directory.
  case filesExhausted(directory: String)
  /// Every number that a take can have is in use in this directory.
  case namesExhausted(directory: String)
  /// The program or library that compresses audio failed, or cannot do what it was asked to do.
  case encoder(path: String, problem: String, remedy: String)
}

/// A step in the life of a take file, as messages name it.
public enum FileOperation: String, Sendable, Codable {
  /// Creating a new file.
  case create
  /// Opening an existing file.
  case open
  /// Reading from a file.
  case read
  /// Writing audio or metadata.
  case write
  /// Rewriting the sizes at the start of the file.
  case updateHeader = "update the header of"
  /// Cutting off a part that was not written completely.
  case truncate
  /// Waiting until everything is on the storage medium.
  case sync
  /// Giving the finished take its name.
  case rename
  /// Closing a file, the last chance to learn of a failed write.
  case close
  /// Deleting a file that is no longer wanted.
  case delete
  /// Listing a directory to find the numbers in use.
  case list
}

extension TakeFileError: CustomStringConvertible {
  /// The error in one line: the operation that failed, the path, and the remedy.
  public var description: String {
    switch self {
    case .system(let operation, let path, let code):
      "cannot \(operation.rawValue) \(path): \(Self.text(of: code)); \(remedy)"
    case .malformed(let path, let offset, let problem):
      "\(path): byte \(offset): \(problem); \(remedy)"
    case .unsupported(let path, let offset, let problem):
      "\(path): byte \(offset): \(problem); \(remedy)"
    case .notWAV(let path): "\(path): is not a WAV file, which is needed here; \(remedy)"
    case .foreign(let path):
      "\(path): is not a Pinna take, and a change would lose some of its tags; \(remedy)"
    case .notKept(let path, let offset):
      "\(path): byte \(offset): the medium does not return the bytes that were written; \(remedy)"
    case .filesExhausted(let directory):
      "\(directory): the file system has space, but accepts no more files here; \(remedy)"
    case .namesExhausted(let directory):
      "\(directory): no free take number; \(remedy)"
    case .encoder(let path, let problem, _):
      "\(path): \(problem); \(remedy)"
    }
  }

  /// The remedy, for the person who reads the message.
  public var remedy: String {
    switch self {
    case .system(.open, _, ENOENT): "check the path"
    case .system(.sync, _, ENOENT): "it was removed, or another medium is in its place; put it back"
    case .system(_, _, let code): Self.remedy(for: code)
    case .malformed(let path, _, let problem): Self.damageRemedy(for: path, problem)
    case .unsupported(let path, _, _): TakeFileKind.remedy(for: path)
    case .notWAV(let path):
      [nil, .wav].contains(TakeFileKind(path: path))
        ? "convert it, for instance with FFmpeg"
        : "convert it with 'pinna takes export --format wav'"
    case .foreign: "change it with the program that made it, or with a tag editor"
    case .notKept: "do not trust this medium: use another one"
    case .filesExhausted:
      "remove files that you do not need, or use another directory: the file table or this folder is full"
    case .namesExhausted: "move the takes to another directory"
    case .encoder(_, _, let remedy): remedy
    }
  }

  private static func damageRemedy(for path: String, _ problem: String) -> String {
    let noun = TakeFileKind(path: path)?.encoded?.noun ?? "a WAV"
    let isBare = [noHeader, noAudio].contains(problem) && !TakeName.isInProgress(path)
    return "the file is damaged or not \(noun) file: "
      + (isBare ? "use another copy" : "try 'pinna takes recover', or use another copy")
  }

  /// The problems of finished files that do not even have a header, so that nothing in them can be recovered.
  static let (noHeader, noAudio) = (
    "the file does not start with RIFF (or RF64, BW64) and WAVE", "it has no readable audio"
  )

  private static func remedy(for code: Int32) -> String {
    switch code {
    case ENOSPC, EDQUOT: "free some space or use another directory"
    case EFBIG:
      "the file system or a size limit does not allow larger files; use another directory, or make shorter files "
        + "([take] split, --from and --to)"
    case EIO: "the storage medium is failing; copy its files and replace it"
    case EROFS: "the medium is read-only; check the card's lock switch, and dmesg for errors"
    case EACCES, EPERM: "check the owner and permissions of the directory"
    case ENOENT: "check the path; the directory must exist"
    case EEXIST: "a file of that name exists and is never overwritten; choose another name"
    case EMFILE, ENFILE: "too many files are open"
    case ENODEV, ENXIO: "the storage medium is gone; put it back"
    case EWOULDBLOCK: "another program is writing it; wait until it is done"
    case ELOOP: "it is a link, which is not followed here; put the file itself in its place"
    case EISDIR, ENOTDIR, EINVAL: "check that the path names a regular file"
    default: "see the kernel's messages with dmesg"
    }
  }

  /// A new file needs this much free space in bytes; if less is free, the file system counts as full.
  private static let roomOfFile = 1 << 20

  /// The error for a step that makes a new file in a directory with this much free space in bytes.
  ///
  /// File systems report "no space" also if all their inodes, or all entries of a folder, are in use.
  package static func withNewFile(
    _ operation: FileOperation, _ path: String, code: Int32, in directory: String, freeBytes: Int?
  ) -> TakeFileError {
    code == ENOSPC && (freeBytes ?? 0) >= roomOfFile
      ? .filesExhausted(directory: directory)
      : .system(operation: operation, path: path, code: code)
  }

  /// True if the error says that there is no file of that name.
  var isMissing: Bool {
    if case .system(.open, _, ENOENT) = self { true } else { false }
  }

  /// The words with which the system describes an errno.
  static func text(of code: Int32) -> String {
    guard let text = strerror(code) else { return "error \(code)" }
    return String(cString: text)
  }
}
