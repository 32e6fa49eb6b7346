import CRealtimeGuard
import Essentials
import Glibc

/// A thread of the recorder with a name and, where it is granted, a realtime priority.
///
/// - Thread: control.
package final class Thread {
  /// Bytes of a stack by default.
  ///
  /// The 8 MiB that threads get otherwise are locked in memory, page by page, where memory is locked. Most threads call
  /// only a few small functions deep; see ``largeStack`` for the others.
  package static let smallStack = 512 << 10
  /// Bytes of a stack for codecs, file systems and the design of filters, whose depth is not ours.
  package static let largeStack = SystemThread.largeStack
  /// Bytes of the stack of a realtime thread that are touched before it begins: a missing page costs milliseconds.
  private static let touchedStack = 256 << 10

  /// The errno of the refusal, when a realtime priority was asked for and refused.
  package let refusal: Int32?
  private var handle: pthread_t
  /// True when the thread was waited for, or never will be.
  private var isJoined = false

  /// Starts a thread.
  ///
  /// - Parameters:
  ///   - name: the name that `ps -T` shows behind "pinna-"; at most 9 letters.
  ///   - priority: SCHED_FIFO priority, or `nil` for an ordinary thread. Refusal is reported in ``refusal``, never
  ///     fatal.
  /// - Throws: ``SessionFault/threadRefused(errno:)`` when the system has no free thread.
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

  /// Lets the system take the thread's stack back when it has ended; it cannot be waited for any more.
  package func detach() {
    guard !isJoined else { return }
    pthread_detach(handle)
    isJoined = true
  }

  /// Asks for SCHED_FIFO of a priority.
  private static func set(_ priority: Int, of attributes: inout pthread_attr_t) {
    var parameter = sched_param()
    parameter.sched_priority = Int32(priority)
    pthread_attr_setinheritsched(&attributes, Int32(PTHREAD_EXPLICIT_SCHED))
    pthread_attr_setschedpolicy(&attributes, SCHED_FIFO)
    pthread_attr_setschedparam(&attributes, &parameter)
  }
}

/// Sleeps; for polling threads only, never for policy.
package func pause(milliseconds: Int) {
  var time = timespec(tv_sec: milliseconds / 1000, tv_nsec: (milliseconds % 1000) * 1_000_000)
  nanosleep(&time, nil)
}
