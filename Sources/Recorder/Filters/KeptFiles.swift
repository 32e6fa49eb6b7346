import Essentials
import Glibc
import Synchronization

/// Computed values on disk: one file per value, named by the hash of a text that states everything on which the value
/// depends.
///
/// A file also holds that text, so that two texts with the same hash are never mixed up, and a checksum over
/// everything, so that a damaged value is not used. If a file contains anything unexpected, or the system reports an
/// error, the value counts as missing and is computed again.
struct KeptFiles: Sendable {
  let directory: String
  /// The name and version of the format.
  let magic: String
  /// The file name extension.
  let ending: String
  /// The size in bytes of the largest file that is read.
  let largest: Int

  /// The contents that are kept for a text; `nil` if there are none.
  func contents(for text: String) -> KeptContents? {
    guard let bytes = read(path(text)), bytes.starts(with: magic.utf8), bytes.count >= 8 else {
      return nil
    }
    var sum = KeptContents(bytes.suffix(8))
    let body = bytes.dropLast(8)
    guard sum.number() == Self.checksum(body) else { return nil }
    var contents = KeptContents(body.dropFirst(magic.utf8.count))
    guard contents.number() == text.utf8.count, contents.drop(text.utf8) else { return nil }
    return contents
  }

  /// Keeps contents for a text; if the folder cannot be written to, they are merely computed again.
  ///
  /// - Returns: the errno of the failure; `nil` if the contents are kept.
  @discardableResult func keep(_ contents: KeptContents, for text: String) -> Int32? {
    var whole = KeptContents(Array(magic.utf8)[...])
    whole.append(text.utf8.count)
    whole.bytes += text.utf8
    whole.bytes += contents.bytes
    whole.append(Self.checksum(whole.bytes))
    guard whole.bytes.count <= largest else { return EFBIG }
    Self.makeDirectories(directory)
    // Write to another file, then rename it, so that readers see the whole file or none.
    let target = path(text)
    let temporary = "\(target).\(getpid())"
    var failure = Self.write(whole.bytes, to: temporary)
    if failure == nil, rename(temporary, target) != 0 { failure = errno }
    if failure != nil { unlink(temporary) }
    return failure
  }

  /// The path of the lock file for the value of a text; the folder is created if possible.
  func lock(for text: String) -> String {
    Self.makeDirectories(directory)
    return path(text) + ".lock"
  }

  private func path(_ text: String) -> String {
    "\(directory)/\(fnv1a(text.utf8).hexadecimal(digits: 16))\(ending)"
  }

  private static func checksum(_ bytes: ArraySlice<UInt8>) -> Int {
    Int(truncatingIfNeeded: fnv1a(bytes))
  }

  /// Reads the bytes of a regular file; anything else with that name was not written by Pinna and must not block the
  /// reader.
  private func read(_ path: String) -> ArraySlice<UInt8>? {
    let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOFOLLOW | O_NOCTTY)
    guard descriptor >= 0 else { return nil }
    defer { close(descriptor) }
    var status = stat()
    guard fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG, status.st_size > 0,
      status.st_size <= largest
    else { return nil }
    var bytes = [UInt8](repeating: 0, count: Int(status.st_size))
    let count = bytes.withUnsafeMutableBytes { Glibc.read(descriptor, $0.baseAddress, $0.count) }
    return count == bytes.count ? bytes[...] : nil
  }

  /// Writes a new file; returns the errno if that fails.
  private static func write(_ bytes: ArraySlice<UInt8>, to path: String) -> Int32? {
    // If a file of that name exists, a killed process with the same process number left it.
    unlink(path)
    let descriptor = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o644)
    guard descriptor >= 0 else { return errno }
    let written = bytes.withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress, $0.count) }
    // A write that is short but reports no error means that no space is left.
    let failure: Int32? = written == bytes.count ? nil : written < 0 ? errno : ENOSPC
    let closed = close(descriptor)
    return failure ?? (closed == 0 ? nil : errno)
  }

  private static func makeDirectories(_ path: String) {
    for end in path.indices.dropFirst() where path[end] == "/" {
      mkdir(String(path[..<end]), 0o755)
    }
    mkdir(path, 0o755)
  }
}

/// The locks that threads of this process hold, or wait for other processes to release.
private let locksHere = Mutex<Set<String>>([])

/// Runs a body while no other thread or process runs one for the same text, so that a value that many need at once is
/// computed only once.
///
/// A lock ends with the process that holds it. The wait for other processes is limited, so that a process that hangs
/// does not block the others forever: the value is then merely computed twice. Threads of one process wait as long as
/// it takes, because a limit would be reached by all of them at once, and computing the value many times at once takes
/// even longer.
///
/// - Parameters:
///   - files: the files among which the value is kept; `nil` if it is not kept.
///   - patience: the longest wait for another process in seconds.
///   - isWanted: called during the wait; if it returns false, the wait ends.
func alone<Value, Failure>(
  _ files: KeptFiles?, _ text: String, patience: Double = 10,
  isWanted: () -> Bool = { true }, _ body: () throws(Failure) -> Value
) throws(Failure) -> Value {
  guard let lock = files?.lock(for: text) else { return try body() }
  while !locksHere.withLock({ $0.insert(lock).inserted }) {
    guard isWanted() else { return try body() }
    pause(milliseconds: 10)
  }
  defer { locksHere.withLock { _ = $0.remove(lock) } }
  let descriptor = open(lock, O_RDWR | O_CREAT | O_CLOEXEC | O_NONBLOCK | O_NOFOLLOW, 0o644)
  guard descriptor >= 0 else { return try body() }
  defer {
    unlink(lock)
    close(descriptor)
  }
  var waits = Int(patience * 100)
  while flock(descriptor, LOCK_EX | LOCK_NB) != 0, waits > 0, isWanted() {
    pause(milliseconds: 10)
    waits -= 1
  }
  return try body()
}
