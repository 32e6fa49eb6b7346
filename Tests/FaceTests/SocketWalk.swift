import Glibc
import TestSupport
import Varlink

@testable import Face

/// A random walk of clients over the control socket of a recorder that answers in any order.
struct SocketWalk {
  /// The kinds of replies that were seen.
  private(set) var verdicts: Set<WalkingCall.Verdict> = []
  /// The first thing that was wrong.
  private(set) var problem: String?

  private let bench: ControlBench
  private let isCrowd: Bool
  private var random: SeededGenerator
  private var clients: [WalkingClient] = []
  private var clientCount = 0
  private var state = 0
  // The recorder's side: orders to be answered, what is lent, and what was given back.
  private var pending: [ControlOrder] = []
  private var lent: Set<VarlinkServer.CallID> = []
  private var released: Set<VarlinkServer.CallID> = []
  private var owners: [Int: String] = [:]
  private var upgraded: Set<Int> = []

  /// A walk; in a crowd there are more clients than the server takes.
  init(seed: UInt64, isCrowd: Bool) throws {
    bench = try ControlBench()
    bench.looksUp = false
    random = SeededGenerator(seed: seed)
    self.isCrowd = isCrowd
  }

  private mutating func below(_ count: Int) -> Int { Int.random(in: 0..<count, using: &random) }

  /// Goes so many steps, and to the end of all that was asked for.
  mutating func run(steps: Int) throws {
    for step in 0..<steps where problem == nil {
      try self.step()
      if problem != nil { problem? += " (step \(step))" }
    }
    if problem == nil { try settle() }
    if problem == nil { leave() }
  }

  private mutating func step() throws {
    let most = isCrowd ? 90 : 40
    if clients.count < most, below(clients.count < 4 ? 2 : 8) == 0 {
      clients.append(try WalkingClient(bench.path, number: clientCount))
      clientCount += 1
    }
    guard !clients.isEmpty else { return }
    let index = below(clients.count)
    let client = clients[index]
    switch below(100) {
    case ..<45:
      for _ in 0..<(1 + below(isCrowd ? 12 : 3)) { client.ask(&random) }
      if below(4) > 0 { client.send(atMost: .max) }
    case ..<60: client.send(atMost: 1 + below(120))
    case ..<80: read(client)
    case ..<83: forget(index)
    case ..<84: client.spoil(&random)
    // The recorder of a crowd is slow: more is asked for than may wait.
    case ..<90: if !isCrowd || below(80) == 0 { record(atMost: below(20)) }
    case ..<95: _ = bench.lookUps.answerNext()
    default: publish()
    }
    if below(2) == 0 { turn() }
  }

  /// Lets a client go without a word.
  private mutating func forget(_ index: Int) {
    verdicts.formUnion(clients[index].verdicts)
    clients.remove(at: index)
  }

  private mutating func publish() {
    state += 1
    bench.now += Double(below(20)) / 10
    bench.mailbox.publish(ControlBench.status("state \(state)."))
  }

  private mutating func turn() {
    bench.server.turn(bench.now, waiting: 0)
    if bench.server.connectionCount > RecorderInterface.connections {
      problem = "\(bench.server.connectionCount) connections"
    }
  }

  private mutating func read(_ client: WalkingClient) {
    problem = problem ?? client.read()
    if client.isOver, !client.mayEnd, !client.listens, !isCrowd {
      problem = problem ?? "client \(client.number) is sent away for nothing"
    }
  }

  // MARK: - The recorder

  /// Takes the orders, and answers some of them, in any order.
  private mutating func record(atMost most: Int) {
    let orders = bench.mailbox.orders()
    if orders.count(where: { $0.wish != .release }) > ControlMailbox.mostOrders {
      problem = "\(orders.count) orders wait"
    }
    for order in orders {
      if order.wish == .release { release(order.call) } else { pending.append(order) }
      note(order)
    }
    for _ in 0..<min(most, pending.count) { answer(pending.remove(at: below(pending.count))) }
  }

