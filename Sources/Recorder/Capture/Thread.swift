import CRealtimeGuard
import Essentials
import Glibc
import Synchronization

/// A named thread of the recorder, with a realtime priority if one is requested and granted.
///
/// - Thread: control.
package final class Thread {
  /// The default size of a thread's stack in bytes.
  ///
  /// The system's default is 8 MiB, all of which would be locked if memory is locked. Most threads only call a few
  /// small functions within each other; ``largeStack`` is for the others.
  package static let smallStack = 512 << 10
  /// The size in bytes of the stack of a thread that calls codecs, file systems or the design of filters, whose depth
  /// of calls is not under our control.
  package static let largeStack = SystemThread.largeStack
  /// The number of bytes of a realtime thread's stack that are touched before its work begins, because a page fault
  /// costs milliseconds.
  private static let touchedStack = 256 << 10

  /// The errno with which a requested realtime priority was refused; `nil` if it was not refused.
  package let refusal: Int32?
  private var handle: pthread_t
  /// True once the thread has been joined or detached.
  private var isJoined = false

  /// Starts a thread.
  ///
  /// - Parameters:
  ///   - name: the name that `ps -T` shows after "pinna-"; at most 9 letters.
  ///   - priority: the SCHED_FIFO priority, or `nil` for an ordinary thread. A refusal is reported in ``refusal`` and
  ///     is never fatal.
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

  /// Lets the system reclaim the thread's stack when the thread ends; the thread can no longer be joined.
  package func detach() {
    guard !isJoined else { return }
    pthread_detach(handle)
    isJoined = true
  }

  /// Requests the SCHED_FIFO policy and a priority for a thread about to start.
  private static func set(_ priority: Int, of attributes: inout pthread_attr_t) {
    var parameter = sched_param()
    parameter.sched_priority = Int32(priority)
    pthread_attr_setinheritsched(&attributes, Int32(PTHREAD_EXPLICIT_SCHED))
    pthread_attr_setschedpolicy(&attributes, SCHED_FIFO)
    pthread_attr_setschedparam(&attributes, &parameter)
  }
}

/// Lets the calling thread sleep.
///
/// Only threads that poll may use it; no decision may depend on how long it sleeps.
package func pause(milliseconds: Int) {
  var time = timespec(tv_sec: milliseconds / 1000, tv_nsec: (milliseconds % 1000) * 1_000_000)
  nanosleep(&time, nil)
}

/// A value that several threads use, each of which reads or replaces the whole value.
final class SharedValue<Value: Sendable>: Sendable {
  private let state: Mutex<Value>

  init(_ value: Value) { state = Mutex(value) }

  var value: Value {
    get { state.withLock { $0 } }
    set { state.withLock { $0 = newValue } }
  }
}

/// A box that hands a value over to a thread: it is filled before the thread starts, and the thread empties it once.
package final class HandOver<Value: ~Copyable>: @unchecked Sendable {
  private var value: Value?

  /// Fills the box.
  package init(_ value: consuming Value) { self.value = consume value }

  /// Empties the box; returns `nil` if it is already empty.
  package func remove() -> Value? { value.take() }
}
