import Glibc
import Recorder
import Synchronization
import TakeFiles

/// A card that can stall, fill up, vanish and come back.
///
/// Accepted writes go to real files.
package final class SimulatedStorage: StoragePort {
  private struct State {
    var isStalled = false
    var errno: Int32?
    var failsAtClose = false
    var freeBytes: Int?
    var fileLimit: Int?
    /// The write speed in bytes per second (`nil` for no limit), and the number of bytes that may be written so far.
    var bytesPerSecond: Double?
    var allowance = 0.0
    var isBehind = false
  }

  private let state = Mutex(State())

  /// Creates a card that accepts all writes, within the limits of its defects.
  package init(_ defect: CardDefect? = nil) {
    state.withLock { state in
      if defect?.isReadOnly == true { state.errno = EROFS }
      state.freeBytes = defect?.freeBytes
      state.bytesPerSecond = defect?.bytesPerSecond
    }
  }

  /// Waits while the card stalls, then admits the write or refuses it.
  ///
  /// - Throws: ``Recorder/StorageRefusal`` if the card refuses writes, or if this write exceeds the free space
  ///   (ENOSPC).
  package func admit(bytes: Int) throws(StorageRefusal) {
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

  /// Waits while the card stalls, then allows a file to be finished, even on a full card.
  ///
  /// - Throws: ``Recorder/StorageRefusal`` if the card is gone or read-only, or if closing a file fails (EIO).
  package func admitConclusion() throws(StorageRefusal) {
    waitWhileStalled()
    let errno: Int32? = state.withLock { state in
      if state.failsAtClose { return EIO }
      return state.errno == ENOSPC ? nil : state.errno
    }
    if let errno { throw StorageRefusal(errno: errno) }
  }

  /// The free space that the scenario sets or, if it sets none, the free space on the real disk; `nil` while the card
  /// refuses writes.
  package func freeBytes(directory: String) -> Int? {
    let (isRefusing, free) = state.withLock { ($0.errno != nil, $0.freeBytes) }
    return isRefusing ? nil : free ?? PlainStorage().freeBytes(directory: directory)
  }

  /// The file size limit that the simulation sets or, if it sets none, the limit of the file system with the real
  /// files.
  package func fileLimit(directory: String) -> Int? {
    state.withLock { $0.fileLimit } ?? FileSystemLimit.largestTakeFile(in: directory)
  }

  /// Limits files to `bytes` of audio.
  func limitFiles(bytes: Int?) { state.withLock { $0.fileLimit = bytes } }

  /// Checks that the card admits writes, and then checks the real directory.
  ///
  /// - Throws: ``Recorder/StorageRefusal`` if the card refuses writes, or if the real directory cannot be used.
  package func check(directory: String) throws(StorageRefusal) {
    try admit(bytes: 0)
    try PlainStorage().check(directory: directory)
  }

  private func waitWhileStalled() {
    while state.withLock({ $0.isStalled && $0.errno == nil }) {
      var time = timespec(tv_sec: 0, tv_nsec: 1_000_000)
      nanosleep(&time, nil)
    }
  }

  /// Waits until enough simulated time has passed for a slow card.
  private func waitForAllowance(_ bytes: Int) {
    while true {
      let isAllowed = state.withLock { state in
        guard let rate = state.bytesPerSecond, state.errno == nil else {
          state.isBehind = false
          return true
        }
        // A write larger than one step may begin as soon as the card has caught up by one step.
        state.isBehind = state.allowance < min(Double(bytes), rate * Self.stepSeconds)
        if !state.isBehind { state.allowance -= Double(bytes) }
        return !state.isBehind
      }
      if isAllowed { return }
      var time = timespec(tv_sec: 0, tv_nsec: 1_000_000)
      nanosleep(&time, nil)
    }
  }

  /// The lead, in seconds of writing, that a slow card may have over simulated time.
  private static let stepSeconds = 0.1

  /// Lets `seconds` pass.
  func pass(seconds: Double) {
    state.withLock { state in
      guard let rate = state.bytesPerSecond else { return }
      state.allowance = min(state.allowance + seconds * rate, rate * Self.stepSeconds)
    }
  }

  /// Removes the speed limit of a slow card; call it when time no longer passes.
  func finish() { state.withLock { $0.bytesPerSecond = nil } }

  /// True while writes wait.
  var isStalled: Bool {
    state.withLock { ($0.isStalled || $0.isBehind) && $0.errno == nil }
  }

  /// True while the card refuses writes.
  var isRefusing: Bool { state.withLock { $0.errno != nil } }

  /// True if the free space is limited.
  var isLimited: Bool { state.withLock { $0.freeBytes != nil } }

  func setStalled(_ stalled: Bool) { state.withLock { $0.isStalled = stalled } }

  /// Refuses every write from now on.
  func refuse(errno: Int32) { state.withLock { $0.errno = errno } }

  /// Accepts all writes again.
  func comeBack() { state.withLock { $0.errno = nil } }

  /// Limits the free space to `bytes` from now on.
  func limit(bytes: Int) { state.withLock { $0.freeBytes = bytes } }

  /// Makes finishing any file fail from now on.
  func failAtClose() { state.withLock { $0.failsAtClose = true } }
}
