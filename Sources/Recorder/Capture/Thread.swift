import CRealtimeGuard
import Essentials
import Glibc

/// A named thread of the recorder, with a realtime priority if granted.
///
/// - Thread: control.
package final class Thread {
  /// Bytes of a stack by default.
  ///
  /// The default of 8 MiB would be locked, page by page, where memory is locked. Most threads call only a few small
  /// functions deep; see ``largeStack`` for the others.
  package static let smallStack = 512 << 10
  /// Bytes of a stack for codecs, file systems and the design of filters, whose depth is not ours.
  package static let largeStack = SystemThread.largeStack
  /// Bytes of a realtime thread's stack that are touched before it begins: a page fault costs milliseconds.
  private static let touchedStack = 256 << 10

  /// The errno if a requested realtime priority was refused.
  package let refusal: Int32?
  private var handle: pthread_t
  /// True if the thread was joined or detached.
  private var isJoined = false

  /// Starts a thread.
  ///
  /// - Parameters:
  ///   - name: the name that `ps -T` shows after "pinna-"; at most 9 letters.
  ///   - priority: SCHED_FIFO priority, or `nil` for an ordinary thread. Refusal is reported in ``refusal``, never
  ///     fatal.
  /// - Throws: ``SessionFault/threadRefused(errno:)`` if the system has no free thread.
  package init(
    name: String, priority: Int? = nil, stackBytes: Int = Thread.smallStack,
    body: @escaping @Sendable () -> Void
  ) throws(SessionFault) {
    let touched = priority == nil ? 0 : Self.touchedStack
    let named: @Sendable () -> Void = {
      realtime_thread_begin("pinna-" + name, touched)
      body()
    }
    var thread = pthread_t()
    var refused: Int32?
    var error: Int32 = 0
    if let priority {
      error = SystemThread.start(
        &thread, stackBytes: stackBytes, configure: { Self.set(priority, of: &$0) }, body: named)
      if error != 0 { refused = error }
    }
    if priority == nil || refused != nil {
      error = SystemThread.start(&thread, stackBytes: stackBytes, body: named)
    }
    guard error == 0 else { throw .threadRefused(errno: error) }
    handle = thread
    refusal = refused
  }

  /// Waits until the thread has ended.
  package func join() {
    guard !isJoined else { return }
    pthread_join(handle, nil)
    isJoined = true
  }

  /// Lets the system reclaim the thread's stack when it ends; it can no longer be joined.
  package func detach() {
    guard !isJoined else { return }
    pthread_detach(handle)
    isJoined = true
  }

  /// Requests SCHED_FIFO with a priority.
  private static func set(_ priority: Int, of attributes: inout pthread_attr_t) {
    var parameter = sched_param()
    parameter.sched_priority = Int32(priority)
    pthread_attr_setinheritsched(&attributes, Int32(PTHREAD_EXPLICIT_SCHED))
    pthread_attr_setschedpolicy(&attributes, SCHED_FIFO)
    pthread_attr_setschedparam(&attributes, &parameter)
  }
}

/// Sleeps; only for polling threads, never for policy.
package func pause(milliseconds: Int) {
  var time = timespec(tv_sec: milliseconds / 1000, tv_nsec: (milliseconds % 1000) * 1_000_000)
  nanosleep(&time, nil)
}
