import Glibc

/// Writes a document to a file that the user names.
enum OutputFile {
  /// A word for the name of a file: the text, with a hyphen in place of each character that could mean something to a
  /// file system, a shell or a reader of names.
  static func word(_ text: String, keeping others: String = "+") -> String {
    String(
      text.map { $0.isASCII && ($0.isLetter || $0.isNumber) || others.contains($0) ? $0 : "-" })
  }

  /// Checks that a document can be written to a file, before the work of making the document.
  ///
  /// An existing file is replaced only if it is empty, or if `pinna` made it, as the mark near its start shows. A
  /// special file, such as `/dev/stdout`, is simply written to.
  ///
  /// - Throws: ``CommandError`` (73, 77), which names the file; 64 for a hyphen, because the results of the command go
  ///   to standard output.
  static func check(_ path: String, mark: String) throws(CommandError) {
    guard path != "-" else {
      throw CommandError("-: this cannot go to standard output; name a file", .usage)
    }
    var status = stat()
    guard stat(path, &status) == 0 else {
      guard errno == ENOENT else { throw cannotCreate(path) }
      return try checkFolder(of: path)
    }
    switch status.st_mode & S_IFMT {
    case S_IFDIR:
      throw CommandError("\(path): it is a folder; name a file in it", .cannotCreate)
    case S_IFREG where status.st_size > 0 && !start(of: path).contains(mark):
      throw CommandError(
        "\(path): the existing file was not made by pinna, and is never overwritten; choose another name",
        .cannotCreate)
    default:
      if access(path, W_OK) != 0 { throw cannotCreate(path) }
    }
  }

  /// Checks that a new file can be made, before the work of making its contents.
  ///
  /// - Throws: ``CommandError`` (73, 77), which names the file.
  static func checkNew(_ path: String) throws(CommandError) {
    var status = stat()
    guard lstat(path, &status) != 0 else { throw isThere(path) }
    guard errno == ENOENT else { throw cannotCreate(path) }
    try checkFolder(of: path)
  }

  private static func isThere(_ path: String) -> CommandError {
    CommandError(
      "\(path): a file of that name exists, and is never overwritten; choose another name",
      .cannotCreate)
  }

  private static func checkFolder(of path: String) throws(CommandError) {
    if path.isEmpty || access(folder(of: path), W_OK | X_OK) != 0 { throw cannotCreate(path) }
  }

  static func folder(of path: String) -> String {
    path.lastIndex(of: "/").map { String(path[...$0]) } ?? "."
  }

