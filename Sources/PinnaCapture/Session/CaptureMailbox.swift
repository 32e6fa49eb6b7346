import Recorder
import Synchronization
import Varlink

/// The orders of any thread to the control thread of a session.
final class CaptureMailbox: Sendable {
  /// An order: it is given the recorder, or the reason why there is none.
  typealias Order = @Sendable (Result<CaptureCore, CaptureError>) -> Void

  private struct State {
    var orders: [Order] = []
    /// The reason why nothing is done any more.
    var end: CaptureError?
  }

  private let state = Mutex(State())
  private let bell: WakeUpPipe
  /// Raised when the session is to end.
  let stop = StopFlag()

  /// An empty mailbox.
  ///
  /// - Throws: ``CaptureError/system(_:)`` when the system has no descriptors left.
  init() throws(CaptureError) {
    guard let bell = WakeUpPipe() else {
      throw .system("the system has no file descriptors left; close some")
    }
    self.bell = bell
  }

  /// A descriptor that can be read when there are orders.
  var descriptor: Int32 { bell.descriptor }

  /// Leaves an order.
  func post(_ order: @escaping Order) {
    let end = state.withLock { state in
      if state.end == nil { state.orders.append(order) }
      return state.end
    }
    if let end { return order(.failure(end)) }
    bell.ring()
  }

  /// Asks for the end.
  func close() {
    stop.raise()
    bell.ring()
  }

  /// Takes out the orders so far.
  ///
  /// - Thread: control.
  func drain() -> [Order] {
    bell.hear()
    return state.withLock { state in
      defer { state.orders = [] }
      return state.orders
    }
  }

  /// Answers all orders from now on with an error.
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

  /// Does something on the control thread, and waits for what comes of it.
  ///
  /// - Throws: the error of the work, or that of a session that has ended.
  func perform<Value: Sendable>(
    _ work: @escaping @Sendable (CaptureCore) throws(CaptureError) -> Value
  ) async throws(CaptureError) -> Value {
    let result: Result<Value, CaptureError> = await withCheckedContinuation { continuation in
      post { core in continuation.resume(returning: Self.result(core, work)) }
    }
    return try result.get()
  }

  private static func result<Value>(
    _ core: Result<CaptureCore, CaptureError>,
    _ work: (CaptureCore) throws(CaptureError) -> Value
  ) -> Result<Value, CaptureError> {
    do throws(CaptureError) {
      return .success(try work(try core.get()))
    } catch {
      return .failure(error)
    }
  }
}
