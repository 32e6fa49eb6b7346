import Synchronization
import TakeFiles

/// The sync thread of a take: brings written data to the storage medium, so that no other thread has to wait for it.
///
/// - Thread: ``run()`` on the sync thread, everything else on any.
final class TakeSyncer: Sendable {
  private struct State {
    var files: [FileSyncer] = []
    var isRequested = false
    var isStopping = false
    var error: TakeFileError?
    var longest = Duration.zero
    /// The time since which data is written that the medium may not have.
    var behindSince: ContinuousClock.Instant?
  }

  private let state = Mutex(State())
  private let completed = Atomic<Int>(0)
  /// True when the thread is done: a sync of a dying medium may not come back for long.
  let isDone = Atomic<Bool>(false)

  private let sync: Sync

  /// Brings the written data of a file to the medium, and returns when it is there.
  typealias Sync = @Sendable (FileSyncer) throws(TakeFileError) -> Void

  /// A sync thread without files.
  init(sync: @escaping Sync = { (file: FileSyncer) throws(TakeFileError) in try file.sync() }) {
    self.sync = sync
  }

  /// Adds a file that is being written.
  func add(_ file: FileSyncer) { state.withLock { $0.files.append(file) } }

  /// Forgets the files; their last sync is the writer's.
  func removeAll() { state.withLock { $0.files = [] } }

  /// Asks for a sync; while one runs, for one after it.
  func request() {
    let now = ContinuousClock.now
    state.withLock { state in
      state.isRequested = true
      state.behindSince = state.behindSince ?? now
    }
  }

  /// Ends ``run()`` after the sync that runs.
  func stop() { state.withLock { $0.isStopping = true } }

  /// True when a sync has come back since the start.
  var hasSynced: Bool { completed.load(ordering: .acquiring) > 0 }

  /// The error of a medium that failed.
  var error: TakeFileError? { state.withLock { $0.error } }

  /// Seconds since the oldest write that the medium may not have.
  var unsyncedSeconds: Double {
    let since = state.withLock { $0.behindSince }
    return since.map { $0.duration(to: .now).seconds } ?? 0
  }

  /// Seconds that the longest sync took.
  var longestSyncSeconds: Double { state.withLock { $0.longest }.seconds }

  /// Syncs whenever it is asked to, until it is stopped or the medium fails.
  func run() {
    defer { isDone.store(true, ordering: .releasing) }
    while true {
      let (files, isStopping) = state.withLock { state in
        defer { state.isRequested = false }
        return (state.isRequested ? state.files : [], state.isStopping)
      }
      if !files.isEmpty, !syncAll(files) { return }
      if isStopping { return }
      // This thread need not be woken: requests come every half second.
      if files.isEmpty { pause(milliseconds: 40) }
    }
  }

  private func syncAll(_ files: [FileSyncer]) -> Bool {
    let start = ContinuousClock.now
    do throws(TakeFileError) {
      for file in files where file.isBehind { try sync(file) }
    } catch {
      state.withLock { $0.error = error }
      return false
    }
    let end = ContinuousClock.now
    state.withLock { state in
      state.longest = max(state.longest, start.duration(to: end))
      // Data of a request in the meantime was written after the start.
      state.behindSince = state.isRequested ? start : nil
    }
    completed.add(1, ordering: .releasing)
    return true
  }
}

extension Duration {
  /// In seconds.
  fileprivate var seconds: Double {
    let (seconds, attoseconds) = components
    return Double(seconds) + Double(attoseconds) * 1e-18
  }
}
