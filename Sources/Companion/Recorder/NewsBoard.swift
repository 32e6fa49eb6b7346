import Essentials
import Face

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

  private let condition = TimedCondition()
  private var news = News()
  private var pages = 0

  /// Starts without news.
  package init() { news.since = Companion.now() }

  /// The newest state that was posted.
  package var newest: News { condition.locked { news } }

  /// The number of open pages.
  package var pageCount: Int { condition.locked { pages } }

  /// Counts a page that opens (1) or closes (-1), and wakes everything that waits on the board.
  func count(_ change: Int) {
    condition.locked {
      pages += change
      condition.wakeAll()
    }
  }

  /// Posts a status of the recorder.
  package func put(_ status: RecorderStatus, _ now: Double) {
    condition.locked {
      if news.problem != nil { (news.problem, news.since) = (nil, now) }
      news.status = status
      news.number += 1
      condition.wakeAll()
    }
  }

  /// Posts that the recorder does not answer; its last status stays.
  package func put(problem: String, _ now: Double) {
    condition.locked {
      if news.problem == nil || news.problem == News().problem { news.since = now }
      news.problem = problem
      news.number += 1
      condition.wakeAll()
    }
  }

  /// Removes the status: without an open page it is not renewed, and would become outdated.
  ///
  /// The time for which the recorder answers, or is away, counts from the next news, because earlier times are unknown.
  func clear() {
    condition.locked { (news.status, news.problem) = (nil, News().problem) }
  }

  /// The newest state, once its number is above this one; after `seconds`, the newest state whatever its number.
  func news(after number: Int, within seconds: Double) -> News {
    condition.locked {
      let end = TimedCondition.moment(in: seconds)
      while news.number <= number, condition.wait(until: end) {}
      return news
    }
  }

  /// Waits until a page opens or closes, or until there is news, but at most `seconds`.
  func rest(_ seconds: Double) {
    _ = condition.locked { condition.wait(until: TimedCondition.moment(in: seconds)) }
  }
}
