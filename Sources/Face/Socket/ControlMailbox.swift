import Synchronization
import Varlink

/// The place where a recorder's socket thread and its control thread exchange orders and outcomes.
///
/// Nothing in it grows without bound: it holds a limited number of orders, one outcome for each, and only the newest
/// state. It is locked only while something is put in or taken out, and no realtime thread uses it.
package final class ControlMailbox: Sendable {
  private struct Contents {
    var orders: [ControlOrder] = []
    var outcomes: [(VarlinkServer.CallID, ControlOutcome)] = []
    var newest: RecorderStatus?
    var watchers = 0
  }

  /// The most orders that can wait.
  ///
  /// Orders that return a lent device are accepted beyond this limit, one for each such device.
  static let mostOrders = 64

  private let contents = Mutex(Contents())
  private let taking = Atomic(false)
  private let socketBell: WakeUpPipe
  private let recorderBell: WakeUpPipe

  /// Creates an empty mailbox that rings one bell for each side.
  package init(socket: WakeUpPipe, recorder: WakeUpPipe) {
    (socketBell, recorderBell) = (socket, recorder)
  }

  // MARK: - The side of the socket

  /// Puts in an order; returns false if too many are waiting.
  func put(_ order: ControlOrder) -> Bool {
    let isTaken = contents.withLock { contents in
      // A lent device must be returned, however many orders are waiting.
      guard contents.orders.count < Self.mostOrders || order.wish == .release else { return false }
      contents.orders.append(order)
      return true
    }
    recorderBell.ring()
    return isTaken
  }

  /// Sets the number of clients that are watching the state.
  func setWatchers(_ count: Int) {
    let isFirst = contents.withLock { contents in
      defer { contents.watchers = count }
      return count > contents.watchers
    }
    if isFirst { recorderBell.ring() }
  }

  /// Takes out the outcomes, and the newest state if there is a new one.
  func collect() -> (
    outcomes: [(VarlinkServer.CallID, ControlOutcome)], newest: RecorderStatus?
  ) {
    contents.withLock { contents in
      defer { (contents.outcomes, contents.newest) = ([], nil) }
      return (contents.outcomes, contents.newest)
    }
  }

  // MARK: - The side of the recorder

  /// Takes out all orders.
  package func orders() -> [ControlOrder] {
    recorderBell.hear()
    return contents.withLock { contents in
      defer { contents.orders = [] }
      return contents.orders
    }
  }

  /// Puts in the outcome of an order.
  package func put(_ outcome: ControlOutcome, for order: ControlOrder) {
    put(outcome, for: order.call)
  }

  /// Puts in the outcome of a call.
  func put(_ outcome: ControlOutcome, for call: VarlinkServer.CallID) {
    contents.withLock { $0.outcomes.append((call, outcome)) }
    socketBell.ring()
  }

  /// True while a take is being made; no long work is done during that time.
  var isTaking: Bool {
    get { taking.load(ordering: .relaxed) }
    set { taking.store(newValue, ordering: .relaxed) }
  }

  /// True while any client watches the state.
  package var isWatched: Bool { contents.withLock { $0.watchers > 0 } }

  /// Puts in the newest state, which replaces any older one.
  package func publish(_ status: RecorderStatus) {
    contents.withLock { $0.newest = status }
    socketBell.ring()
  }
}
