import Glibc

/// The two ends of a connection between this process and a program that it is about to start.
///
/// Whoever uses an end must close it.
struct CodecChannel {
  let ours: Int32
  let theirs: Int32

  /// Opens a connection; neither end gets the number 0, 1 or 2, because the program uses these for its input and
  /// outputs.
  init() throws(CodecProcess.Failure) {
    var pair: [Int32] = [-1, -1]
    let kind = Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue)
    guard socketpair(AF_UNIX, kind, 0, &pair) == 0 else { throw .start(code: errno) }
    ours = Self.lifted(pair[0])
    theirs = Self.lifted(pair[1])
    if ours < 0 || theirs < 0 {
      close()
      throw .start(code: EMFILE)
    }
  }

  func close() {
    for end in [ours, theirs] where end >= 0 { _ = Glibc.close(end) }
  }

  /// The same end of the connection under a number above 2; negative if no number is left.
  private static func lifted(_ descriptor: Int32) -> Int32 {
    if descriptor > 2 { return descriptor }
    let lifted = fcntl(descriptor, F_DUPFD_CLOEXEC, 3)
    _ = Glibc.close(descriptor)
    return lifted
  }
}
