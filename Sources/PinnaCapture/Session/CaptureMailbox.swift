import Recorder
import Synchronization
import Varlink

/// Carries orders from any thread to the control thread of a session.
final class CaptureMailbox: Sendable {
  /// Work for the control thread; it gets the recorder, or the reason why there is none.
  typealias Order = @Sendable (Result<CaptureCore, CaptureError>) -> Void

  private struct State {
    var orders: [Order] = []
    /// The reason why orders are no longer carried out; `nil` while the session is open.
    var end: CaptureError?
  }

  private let state = Mutex(State())
  private let bell: WakeUpPipe
  /// A flag that is raised to end the session.
  let stop = StopFlag()

  /// Makes an empty mailbox.
  ///
  /// - Throws: ``CaptureError/system(_:)`` if the system has no descriptors left.
  init() throws(CaptureError) {
    guard let bell = WakeUpPipe() else {
      throw .system("the system has no file descriptors left; close some")
    }
    self.bell = bell
  }

  /// A descriptor that is readable while orders wait.
  var descriptor: Int32 { bell.descriptor }

  /// Adds an order for the control thread.
  func post(_ order: @escaping Order) {
    let end = state.withLock { state in
      if state.end == nil { state.orders.append(order) }
      return state.end
    }
    if let end { return order(.failure(end)) }
    bell.ring()
  }

  /// Asks the control thread to end the session.
  func close() {
    stop.raise()
    bell.ring()
  }

  /// Removes and returns the waiting orders.
  ///
  /// - Thread: control.
  func drain() -> [Order] {
    bell.hear()
    return state.withLock { state in
      defer { state.orders = [] }
      return state.orders
    }
  }

  /// Answers the waiting orders, and all later orders, with an error.
  ///
  /// - Thread: control.
  func end(_ error: CaptureError) {
    let left = state.withLock { state in
      defer { state.orders = [] }
      state.end = error
      return state.orders
    }
    for order in left { order(.failure(error)) }
  }

  /// Runs work on the control thread, waits for it and returns its result.
  ///
  /// - Throws: the error of the work, or the reason why the session has ended.
  func perform<Value: Sendable>(
    _ work: @escaping @Sendable (CaptureCore) throws(CaptureError) -> Value
  ) async throws(CaptureError) -> Value {
    let result: Result<Value, CaptureError> = await withCheckedContinuation { continuation in
      post { core in
        continuation.resume(
          returning: Result { () throws(CaptureError) in try work(try core.get()) })
      }
    }
    return try result.get()
  }
}
