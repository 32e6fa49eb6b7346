import Face
import Glibc

/// The newest state of the recorder, for all open pages.
///
/// - Thread: any. Unchecked because all state is guarded by the lock.
package final class NewsBoard: @unchecked Sendable {
  /// The news of a moment.
  package struct News: Sendable, Equatable {
    /// The number of these news; later ones have higher numbers.
    package var number = 0
    /// The newest state; `nil` before the first.
    package var status: RecorderStatus?
    /// The reason why the recorder does not answer; `nil` while it does.
    package var problem: String? = "the recorder has not answered yet"
    /// The time at which it began to answer, or stopped.
    package var since = 0.0
  }

  private let lock = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)
  private let changed = UnsafeMutablePointer<pthread_cond_t>.allocate(capacity: 1)
  private var news = News()
  private var pages = 0

  /// A board without news.
  package init() {
    news.since = Companion.now()
    pthread_mutex_init(lock, nil)
    var attributes = pthread_condattr_t()
    pthread_condattr_init(&attributes)
    pthread_condattr_setclock(&attributes, CLOCK_MONOTONIC)
    pthread_cond_init(changed, &attributes)
    pthread_condattr_destroy(&attributes)
  }

  deinit {
    pthread_mutex_destroy(lock)
    pthread_cond_destroy(changed)
    lock.deallocate()
    changed.deallocate()
  }

  private func locked<T>(_ body: () -> T) -> T {
    pthread_mutex_lock(lock)
    defer { pthread_mutex_unlock(lock) }
    return body()
  }

  /// The newest news.
  package var newest: News { locked { news } }

  /// The number of open pages.
  package var pageCount: Int { locked { pages } }

  /// Opens a page, or closes one.
  func count(_ change: Int) {
    locked {
      pages += change
      pthread_cond_broadcast(changed)
    }
  }

  /// Posts a state.
  package func put(_ status: RecorderStatus, _ now: Double) {
    locked {
      if news.problem != nil { (news.problem, news.since) = (nil, now) }
      news.status = status
      news.number += 1
      pthread_cond_broadcast(changed)
    }
  }

  /// Posts that the recorder does not answer; its last state stays.
  package func put(problem: String, _ now: Double) {
    locked {
      if news.problem == nil || news.number == 0 { news.since = now }
      news.problem = problem
      news.number += 1
      pthread_cond_broadcast(changed)
    }
  }

  /// Removes the state: without an open page it is not renewed, and becomes stale.
  func clear() {
    locked { (news.status, news.problem) = (nil, News().problem) }
  }

  /// The news after a number; waits for it at most `seconds`.
  func news(after number: Int, within seconds: Double) -> News {
    locked {
      var end = Self.time(in: seconds)
      while news.number <= number {
        guard pthread_cond_timedwait(changed, lock, &end) != ETIMEDOUT else { break }
      }
      return news
    }
  }

  /// Waits at most `seconds` for a page to open or close, or for news.
  func rest(_ seconds: Double) {
    locked {
      var end = Self.time(in: seconds)
      _ = pthread_cond_timedwait(changed, lock, &end)
    }
  }

  private static func time(in seconds: Double) -> timespec {
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC, &time)
    let sum = Double(time.tv_nsec) * 1e-9 + seconds
    time.tv_sec += Int(sum)
    time.tv_nsec = Int((sum - Double(Int(sum))) * 1e9)
    return time
  }
}