  /// The first characters of a file; empty if the file cannot be read.
  private static func start(of path: String) -> String {
    let descriptor = open(path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { return "" }
    defer { close(descriptor) }
    var bytes = [UInt8](repeating: 0, count: 1024)
    let count = read(descriptor, &bytes, bytes.count)
    return String(decoding: bytes.prefix(max(0, count)), as: UTF8.self)
  }

  /// Writes a text to a new file, or in place of the file that has this name, which stays if writing fails.
  ///
  /// - Throws: ``CommandError``, which names the file: 73 or 77 if it cannot be created or the medium is full, 74 if
  ///   writing fails otherwise.
  static func write(_ text: String, to path: String) throws {
    guard isWrittenInPlace(path) else { return try replace(text, at: path) }
    let descriptor = open(path, O_WRONLY | O_TRUNC | O_CLOEXEC)
    guard descriptor >= 0 else { throw cannotCreate(path) }
    try write(text, to: descriptor, path)
  }

  /// True for a file that another file cannot replace: a special file, a name of an open file, such as `/dev/stdout`,
  /// and a file in a folder that accepts no new files.
  private static func isWrittenInPlace(_ path: String) -> Bool {
    var status = stat()
    guard stat(path, &status) == 0 else { return false }
    return status.st_mode & S_IFMT != S_IFREG
      || ["/dev/fd/", "/dev/std", "/proc/"].contains { path.hasPrefix($0) }
      || access(folder(of: resolved(path)), W_OK | X_OK) != 0
  }

  /// Replaces a file, or creates it, so that a reader sees either the old text or the new one.
  ///
  /// The file keeps its owner and mode, and links are followed.
  ///
  /// - Parameter isLasting: true for a person's own file: the new text reaches the medium before the old text is
  ///   removed.
  /// - Throws: ``CommandError``, which names a file: 73 or 77 if the file cannot be created or the medium is full, 74
  ///   if writing fails otherwise.
  static func replace(
    _ text: String, at path: String, isLasting: Bool = false
  ) throws(CommandError) {
    let target = resolved(path)
    // The name belongs to this process alone: a file `x.new` beside `x` may be a person's own.
    let temporary = "\(folder(of: target))/.pinna-\(getpid()).new"
    let descriptor = open(temporary, O_WRONLY | O_CREAT | O_TRUNC | O_NOFOLLOW | O_CLOEXEC, 0o644)
    guard descriptor >= 0 else { throw cannotCreate(target) }
    var status = stat()
    if stat(target, &status) == 0 {
      // For anyone but root this may fail, because only root can give a file to another user.
      _ = fchown(descriptor, status.st_uid, status.st_gid)
      _ = fchmod(descriptor, status.st_mode & 0o7777)
    }
    // On FAT, a file that is not synced again under its new name can be lost in a power cut.
    let kept = isLasting ? open(temporary, O_RDONLY | O_CLOEXEC) : -1
    defer { close(kept) }
    do {
      try write(text, to: descriptor, path, isLasting: isLasting)
      guard rename(temporary, target) == 0 else {
        throw failure(path, "cannot be written", .inputOutput)
      }
    } catch {
      unlink(temporary)
      throw (error as? CommandError) ?? CommandError("\(path): \(error)", .inputOutput)
    }
    let place = isLasting ? open(folder(of: target), O_RDONLY | O_DIRECTORY | O_CLOEXEC) : -1
    defer { close(place) }
    for descriptor in [kept, place] where descriptor >= 0 { fsync(descriptor) }
  }

  /// The absolute path with its links followed if the file exists; otherwise the path itself.
  static func resolved(_ path: String) -> String {
    guard let real = realpath(path, nil) else { return path }
    defer { free(real) }
    return String(cString: real)
  }

  /// Writes a text to a file that must be new; if writing fails, no file is left.
  ///
  /// - Throws: ``CommandError``, which names the file: 73 or 77 if it exists or cannot be created, or the medium is
  ///   full, 74 if writing fails otherwise.
  static func create(_ text: String, at path: String) throws {
    let descriptor = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o644)
    guard descriptor >= 0 else { throw errno == EEXIST ? isThere(path) : cannotCreate(path) }
    do {
      try write(text, to: descriptor, path)
    } catch {
      unlink(path)
      throw error
    }
  }

  private static func write(
    _ text: String, to descriptor: Int32, _ path: String, isLasting: Bool = false
  ) throws {
    do {
      try FileDescriptorWriter.write(text, to: descriptor)
      if isLasting, fsync(descriptor) != 0 {
        throw failure(path, "cannot be written", .inputOutput)
      }
    } catch {
      close(descriptor)
      throw failure(path, "cannot be written", .inputOutput)
    }
    // A disk that is full or has vanished may report its error only now.
    guard close(descriptor) == 0 else { throw failure(path, "cannot be written", .inputOutput) }
  }

  private static func cannotCreate(_ path: String) -> CommandError {
    let isForbidden = errno == EACCES || errno == EPERM
    if errno == ENOENT, let end = path.lastIndex(of: "/"), access(folder(of: path), F_OK) != 0 {
      return CommandError(
        "\(path): there is no folder \(path[..<end]); create it, or name another file",
        .cannotCreate)
    }
    return failure(path, "cannot be created", isForbidden ? .noPermission : .cannotCreate)
  }

  private static func failure(_ path: String, _ what: String, _ code: ExitCode) -> CommandError {
    let isFull = errno == ENOSPC || errno == EDQUOT
    let remedy = isFull ? "; free some space or use another folder" : ""
    return CommandError(
      "\(path): \(what): \(String(cString: strerror(errno)))\(remedy)",
      isFull ? .cannotCreate : code)
  }
}
