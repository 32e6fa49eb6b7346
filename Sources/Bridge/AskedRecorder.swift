import Face
import Varlink

/// The recorder of this machine: its status on request, and its absence in words.
///
/// It polls instead of watching: for a watching client the recorder renders left and right all the time.
final class AskedRecorder {
  /// Seconds in which a recorder must answer.
  private static let patience = 5.0
  /// The number of newest takes to search for a finished one.
  private static let newest = 5

  private let paths: [String]
  private var client: ControlClient?
  /// The reason why it does not answer; `nil` while it does.
  private(set) var problem: String?

  /// The recorder behind the first of these sockets at which one listens.
  init(paths: [String]) { self.paths = paths }

  /// The current status; `nil` while the recorder is away.
  func status() -> RecorderStatus? {
    ask { client throws(VarlinkClient.Failure) in
      try client.call(RecorderInterface.getStatus, NoValues(), within: Self.patience).status
    }
  }

  /// The record of a finished take that a file belongs to; `nil` if it cannot be had.
  func take(ofFile file: String) -> TakeRecord? {
    let found = ask { client throws(VarlinkClient.Failure) -> TakeRecord? in
      let takes = try client.call(RecorderInterface.listTakes, .init(limit: Self.newest)).takes
      guard let number = takes.first(where: { file.hasPrefix($0.name) })?.number else { return nil }
      return try client.call(RecorderInterface.getTake, .init(number)).take
    }
    return found ?? nil
  }

  /// Gives it an order.
  ///
  /// - Returns: the reason why it was not done; `nil` if it was.
  func carryOut(_ order: BridgeOrder) -> String? {
    var refusal: String?
    let isDone: Void? = ask { client throws(VarlinkClient.Failure) in
      do throws(VarlinkClient.Failure) {
        try order.carryOut(client)
      } catch {
        guard case .error = error else { throw error }
        refusal = Self.words(error)
      }
    }
    return refusal ?? (isDone == nil ? problem : nil)
  }

  /// Calls the recorder, over a new connection if there is none; `nil` if it does not answer.
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
      // Also after a late answer, which would be taken for the next one.
      client = nil
      problem = Self.words(error)
      return nil
    }
  }

  private static func words(_ failure: VarlinkClient.Failure) -> String {
    switch failure {
    case .absent(""): "its control socket is turned off in the settings ([control] path)"
    case .absent(let path): "no recorder is running here (nothing listens at \(path))"
    case .notPermitted(let path):
      "\(path): this user has no access to it; add the user to the group \(RecorderInterface.group)"
    case .socket(let error): error.description
    case .ended: "it closed the connection"
    case .timeout: "it does not answer"
    case .wire: "it did not send a status; does it have another version?"
    case .error(let error): error.parameters["message"] ?? error.name
    }
  }
}
