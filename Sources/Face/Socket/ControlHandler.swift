import Varlink

/// The handler that carries out the methods of a recorder's interface for the server.
final class ControlHandler: VarlinkServer.Handler {
  /// A client that watches the state.
  struct Watcher {
    /// The time in seconds between two states.
    var interval: Double
    /// The number of the newest state that was sent to this client.
    var seen = 0
    /// The time from which the next state can be sent to this client.
    var dueAt = -Double.infinity
  }

  /// The calls of watching clients.
  var watchers: [VarlinkServer.CallID: Watcher] = [:]
  /// The calls that hold the capture device or the lights until their client disconnects, and the calls that have been
  /// promised one of the two.
  private var holders: [VarlinkServer.CallID: Peer] = [:]
  /// The calls without an outcome, and what each of them expects.
  private var unanswered: [VarlinkServer.CallID: Expectation] = [:]
  private let mailbox: ControlMailbox
  private let lookUps: LookUpQueue

  /// The answer that a call expects.
  private enum Expectation {
    /// A reply, which nobody needs once the client is gone.
    case reply
    /// No reply: the client may disconnect at once.
    case nothing
  }

  private static let methods = Dictionary(
    uniqueKeysWithValues: RecorderInterface.methods.map { ($0.name, $0) })

  init(mailbox: ControlMailbox, lookUps: LookUpQueue) {
    (self.mailbox, self.lookUps) = (mailbox, lookUps)
  }

  func answer(
    _ call: VarlinkCall, _ id: VarlinkServer.CallID, from peer: Peer
  ) -> VarlinkServer.Answer {
    do throws(VarlinkError) {
      guard let method = Self.methods[call.name] else { throw .methodNotFound(call.method) }
      let isTaken: Bool
      switch try method.request(call) {
      // If the caller wants no reply, nothing needs to be looked up.
      case .question(let question): isTaken = call.isOneway || lookUps.put(question, for: id)
      case .watch(let interval): isTaken = try watch(call, id, interval: interval)
      case .wish(let wish):
        isTaken = mailbox.put(ControlOrder(call: id, peer: peer, wish: wish))
        if wish.isLasting, isTaken { holders[id] = peer }
        if call.isOneway, isTaken { unanswered[id] = .nothing }
      }
      guard isTaken else { throw Self.busy }
      if !call.isOneway { unanswered[id] = .reply }
      return .later
    } catch {
      return .now(VarlinkReply(error))
    }
  }

  private static let busy = VarlinkError(RecorderInterface.member("Busy"))

  /// Adds a client to those that watch the state; false if too many watch already.
  private func watch(
    _ call: VarlinkCall, _ id: VarlinkServer.CallID, interval: Double
  ) throws(VarlinkError) -> Bool {
    guard !call.isOneway else { throw .expectedMore }
    guard watchers.count < RecorderInterface.mostWatchers else { return false }
    watchers[id] = Watcher(interval: interval)
    return true
  }

  func closed(_ connection: VarlinkServer.ConnectionID) {
    watchers = watchers.filter { $0.key.connection != connection }
    let gone = unanswered.filter { $0.key.connection == connection && $0.value == .reply }
    for call in gone.keys { unanswered[call] = nil }
    if !gone.isEmpty { lookUps.drop(Set(gone.keys)) }
    for (call, peer) in holders where call.connection == connection {
      holders[call] = nil
      _ = mailbox.put(ControlOrder(call: call, peer: peer, wish: .release))
    }
  }

  /// The reply for an outcome; `nil` if a look-up comes first and the reply follows, or if the client is gone.
  func reply(_ outcome: ControlOutcome, to call: VarlinkServer.CallID) -> VarlinkReply? {
    let expectation = unanswered.removeValue(forKey: call)
    switch outcome {
    case .found(let reply): return reply
    case .done: return VarlinkReply()
    case .status(let status):
      return VarlinkReply(RecorderInterface.StatusReply(status: status))
    case .started(let reply): return VarlinkReply(reply)
    case .stopped(let reply): return VarlinkReply(reply)
    case .marked(let reply): return VarlinkReply(reply)
    case .listening: return VarlinkReply()
    case .granted(let change):
      guard let expectation else { return nil }
      guard lookUps.put(.change(change), for: call) else { return VarlinkReply(Self.busy) }
      unanswered[call] = expectation
      return nil
    case .awaited: return VarlinkReply(NoValues(), continues: true)
    case .lent(let device):
      return VarlinkReply(RecorderInterface.DeviceReply(device: device), continues: true)
    case .refused(let reason, let message):
      holders[call] = nil
      return RecorderInterface.refusal(reason, message)
    }
  }
}
