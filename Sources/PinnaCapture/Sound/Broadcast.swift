import Synchronization

/// An element that a slow listener can miss; it states how much was missed before it.
protocol Missable: Sendable {
  /// The number of units missed before this element.
  var missed: Int { get set }
  /// The number of units that a listener misses if this element is left out.
  var weight: Int { get }
}

extension CaptureChange: Missable {
  var weight: Int { 1 + missed }
}

extension Levels: Missable {
  var weight: Int { 1 + missed }
}

/// Sends elements to listeners, each of which has a limited queue.
///
/// A slow listener delays nothing, and learns how much it missed.
final class Broadcast<Element: Missable>: Sendable {
  private struct Listener {
    var continuation: AsyncStream<Element>.Continuation
    /// Units lost because the queue of this listener was full.
    var missed = 0
  }

  private struct State {
    var listeners: [Int: Listener] = [:]
    var next = 0
    var isFinished = false
  }

  private let state = Mutex(State())

  /// True while there are listeners.
  var isWanted: Bool { state.withLock { !$0.listeners.isEmpty } }

  /// The elements from now on, with at most `capacity` elements in the queue.
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

  /// Sends an element to all listeners.
  func send(_ element: Element) {
    // The lock is not held while elements are sent, because an ending listener takes it.
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

  /// Ends every sequence, and accepts no new listeners.
  func finish() {
    let listeners = state.withLock { state in
      defer { (state.listeners, state.isFinished) = ([:], true) }
      return state.listeners
    }
    for listener in listeners.values { listener.continuation.finish() }
  }
}
