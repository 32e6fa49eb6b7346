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
    /// How fast it writes, and what it may have written by now; `nil` for as fast as it can.
    var bytesPerSecond: Double?
    var allowance = 0.0
    var isBehind = false
  }

  private let state = Mutex(State())

  /// A card that takes everything, but for its defects.
  public init(_ defect: CardDefect? = nil) {
    state.withLock { state in
      if defect?.isReadOnly == true { state.errno = EROFS }
      state.freeBytes = defect?.freeBytes
      state.bytesPerSecond = defect?.bytesPerSecond
    }
  }

  /// Waits while the card stalls, then admits the write or refuses it.
  public func admit(bytes: Int) throws(StorageRefusal) {
    waitWhileStalled()
    waitForAllowance(bytes)
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
    while state.withLock({ $0.isStalled && $0.errno == nil }) {
      var time = timespec(tv_sec: 0, tv_nsec: 1_000_000)
      nanosleep(&time, nil)
    }
  }

  /// A slow card waits for simulated time to pass.
  private func waitForAllowance(_ bytes: Int) {
    while true {
      let isAllowed = state.withLock { state in
        guard let rate = state.bytesPerSecond, state.errno == nil else {
          state.isBehind = false
          return true
        }
        // A write that is larger than what the card takes in a step is begun when it has caught up.
        state.isBehind = state.allowance < min(Double(bytes), rate * Self.stepSeconds)
        if !state.isBehind { state.allowance -= Double(bytes) }
        return !state.isBehind
      }
      if isAllowed { return }
      var time = timespec(tv_sec: 0, tv_nsec: 1_000_000)
      nanosleep(&time, nil)
    }
  }

  /// Seconds of writing that a slow card may be ahead.
  private static let stepSeconds = 0.1

  /// Lets so many seconds pass.
  func pass(seconds: Double) {
    state.withLock { state in
      guard let rate = state.bytesPerSecond else { return }
      state.allowance = min(state.allowance + seconds * rate, rate * Self.stepSeconds)
    }
  }

  /// Lets a slow card be as fast as any: time does not pass any more.
  func finish() { state.withLock { $0.bytesPerSecond = nil } }

  /// Whether writes wait now.
  var isStalled: Bool {
    state.withLock { ($0.isStalled || $0.isBehind) && $0.errno == nil }
  }

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
