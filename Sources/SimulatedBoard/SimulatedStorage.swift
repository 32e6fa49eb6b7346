import Glibc
import Recorder
import Synchronization
import TakeFiles

/// A card that can stall, fill up, vanish and come back.
///
/// What it admits is written to real files.
public final class SimulatedStorage: StoragePort {
  private struct State {
    var isStalled = false
    var errno: Int32?
    var failsAtClose = false
    var freeBytes: Int?
    var fileLimit: Int?
  }

  private let state = Mutex(State())

  /// A card that takes everything.
  public init() {}

  /// Waits while the card stalls, then admits the write or refuses it.
  public func admit(bytes: Int) throws(StorageRefusal) {
    waitWhileStalled()
    let errno: Int32? = state.withLock { state in
      if state.errno == nil, let free = state.freeBytes {
        if bytes > free { return ENOSPC }
        state.freeBytes = free - bytes
      }
      return state.errno
    }
    if let errno { throw StorageRefusal(errno: errno) }
  }

  /// Refuses on a card that is gone or fails at closing; a full one only takes no more.
  public func admitConclusion() throws(StorageRefusal) {
    waitWhileStalled()
    let errno: Int32? = state.withLock { state in
      if state.failsAtClose { return EIO }
      return state.errno == ENOSPC ? nil : state.errno
    }
    if let errno { throw StorageRefusal(errno: errno) }
  }

  /// What the scenario left, and where it says nothing the real disk; `nil` while the card is refused.
  public func freeBytes(directory: String) -> Int? {
    let (isRefusing, free) = state.withLock { ($0.errno != nil, $0.freeBytes) }
    return isRefusing ? nil : free ?? PlainStorage().freeBytes(directory: directory)
  }

  /// What the simulation sets, else what the file system of the real files says.
  public func fileLimit(directory: String) -> Int? {
    state.withLock { $0.fileLimit } ?? FileSystemLimit.largestTakeFile(in: directory)
  }

  /// Ends files at so many bytes of audio.
  func limitFiles(bytes: Int?) { state.withLock { $0.fileLimit = bytes } }

  /// Refuses as long as writes are refused; then the real directory answers.
  public func check(directory: String) throws(StorageRefusal) {
    try admit(bytes: 0)
    try PlainStorage().check(directory: directory)
  }

  private func waitWhileStalled() {
    while isStalled {
      var time = timespec(tv_sec: 0, tv_nsec: 1_000_000)
      nanosleep(&time, nil)
    }
  }

  /// Whether writes wait now.
  var isStalled: Bool { state.withLock { $0.isStalled && $0.errno == nil } }

  /// Whether writes are refused now.
  var isRefusing: Bool { state.withLock { $0.errno != nil } }

  /// Whether the room is counted.
  var isLimited: Bool { state.withLock { $0.freeBytes != nil } }

  func setStalled(_ stalled: Bool) { state.withLock { $0.isStalled = stalled } }

  /// Refuses every write from now on.
  func refuse(errno: Int32) { state.withLock { $0.errno = errno } }

  /// Takes everything again.
  func comeBack() { state.withLock { $0.errno = nil } }

  /// Has room for so many bytes from now on.
  func limit(bytes: Int) { state.withLock { $0.freeBytes = bytes } }

  /// Lets no file be finished from now on.
  func failAtClose() { state.withLock { $0.failsAtClose = true } }
}
