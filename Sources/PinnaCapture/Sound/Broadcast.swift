import Synchronization

/// Something of which a slow listener may miss some, and is told how many.
protocol Missable: Sendable {
  /// Units that were left out before this one.
  var missed: Int { get set }
  /// The units that are missed with this one.
  var weight: Int { get }
}

extension CaptureChange: Missable {
  var weight: Int { 1 + missed }
}

extension Levels: Missable {
  var weight: Int { 1 + missed }
}

/// One sender, and listeners with a queue each that has a limit: nobody waits for a slow one, and it is told what it
/// missed.
final class Broadcast<Element: Missable>: Sendable {
  private struct Listener {
    var continuation: AsyncStream<Element>.Continuation
    /// Units that found its queue full.
    var missed = 0
  }

  private struct State {
    var listeners: [Int: Listener] = [:]
    var next = 0
    var isFinished = false
  }

  private let state = Mutex(State())

  /// True while anything listens.
  var isWanted: Bool { state.withLock { !$0.listeners.isEmpty } }

  /// Elements from now on, of which so many wait at most.
  func listen(capacity: Int) -> AsyncStream<Element> {
    let (stream, continuation) = AsyncStream<Element>.makeStream(
      bufferingPolicy: .bufferingOldest(max(1, capacity)))
    let number: Int? = state.withLock { state in
      guard !state.isFinished else { return nil }
      state.next += 1
      state.listeners[state.next] = Listener(continuation: continuation)
      return state.next
    }
    guard let number else {
      continuation.finish()
      return stream
    }
    continuation.onTermination = { [weak self] _ in
      self?.state.withLock { _ = $0.listeners.removeValue(forKey: number) }
    }
    return stream
  }

  /// Gives an element to everything that listens.
  func send(_ element: Element) {
    // A termination takes the lock: nothing is given to a listener while it is held.
    let listeners = state.withLock { $0.listeners }
    for (number, listener) in listeners {
      var element = element
      element.missed += listener.missed
      let missed: Int
      switch listener.continuation.yield(element) {
      case .dropped(let lost): missed = lost.weight
      default: missed = 0
      }
      state.withLock { $0.listeners[number]?.missed = missed }
    }
  }

  /// Ends every sequence; none begins any more.
  func finish() {
    let listeners = state.withLock { state in
      defer { (state.listeners, state.isFinished) = ([:], true) }
      return state.listeners
    }
    for listener in listeners.values { listener.continuation.finish() }
  }
}
