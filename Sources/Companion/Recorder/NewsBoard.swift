import Essentials
import Face
import Glibc

/// The newest state of the recorder, for all open pages.
///
/// - Thread: any. Unchecked because all state is guarded by the lock.
package final class NewsBoard: @unchecked Sendable {
  /// The state of the recorder at one moment.
  package struct News: Sendable, Equatable {
    /// The number of this state; later states have higher numbers.
    package var number = 0
    /// The newest status; `nil` before the first one.
    package var status: RecorderStatus?
    /// The reason why the recorder does not answer; `nil` while it does.
    package var problem: String? = "the recorder has not answered yet"
    /// The time at which the recorder began to answer, or stopped answering.
    package var since = 0.0
  }

  private let lock = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)
  private let changed = UnsafeMutablePointer<pthread_cond_t>.allocate(capacity: 1)
  private var news = News()
  private var pages = 0

  /// Starts without news.
  package init() {
    news.since = Companion.now()
    pthread_mutex_init(lock, nil)
    TimedCondition.initialize(changed)
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

  /// The newest state that was posted.
  package var newest: News { locked { news } }

  /// The number of open pages.
  package var pageCount: Int { locked { pages } }

  /// Counts a page that opens (1) or closes (-1), and wakes everything that waits on the board.
  func count(_ change: Int) {
    locked {
      pages += change
      pthread_cond_broadcast(changed)
    }
  }

  /// Posts a status of the recorder.
  package func put(_ status: RecorderStatus, _ now: Double) {
    locked {
      if news.problem != nil { (news.problem, news.since) = (nil, now) }
      news.status = status
      news.number += 1
      pthread_cond_broadcast(changed)
    }
  }

  /// Posts that the recorder does not answer; its last status stays.
  package func put(problem: String, _ now: Double) {
    locked {
      if news.problem == nil || news.problem == News().problem { news.since = now }
      news.problem = problem
      news.number += 1
      pthread_cond_broadcast(changed)
    }
  }

  /// Removes the status: without an open page it is not renewed, and would become outdated.
  ///
  /// The time for which the recorder answers, or is away, counts from the next news, because earlier times are unknown.
  func clear() {
    locked { (news.status, news.problem) = (nil, News().problem) }
  }

  /// The newest state, once its number is above this one; after `seconds`, the newest state whatever its number.
  func news(after number: Int, within seconds: Double) -> News {
    locked {
      var end = TimedCondition.deadline(in: seconds)
      while news.number <= number {
        guard pthread_cond_timedwait(changed, lock, &end) != ETIMEDOUT else { break }
      }
      return news
    }
  }

  /// Waits until a page opens or closes, or until there is news, but at most `seconds`.
  func rest(_ seconds: Double) {
    locked {
      var end = TimedCondition.deadline(in: seconds)
      _ = pthread_cond_timedwait(changed, lock, &end)
    }
  }
}
