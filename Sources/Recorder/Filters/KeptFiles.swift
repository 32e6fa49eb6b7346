import Essentials
import Glibc

/// Computed values on disk: one file per value, named by the hash of a text of all that it depends on.
///
/// A file holds that text too, so that two texts with one hash are never mixed up, and a checksum over everything, so
/// that a damaged value is not used. Anything unexpected in a file, or an error of the system, means that there is
/// nothing: the value is computed again.
struct KeptFiles: Sendable {
  let directory: String
  /// The name of the format and of its version.
  let magic: String
  /// The ending of the names.
  let ending: String
  /// The size of the largest file, in bytes.
  let largest: Int

  /// The contents that were kept for this text.
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

  /// Keeps contents for this text; a directory that cannot be written costs time and nothing else.
  ///
  /// - Returns: the errno of the failure; `nil` when they are kept.
  @discardableResult func keep(_ contents: KeptContents, for text: String) -> Int32? {
    var whole = KeptContents(Array(magic.utf8)[...])
    whole.append(text.utf8.count)
    whole.bytes += text.utf8
    whole.bytes += contents.bytes
    whole.append(Self.checksum(whole.bytes))
    guard whole.bytes.count <= largest else { return EFBIG }
    Self.makeDirectories(directory)
    // A reader sees the whole file or none: write beside it, then rename.
    let target = path(text)
    let temporary = "\(target).\(getpid())"
    var failure = Self.write(whole.bytes, to: temporary)
    if failure == nil, rename(temporary, target) != 0 { failure = errno }
    if failure != nil { unlink(temporary) }
    return failure
  }

  /// The path of the lock for the value of a text, in a folder that is there if it can be made.
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

  /// The bytes of a regular file; anything else of that name was not kept here, and must not block the reader.
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

  /// Writes a new file; gives the errno of a failure.
  private static func write(_ bytes: ArraySlice<UInt8>, to path: String) -> Int32? {
    // A file of that name was left by a process of the same number that was killed.
    unlink(path)
    let descriptor = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o644)
    guard descriptor >= 0 else { return errno }
    let written = bytes.withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress, $0.count) }
    // Less than all without an error: there is no more free space.
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

/// Does something while no other thread or process does it for the same text, so that a value that many need at once is
/// computed once.
///
/// The lock goes with the process that holds it. One that was stopped in the midst holds up nobody for ever, and where
/// no lock can be had there is none: then a value is computed twice.
///
/// - Parameters:
///   - files: where the value is kept; `nil` for nowhere.
///   - patience: seconds of a wait, at most.
///   - isWanted: asked while it waits; false ends the wait.
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
