import Varlink

/// The parameters of replies.
struct StatusReply: Codable { var status: RecorderStatus }
struct DeviceReply: Codable { var device: String }

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

  /// The calls of clients that watch.
  var watchers: [VarlinkServer.CallID: Watcher] = [:]
  /// The calls that have something until their client is gone, or were promised it: the capture device, or the lights.
  private var holders: [VarlinkServer.CallID: Peer] = [:]
  private let mailbox: ControlMailbox
  private let lookUps: LookUpDesk

  private struct Interval: Decodable { var interval: NumberParameter<Double>? }
  private struct Text: Decodable { var text: String? }
  private struct Name: Decodable { var name: String }
  private struct Choice: Decodable {
    var dataSource: String?
    var pattern: String?
  }
  private struct By: Decodable { var by: String? }
  private struct Number: Decodable { var number: NumberParameter<Int> }
  private struct TakeKey: Decodable {
    var number: NumberParameter<Int>
    var name: String
  }
  private struct CaseKey: Decodable {
    var dataSource: String
    var orientation: String?
  }
  private struct Range: Decodable {
    var before: NumberParameter<Int>?
    var limit: NumberParameter<Int>?
  }

  init(mailbox: ControlMailbox, lookUps: LookUpDesk) {
    (self.mailbox, self.lookUps) = (mailbox, lookUps)
  }

  func take(
    _ call: VarlinkCall, _ id: VarlinkServer.CallID, from peer: Peer
  ) -> VarlinkServer.Answer {
    do throws(VarlinkError) {
      let isTaken: Bool
      if let question = try question(call) {
        // One that wants no reply asks for nothing.
        isTaken = call.isOneway || lookUps.put(question, for: id)
      } else if call.name == "Watch" {
        isTaken = try watch(call, id)
      } else {
        let wish = try wish(call)
        isTaken = mailbox.put(ControlOrder(call: id, peer: peer, wish: wish))
        switch wish {
        case .hold, .awaitPresses: if isTaken { holders[id] = peer }
        default: break
        }
      }
      guard isTaken else { throw Self.busy }
      return .later
    } catch {
      return .now(VarlinkReply(error))
    }
  }

  private static let busy = VarlinkError(RecorderInterface.member("Busy"))

  /// Notes a client that watches; false when so many do already.
  private func watch(
    _ call: VarlinkCall, _ id: VarlinkServer.CallID
  ) throws(VarlinkError) -> Bool {
    guard call.takesMore, !call.isOneway else { throw .expectedMore }
    let wanted = try call.parameters(Interval.self).interval?.value ?? 0.1
    guard wanted.isFinite else { throw .invalidParameter("interval") }
    guard watchers.count < RecorderInterface.mostWatchers else { return false }
    let range = Self.intervals
    watchers[id] = Watcher(interval: min(max(wanted, range.lowerBound), range.upperBound))
    return true
  }

  func closed(_ connection: VarlinkServer.ConnectionID) {
    watchers = watchers.filter { $0.key.connection != connection }
    for (call, peer) in holders where call.connection == connection {
      holders[call] = nil
      _ = mailbox.put(ControlOrder(call: call, peer: peer, wish: .release))
    }
  }

  /// The reply of an outcome; `nil` for one that follows when it was looked up.
  func reply(_ outcome: ControlOutcome, to call: VarlinkServer.CallID) -> VarlinkReply? {
    switch outcome {
    case .found(let reply): return reply
    case .done: return VarlinkReply()
    case .status(let status): return VarlinkReply(StatusReply(status: status))
    case .listening: return VarlinkReply()
    case .deletable(let number, let name):
      return lookUps.put(.delete(number, name: name), for: call) ? nil : VarlinkReply(Self.busy)
    case .awaited: return VarlinkReply([String: Int](), continues: true)
    case .lent(let device): return VarlinkReply(DeviceReply(device: device), continues: true)
    case .refused(let reason, let message):
      holders[call] = nil
      return RecorderInterface.refusal(reason, message)
    }
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
      return .delete(take.number.value, name: take.name)
    default: throw .methodNotFound(call.method)
    }
  }

  /// The question of a call about takes; `nil` for other calls.
  private func question(_ call: VarlinkCall) throws(VarlinkError) -> LookUpDesk.Question? {
    switch call.name {
    case "ListTakes":
      let range = try call.parameters(Range.self)
      let limit = range.limit?.value ?? 20
      guard (1...RecorderInterface.mostTakes).contains(limit) else {
        throw .invalidParameter("limit")
      }
      return .list(before: range.before?.value, limit: limit)
    case "GetTake": return .take(try call.parameters(Number.self).number.value)
    case "GetDrawing":
      let which = try call.parameters(CaseKey.self)
      return .drawing(dataSource: which.dataSource, orientation: which.orientation)
    default: return nil
    }
  }
}
