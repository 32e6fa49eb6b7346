import Synchronization
import TakeFiles

/// The sync thread of a take, which brings written data to the storage medium so that no other thread has to wait for
/// the medium.
///
/// - Thread: ``run()`` on the sync thread, everything else on any thread.
final class TakeSyncer: Sendable {
  private struct State {
    var files: [FileSyncer] = []
    var isRequested = false
    var isStopping = false
    /// The number of frames of the take that the last request covers, and the number that the last sync covered.
    var (requestedFrames, syncedFrames) = (0, 0)
    var error: TakeFileError?
    var longest = Duration.zero
    /// The time of the oldest write that may not have reached the medium; `nil` if there is none.
    var behindSince: ContinuousClock.Instant?
  }

  private let state = Mutex(State())
  private let completed = Atomic<Int>(0)
  /// True once the thread has ended, which may take a long time if a sync hangs on a dying medium.
  let isDone = Atomic<Bool>(false)

  private let sync: Sync

  /// A function that brings the written data of a file to the medium, and returns once they are there.
  typealias Sync = @Sendable (FileSyncer) throws(TakeFileError) -> Void

  /// Creates a sync thread's work, without any files yet.
  init(sync: @escaping Sync = { (file: FileSyncer) throws(TakeFileError) in try file.sync() }) {
    self.sync = sync
  }

  /// Adds a file that is being written.
  func add(_ file: FileSyncer) { state.withLock { $0.files.append(file) } }

  /// Forgets all files; the writer itself syncs them for the last time.
  func removeAll() { state.withLock { $0.files = [] } }

  /// Requests a sync; if one is running, another will follow it.
  ///
  /// - Parameter frames: the number of frames of the take written so far.
  func request(frames: Int) {
    let now = ContinuousClock.now
    state.withLock { state in
      (state.isRequested, state.requestedFrames) = (true, frames)
      state.behindSince = state.behindSince ?? now
    }
  }

  /// Makes ``run()`` end after the current sync.
  func stop() { state.withLock { $0.isStopping = true } }

  /// True once at least one sync has succeeded.
  var hasSynced: Bool { completed.load(ordering: .acquiring) > 0 }

  /// The number of frames of the take that were written before the last successful sync.
  var syncedFrames: Int { state.withLock { $0.syncedFrames } }

  /// The error with which a sync failed; `nil` if none failed.
  var error: TakeFileError? { state.withLock { $0.error } }

  /// Seconds since the oldest write that may not have reached the medium.
  var unsyncedSeconds: Double {
    let since = state.withLock { $0.behindSince }
    return since.map { $0.duration(to: .now).seconds } ?? 0
  }

  /// The duration of the longest sync so far, in seconds.
  var longestSyncSeconds: Double { state.withLock { $0.longest }.seconds }

  /// Syncs the files whenever that is requested, until it is stopped or the medium fails.
  func run() {
    defer { isDone.store(true, ordering: .releasing) }
    while true {
      let (files, frames, isStopping) = state.withLock { state in
        defer { state.isRequested = false }
        return (state.isRequested ? state.files : [], state.requestedFrames, state.isStopping)
      }
      if !files.isEmpty, !syncAll(files, frames: frames) { return }
      if isStopping { return }
      // Nothing needs to wake this thread: requests come every half second.
      if files.isEmpty { pause(milliseconds: 40) }
    }
  }

  private func syncAll(_ files: [FileSyncer], frames: Int) -> Bool {
    let start = ContinuousClock.now
    do throws(TakeFileError) {
      for file in files where file.isBehind { try sync(file) }
    } catch {
      state.withLock { $0.error = error }
      return false
    }
    let end = ContinuousClock.now
    state.withLock { state in
      state.syncedFrames = frames
      state.longest = max(state.longest, start.duration(to: end))
      // If a sync was requested in the meantime, its data were written after `start`.
      state.behindSince = state.isRequested ? start : nil
    }
    completed.add(1, ordering: .releasing)
    return true
  }
}

extension Duration {
  /// The duration as a number of seconds.
  fileprivate var seconds: Double {
    let (seconds, attoseconds) = components
    return Double(seconds) + Double(attoseconds) * 1e-18
  }
}
