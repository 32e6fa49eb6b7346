import Essentials
import Glibc

/// Computed values on disk: one file per value, named by the hash of a text of everything it depends on.
///
/// A file also holds that text, so that two texts with one hash are never mixed up, and a checksum over everything, so
/// that a damaged value is not used. Anything unexpected in a file, or a system error, counts as a missing value, which
/// is computed again.
struct KeptFiles: Sendable {
  let directory: String
  /// The name and version of the format.
  let magic: String
  /// The file name extension.
  let ending: String
  /// The size of the largest file, in bytes.
  let largest: Int

  /// The contents kept for this text.
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

  /// Keeps contents for this text; a directory that is not writable only costs time.
  ///
  /// - Returns: the errno of the failure; `nil` if they are kept.
  @discardableResult func keep(_ contents: KeptContents, for text: String) -> Int32? {
    var whole = KeptContents(Array(magic.utf8)[...])
    whole.append(text.utf8.count)
    whole.bytes += text.utf8
    whole.bytes += contents.bytes
    whole.append(Self.checksum(whole.bytes))
    guard whole.bytes.count <= largest else { return EFBIG }
    Self.makeDirectories(directory)
    // Readers see the whole file or none: write beside it, then rename.
    let target = path(text)
    let temporary = "\(target).\(getpid())"
    var failure = Self.write(whole.bytes, to: temporary)
    if failure == nil, rename(temporary, target) != 0 { failure = errno }
    if failure != nil { unlink(temporary) }
    return failure
  }

  /// The path of the lock for a text's value; creates the folder if possible.
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

  /// The bytes of a regular file; anything else with that name was not kept by us and must not block the reader.
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

  /// Writes a new file; returns the errno of a failure.
  private static func write(_ bytes: ArraySlice<UInt8>, to path: String) -> Int32? {
    // A file of that name was left by a killed process with the same number.
    unlink(path)
    let descriptor = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o644)
    guard descriptor >= 0 else { return errno }
    let written = bytes.withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress, $0.count) }
    // A short write without an error: no more free space.
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

/// Runs a body while no other thread or process does so for the same text, so that a value needed by many at once is
/// computed once.
///
/// The lock ends with the process that holds it. A process stopped midway blocks nobody forever, and without a lock a
/// value is computed twice.
///
/// - Parameters:
///   - files: where the value is kept; `nil` for nowhere.
///   - patience: the longest wait in seconds.
///   - isWanted: called during the wait; returning false ends it.
func alone<Value, Failure>(
  _ files: KeptFiles?, _ text: String, patience: Double = 10,
  isWanted: () -> Bool = { true }, _ body: () throws(Failure) -> Value
) throws(Failure) -> Value {
  guard let lock = files?.lock(for: text) else { return try body() }
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
