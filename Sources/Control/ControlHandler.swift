import Varlink

/// The parameters of replies.
struct StatusReply: Codable { var status: RecorderStatus }
struct TakesReply: Codable {
  var takes: [ListedTake]
  var hasMore: Bool
}
struct TakeReply: Codable { var take: DetailedTake }
struct DeviceReply: Codable { var device: String }
struct DrawingReply: Codable { var svg: String }

/// The methods of a recorder's interface.
final class ControlHandler: VarlinkServer.Handler {
  /// A client that watches.
  struct Watcher {
    /// Seconds between two states.
    var interval: Double
    /// The number of the newest state that it was sent.
    var seen = 0
    /// The time from which the next one can be sent.
    var dueAt = -Double.infinity
  }

  /// Seconds between two states of a client.
  static let intervals = 0.05...60.0

  /// The clients that watch.
  var watchers: [VarlinkServer.ConnectionID: Watcher] = [:]
  /// The clients that have something until they are gone, or were promised it: the capture device, or the lights.
  private var holders: [VarlinkServer.ConnectionID: Peer] = [:]
  private let mailbox: ControlMailbox
  private let takes: any TakeCatalogue

  private struct Interval: Decodable { var interval: Double? }
  private struct Text: Decodable { var text: String? }
  private struct Name: Decodable { var name: String }
  private struct Choice: Decodable {
    var dataSource: String?
    var pattern: String?
  }
  private struct By: Decodable { var by: String? }
  private struct Number: Decodable { var number: Int }
  private struct TakeKey: Decodable {
    var number: Int
    var name: String
  }
  private struct CaseKey: Decodable {
    var dataSource: String
    var orientation: String?
  }
  private struct Range: Decodable {
    var before: Int?
    var limit: Int?
  }

  init(mailbox: ControlMailbox, takes: any TakeCatalogue) {
    (self.mailbox, self.takes) = (mailbox, takes)
  }

  func take(
    _ call: VarlinkCall, from connection: VarlinkServer.ConnectionID, _ peer: Peer
  ) -> VarlinkServer.Answer {
    do throws(VarlinkError) {
      if let reply = try lookUp(call) { return .now(reply) }
      if call.name == "Watch" {
        guard call.takesMore else { throw .expectedMore }
        let wanted = try call.parameters(Interval.self).interval ?? 0.1
        guard wanted.isFinite else { throw .invalidParameter("interval") }
        let range = Self.intervals
        watchers[connection] = Watcher(
          interval: min(max(wanted, range.lowerBound), range.upperBound))
        return .later
      }
      let wish = try wish(call)
      guard mailbox.put(ControlOrder(connection: connection, peer: peer, wish: wish)) else {
        throw VarlinkError(RecorderInterface.member("Busy"))
      }
      switch wish {
      case .hold, .awaitPresses: holders[connection] = peer
      default: break
      }
      return .later
    } catch {
      return .now(VarlinkReply(error))
    }
  }

  func closed(_ connection: VarlinkServer.ConnectionID) {
    watchers[connection] = nil
    guard let peer = holders.removeValue(forKey: connection) else { return }
    _ = mailbox.put(ControlOrder(connection: connection, peer: peer, wish: .release))
  }

  /// The reply of an outcome; `nil` for a connection that is gone.
  func reply(
    _ outcome: ControlOutcome, to connection: VarlinkServer.ConnectionID
  ) -> VarlinkReply? {
    switch outcome {
    case .done: return VarlinkReply()
    case .status(let status): return VarlinkReply(StatusReply(status: status))
    case .listening: return VarlinkReply()
    case .deletable(let number, let name):
      guard let problem = takes.delete(number, name: name) else { return VarlinkReply() }
      return refusal("notDeleted", problem)
    case .awaited: return VarlinkReply([String: Int](), continues: true)
    case .lent(let device): return VarlinkReply(DeviceReply(device: device), continues: true)
    case .refused(let reason, let message):
      holders[connection] = nil
      return refusal(reason, message)
    }
  }

  private func refusal(_ reason: String, _ message: String) -> VarlinkReply {
    VarlinkReply(
      VarlinkError(RecorderInterface.member("Refused"), ["reason": reason, "message": message]))
  }

  /// The order that a call means.
  private func wish(_ call: VarlinkCall) throws(VarlinkError) -> ControlOrder.Wish {
    switch call.name {
    case "GetStatus": return .status
    case "Start": return .start
    case "Stop": return .stop
    case "Pause": return .pause(true)
    case "Resume": return .pause(false)
    case "Mark": return .mark(try call.parameters(Text.self).text)
    case "SelectSource": return .selectSource(try call.parameters(Name.self).name)
    case "SelectPattern": return .selectPattern(try call.parameters(Name.self).name)
    case "Select":
      let choice = try call.parameters(Choice.self)
      return .select(source: choice.dataSource, pattern: choice.pattern)
    case "AwaitPresses":
      guard call.takesMore else { throw .expectedMore }
      return .awaitPresses(by: try call.parameters(By.self).by ?? "")
    case "Hold":
      guard call.takesMore else { throw .expectedMore }
      return .hold(by: try call.parameters(By.self).by ?? "")
    case "Listen":
      guard call.upgrades, !call.isOneway else { throw .invalidParameter("upgrade") }
      return .listen(by: try call.parameters(By.self).by ?? "")
    case "DeleteTake":
      let take = try call.parameters(TakeKey.self)
      return .delete(take.number, name: take.name)
    default: throw .methodNotFound(call.method)
    }
  }

  /// The reply to a call about takes; `nil` for other calls.
  private func lookUp(_ call: VarlinkCall) throws(VarlinkError) -> VarlinkReply? {
    switch call.name {
    case "ListTakes":
      let range = try call.parameters(Range.self)
      let limit = range.limit ?? 20
      guard (1...RecorderInterface.mostTakes).contains(limit) else {
        throw .invalidParameter("limit")
      }
      let found = takes.takes(before: range.before, limit: limit)
      return VarlinkReply(TakesReply(takes: found.takes, hasMore: found.hasMore))
    case "GetTake":
      let number = try call.parameters(Number.self).number
      guard let found = takes.take(number) else {
        throw VarlinkError(
          RecorderInterface.member("NoSuchTake"), ["message": "there is no take \(number)"])
      }
      return VarlinkReply(TakeReply(take: found))
    case "GetDrawing":
      let which = try call.parameters(CaseKey.self)
      guard
        let svg = takes.drawing(dataSource: which.dataSource, orientation: which.orientation)
      else { return refusal("noSuchDataSource", "the board has no such case") }
      return VarlinkReply(DrawingReply(svg: svg))
    default: return nil
    }
  }
}
