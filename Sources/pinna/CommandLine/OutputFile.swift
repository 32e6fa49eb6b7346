import Glibc

/// Writes a document to a file that the user named.
enum OutputFile {
  /// Writes the text to a new file, or in place of one of that name.
  ///
  /// - Throws: ``CommandError``: 73 or 77 when the file cannot be created, 74 when writing failed; all name the file.
  static func write(_ text: String, to path: String) throws {
    let descriptor = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o644)
    guard descriptor >= 0 else {
      let isForbidden = errno == EACCES || errno == EPERM
      throw failure(path, "cannot be created", isForbidden ? .noPermission : .cannotCreate)
    }
    do {
      try FileDescriptorWriter.write(text, to: descriptor)
    } catch {
      close(descriptor)
      throw failure(path, "cannot be written", .inputOutput)
    }
    // The last chance of a full or vanished disk to say so.
    guard close(descriptor) == 0 else { throw failure(path, "cannot be written", .inputOutput) }
  }

  private static func failure(_ path: String, _ what: String, _ code: ExitCode) -> CommandError {
    CommandError("\(path): \(what): \(String(cString: strerror(errno)))", code)
  }
}
