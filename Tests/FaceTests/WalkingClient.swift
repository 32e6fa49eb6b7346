import TestSupport

/// A client of a random walk, which knows what it is to be told.
final class WalkingClient {
  /// Its number in the walk.
  let number: Int
  /// The number of its connection, once a reply has told it.
  private(set) var connection: Int?
  /// The kinds of its replies.
  private(set) var verdicts: Set<WalkingCall.Verdict> = []
  /// The calls whose replies are to come, in order.
  private(set) var awaited: [WalkingCall] = []
  /// The newest state that it was told, when it watches.
  private(set) var state: Int?
  /// True when its connection carries sound now.
  private(set) var listens = false
  /// True once the server has ended the connection.
  private(set) var isOver = false
  /// True when it has given the server a reason to end the connection.
  private(set) var mayEnd = false

  private let line: RawConnection
  private var out: [UInt8] = []
  private var calls = 0
  private var isClosing = false
  private var partial: [UInt8] = []

  private static let mostAwaited = 40

  init(_ path: String, number: Int) throws {
    line = try RawConnection(path)
    self.number = number
  }

  /// Adds a call to what is to be sent.
  func ask(_ random: inout SeededGenerator) {
    guard awaited.count < Self.mostAwaited, !isClosing, !isOver, !listens else { return }
    calls += 1
    let call = WalkingCall(number: calls, client: number, &random)
    out += call.bytes
    if !call.isOneway { awaited.append(call) }
  }

  /// Sends some of it: a half line, or several.
  func send(atMost count: Int) {
    let sent = line.send(bytes: Array(out.prefix(count)))
    out.removeFirst(sent)
  }

  /// Sends all of it and something that is no call, or no more at all.
  func spoil(_ random: inout SeededGenerator) {
    guard !isClosing, !isOver, !listens else { return }
    (isClosing, mayEnd) = (true, true)
    let rubbish = [
      #"{"method":7}"#, "{", "\u{1}", #"{"method":"a.B","more":1}"#, "[[[[[[[[[[[[[[[[[[",
    ]
    let choice = Int.random(in: 0...rubbish.count, using: &random)
    if choice < rubbish.count {
      out += Array(rubbish[choice].utf8) + [0]
      send(atMost: out.count)
    } else {
      send(atMost: out.count)
      line.finish()
    }
  }

  /// Reads what has come; gives what is wrong with it.
  func read() -> String? {
    let (bytes, isEnd) = line.read()
    isOver = isOver || isEnd
    if listens { return nil }
    partial += bytes
    while let end = partial.firstIndex(of: 0) {
      let text = String(decoding: partial[..<end], as: UTF8.self)
      partial.removeFirst(end + 1)
      if let problem = note(text) { return "client \(number): \(problem)" }
      if listens { return nil }
    }
    return nil
  }

  private func note(_ reply: String) -> String? {
    guard let call = awaited.first else { return "a reply to nothing: \(reply)" }
    guard let verdict = call.verdict(reply, client: number) else {
      return "call \(call.number), \(call.kind), got \(reply.prefix(300))"
    }
    verdicts.insert(verdict)
    if let problem = place(reply, call) { return problem }
    switch verdict {
    case .told: return watched(reply)
    case .lent: return nil
    case .listens: listens = true
    default: break
    }
    awaited.removeFirst()
    return nil
  }

  /// A reply that names its call names this one, on a connection that is always the same.
  private func place(_ reply: String, _ call: WalkingCall) -> String? {
    guard let start = reply.firstRange(of: "\"of ")?.upperBound else { return nil }
    let parts = reply[start...].split(separator: ".", maxSplits: 2)
    guard parts.count == 3, let on = Int(parts[0]), let number = Int(parts[1]) else {
      return "no call in \(reply.prefix(300))"
    }
    if number != call.number { return "call \(call.number) got the reply of \(number)" }
    if let connection, connection != on { return "a reply of connection \(on)" }
    connection = on
    return nil
  }

  private func watched(_ reply: String) -> String? {
    guard let start = reply.firstRange(of: "\"state ")?.upperBound,
      let new = Int(reply[start...].prefix { $0.isNumber })
    else { return "no state in \(reply.prefix(300))" }
    if let state, state >= new { return "state \(new) behind state \(state)" }
    state = new
    return nil
  }

  /// True when the first of its calls has got its last reply for now, and nothing else can come.
  var isServed: Bool {
    guard let first = awaited.first else { return true }
    switch first.kind {
    case .watch: return state != nil
    case .hold, .await: return verdicts.contains(.lent)
    default: return false
    }
  }

  /// True while nothing of it is left to be sent.
  var hasSent: Bool { out.isEmpty }
}