  /// Looks whether all orders of a connection are those of one client.
  private mutating func note(_ order: ControlOrder) {
    let name: String? =
      switch order.wish {
      case .hold(let by), .awaitPresses(let by), .listen(let by): by
      case .mark(let text): text
      case .select(let source, let pattern): source ?? pattern
      default: nil
      }
    guard let name else { return }
    if let owner = owners[order.call.connection], owner != name {
      problem = "an order of client \(name) on the connection of client \(owner)"
    }
    owners[order.call.connection] = name
  }

  private mutating func release(_ call: VarlinkServer.CallID) {
    if !released.insert(call).inserted { problem = "\(call) is given back twice" }
    lent.remove(call)
    let alive = clients.first { $0.connection == call.connection && !$0.mayEnd && !$0.isOver }
    if let alive, !isCrowd, !upgraded.contains(call.connection) {
      problem = "client \(alive.number) gives back what it still has"
    }
  }

  private mutating func answer(_ order: ControlOrder) {
    let call = order.call
    let token = WalkingCall.token(connection: call.connection, number: call.number)
    let outcome: ControlOutcome
    if order.wish == .status {
      outcome = .status(ControlBench.status(token))
    } else if !WalkingCall.isGranted(call.number) {
      outcome = .refused(reason: .notArmed, message: token)
    } else {
      switch order.wish {
      case .hold:
        if !released.contains(call) { lent.insert(call) }
        outcome = .lent(device: "hw:\(call.connection)")
      case .awaitPresses:
        if !released.contains(call) { lent.insert(call) }
        outcome = .awaited
      case .listen:
        upgraded.insert(call.connection)
        outcome = .listening
      case .change(.delete(let number, _)):
        outcome = .granted(.delete(number, name: "take \(number)"))
      default: outcome = .done
      }
    }
    bench.mailbox.put(outcome, for: order)
  }

  // MARK: - The end

  /// Lets all that was asked for come to its end, and looks whether everybody was told.
  private mutating func settle() throws {
    var rest = 0
    while rest < 6, problem == nil {
      let before = clients.map { ($0.awaited.count, $0.hasSent, $0.isOver) }
      for client in clients {
        client.send(atMost: .max)
        read(client)
      }
      while bench.lookUps.answerNext() {}
      record(atMost: .max)
      turn()
      bench.now += 0.1
      let after = clients.map { ($0.awaited.count, $0.hasSent, $0.isOver) }
      rest = before.elementsEqual(after, by: ==) ? rest + 1 : 0
    }
    for _ in 0..<3 {
      publish()
      bench.now += 1
      turn()
      for client in clients { read(client) }
    }
    for client in clients where problem == nil && !client.isOver && !client.listens {
      if !client.isServed {
        problem = "client \(client.number) waits for \(client.awaited[0].kind) for ever"
      } else if client.awaited.first?.kind == .watch, let told = client.state, told != state {
        problem = "client \(client.number) knows state \(told) of \(state)"
      }
    }
    let watching = clients.count {
      !$0.isOver && $0.awaited.first?.kind == .watch && $0.state != nil
    }
    if watching > RecorderInterface.mostWatchers { problem = problem ?? "\(watching) watch" }
    let served = clients.count { !$0.isOver && !$0.listens }
    if bench.server.connectionCount != served {
      problem = problem ?? "\(bench.server.connectionCount) connections of \(served) clients"
    }
    bench.send([0, 0])
  }

  /// Everybody goes, and takes nothing along.
  private mutating func leave() {
    while !clients.isEmpty { forget(clients.count - 1) }
    for _ in 0..<200 where bench.server.connectionCount > 0 || !pending.isEmpty {
      while bench.lookUps.answerNext() {}
      turn()
      record(atMost: .max)
    }
    turn()
    record(atMost: .max)
    bench.send([0, 0])
    if bench.server.connectionCount > 0 {
      problem = problem ?? "\(bench.server.connectionCount) connections of nobody"
    }
    if !lent.isEmpty { problem = problem ?? "lent to nobody: \(lent)" }
    if bench.mailbox.isWatched { problem = problem ?? "watched by nobody" }
  }
}
