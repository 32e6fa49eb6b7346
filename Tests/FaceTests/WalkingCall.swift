import TestSupport

/// A call of a random walk, and the replies that are its own.
struct WalkingCall {
  /// The kinds of calls.
  enum Kind: CaseIterable {
    case order, status, list, take, drawing, delete, watch, hold, await, listen, info
    /// A method that is not there, or one without what it needs.
    case unknown, wrong
  }

  /// The kinds of replies.
  enum Verdict: CaseIterable { case done, refused, busy, found, told, lent, error, listens }

  let kind: Kind
  let isOneway: Bool
  /// The number of the call on its connection, as the server counts.
  let number: Int
  /// Its bytes with their end.
  let bytes: [UInt8]
  /// The number of the take that is asked for.
  private let take: Int

  /// A call drawn for a client.
  init(number: Int, client: Int, _ random: inout SeededGenerator) {
    let kinds: [Kind] = [.order, .order, .order, .order, .status, .status] + Kind.allCases
    kind = kinds[Int.random(in: 0..<kinds.count, using: &random)]
    isOneway = kind != .listen && Int.random(in: 0..<6, using: &random) == 0
    take = Int.random(in: 2...30, using: &random)
    self.number = number
    let (name, parameters) = Self.words(kind, take: take, number: number, client: client, &random)
    let method = name.contains(".") ? name : "org.pinna.Recorder." + name
    let takesMore = [.watch, .hold, .await].contains(kind)
    let text =
      #"{"method":"\#(method)","parameters":\#(parameters),"more":\#(takesMore),"#
      + #""oneway":\#(isOneway),"upgrade":\#(kind == .listen)}"#
    bytes = Array(text.utf8) + [0]
  }

  private static func words(
    _ kind: Kind, take: Int, number: Int, client: Int, _ random: inout SeededGenerator
  ) -> (method: String, parameters: String) {
    switch kind {
    case .order:
      let orders = [
        ("Start", "{}"), ("Stop", "{}"), ("Pause", "{}"), ("Resume", "{}"), ("Mark", "{}"),
        ("Mark", #"{"text":"\#(client)"}"#), ("SelectSource", #"{"name":"\#(client)"}"#),
        ("SelectPattern", #"{"name":"\#(client)"}"#), ("Select", #"{"pattern":"\#(client)"}"#),
      ]
      return orders[Int.random(in: 0..<orders.count, using: &random)]
    case .status: return ("GetStatus", "{}")
    case .list: return ("ListTakes", #"{"before":\#(take),"limit":1}"#)
    case .take: return ("GetTake", #"{"number":\#(take)}"#)
    case .drawing:
      return ("GetDrawing", #"{"dataSource":"Back\#(client)-\#(number)"}"#)
    case .delete: return ("DeleteTake", #"{"number":\#(take),"name":"take \#(take)"}"#)
    case .watch: return ("Watch", #"{"interval":0.5}"#)
    case .hold: return ("Hold", #"{"by":"\#(client)"}"#)
    case .await: return ("AwaitPresses", #"{"by":"\#(client)"}"#)
    case .listen: return ("Listen", #"{"by":"\#(client)"}"#)
    case .info: return ("org.varlink.service.GetInfo", "{}")
    case .unknown: return ("Nothing\(number)", "{}")
    case .wrong: return ("ListTakes", #"{"limit":0}"#)
    }
  }

  /// True when the recorder of the walk does what is asked for by a call of this number.
  static func isGranted(_ number: Int) -> Bool { number % 3 != 0 }

  /// The text by which a reply is that of a call.
  static func token(connection: Int, number: Int) -> String { "of \(connection).\(number)." }

  /// The kind of a reply that may be the call's own; `nil` for one that is another's.
  func verdict(_ reply: String, client: Int) -> Verdict? {
    if ![.info, .unknown, .wrong].contains(kind),
      reply == #"{"error":"org.pinna.Recorder.Busy","parameters":{}}"#
    {
      return .busy
    }
    let isDone = reply == #"{"parameters":{}}"#
    let isGranted = Self.isGranted(number)
    let isRefused = !isGranted && reply.contains("Recorder.Refused") && reply.contains("of ")
    switch kind {
    case .order: return isGranted ? (isDone ? .done : nil) : (isRefused ? .refused : nil)
    case .delete: return isGranted ? (isDone ? .found : nil) : (isRefused ? .refused : nil)
    case .listen: return isGranted ? (isDone ? .listens : nil) : (isRefused ? .refused : nil)
    case .hold, .await:
      let start =
        kind == .hold
        ? #"{"continues":true,"parameters":{"device":"#
        : #"{"continues":true,"parameters":{}"#
      return isGranted ? (reply.hasPrefix(start) ? .lent : nil) : (isRefused ? .refused : nil)
    case .status: return reply.contains("details\":\"of ") ? .found : nil
    case .list: return reply.contains(#""takes":[{"#) && names(reply, take - 1) ? .found : nil
    case .take:
      return reply.hasPrefix(#"{"parameters":{"take":{"#) && names(reply, take) ? .found : nil
    case .drawing:
      return reply == #"{"parameters":{"svg":"<svg>\#(client)-\#(number)</svg>"}}"# ? .found : nil
    case .watch:
      return reply.hasPrefix(#"{"continues":true"#) && reply.contains("details\":\"state ")
        ? .told : nil
    case .info: return reply.contains(#""vendor":"Pinna""#) ? .found : nil
    case .unknown:
      return reply.contains("MethodNotFound") && reply.contains("Nothing\(number)\"") ? .error : nil
    case .wrong: return reply.contains("InvalidParameter") ? .error : nil
    }
  }

  private func names(_ reply: String, _ take: Int) -> Bool {
    reply.contains(#""number":\#(take),"#)
  }

  /// True when nothing that comes behind the call is worked on after such a reply.
  static func isLast(_ verdict: Verdict) -> Bool { [.told, .lent, .listens].contains(verdict) }
}
