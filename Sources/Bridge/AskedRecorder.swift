import Face
import Varlink

/// The recorder on this machine, which is asked for its status; if it does not answer, ``problem`` gives the
/// reason.
///
/// The bridge asks at intervals instead of watching, because for a watching client, the recorder renders left and
/// right all the time.
final class AskedRecorder {
  /// The time limit for the recorder's answer in seconds.
  private static let patience = 5.0
  /// The number of newest takes to search for a finished take.
  private static let newest = 5

  private let paths: [String]
  private var client: ControlClient?
  /// The reason why the recorder does not answer; `nil` while it does.
  private(set) var problem: String?

  /// A recorder reached through the first of these sockets on which a recorder listens.
  init(paths: [String]) { self.paths = paths }

  /// The current status; `nil` if the recorder does not answer.
  func status() -> RecorderStatus? {
    ask { client throws(VarlinkClient.Failure) in
      try client.call(RecorderInterface.getStatus, NoValues(), within: Self.patience).status
    }
  }

  /// The recorder's record of the finished take to which a file belongs; `nil` if the recorder does not supply it.
  func take(ofFile file: String) -> TakeRecord? { take { file.hasPrefix($0.name) } }

  /// The recorder's record of the newest finished take; `nil` if there is none, or the recorder does not supply it.
  func newestTake() -> TakeRecord? { take { $0.state == .finished } }

  private func take(where isIt: (TakeRecord) -> Bool) -> TakeRecord? {
    let found = ask { client throws(VarlinkClient.Failure) -> TakeRecord? in
      let takes = try client.call(RecorderInterface.listTakes, .init(limit: Self.newest)).takes
      guard let take = takes.first(where: isIt), let number = take.number else { return nil }
      return try client.call(RecorderInterface.getTake, .init(number, name: take.name)).take
    }
    return found ?? nil
  }

  /// Gives the recorder an order.
  ///
  /// - Returns: the reason why the order was not carried out; `nil` if it was.
  func carryOut(_ order: BridgeOrder) -> String? {
    var refusal: String?
    let isDone: Void? = ask { client throws(VarlinkClient.Failure) in
      do throws(VarlinkClient.Failure) {
        try order.carryOut(client)
      } catch {
        guard case .error = error else { throw error }
        refusal = error.words
      }
    }
    return refusal ?? (isDone == nil ? problem : nil)
  }

  /// Calls the recorder, connecting to it if necessary; `nil` if it does not answer.
  private func ask<Answer>(
    _ question: (ControlClient) throws(VarlinkClient.Failure) -> Answer
  ) -> Answer? {
    do throws(VarlinkClient.Failure) {
      if client == nil { client = try ControlClient.first(of: paths) }
      guard let client else { return nil }
      let answer = try question(client)
      problem = nil
      return answer
    } catch {
      // Give up the connection even if the answer is merely late: a late answer would be taken for the answer to the
      // next call.
      client = nil
      problem = error.words
      return nil
    }
  }
}
