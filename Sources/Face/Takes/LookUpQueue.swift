import Synchronization
import Varlink

/// A queue that looks up takes and drawings for clients, one question after another.
///
/// It has its own thread, because reading a folder of thousands of takes, or a slow card, can take seconds. Transport
/// and the other calls of the socket never wait for it. Its replies go through the mailbox, as outcomes do.
package final class LookUpQueue: Sendable {
  /// A question about takes or drawings, or a permitted change to a take.
  package enum Question: Sendable, Equatable {
    case list(before: Int?, limit: Int)
    case take(Int, name: String?)
    case drawing(dataSource: String, orientation: String?)
    case delete(Int, name: String)
    case edit(RecorderInterface.TakeEdits)
    case trim(RecorderInterface.TakeCut)
    case focus(RecorderInterface.TakeFocus)

    /// True for a change, which is made separately for each caller.
    var isChange: Bool {
      switch self {
      case .delete, .edit, .trim, .focus: true
      default: false
      }
    }
  }

  /// The most questions that can wait.
  static let mostWaiting = 128
  private static let restSeconds = 10.0

  private let waiting = Mutex<[(question: Question, calls: [VarlinkServer.CallID])]>([])
  private let takes: any TakeCatalogue
  private let mailbox: ControlMailbox
  private let bell: WakeUpPipe

  /// Creates a queue without questions.
  package init(_ takes: any TakeCatalogue, mailbox: ControlMailbox, bell: WakeUpPipe) {
    (self.takes, self.mailbox, self.bell) = (takes, mailbox, bell)
  }

  /// Queues a question; returns false if too many are waiting.
  ///
  /// All callers with the same question share one answer.
  ///
  /// - Thread: the socket's.
  func put(_ question: Question, for call: VarlinkServer.CallID) -> Bool {
    defer { bell.ring() }
    return waiting.withLock { waiting in
      guard waiting.reduce(0, { $0 + $1.calls.count }) < Self.mostWaiting else { return false }
      if !question.isChange, let same = waiting.firstIndex(where: { $0.question == question }) {
        waiting[same].calls.append(call)
        return true
      }
      waiting.append((question, [call]))
      return true
    }
  }

  /// Answers questions until `isOver` returns true.
  ///
  /// - Parameter isOver: returns true to end; it is called after each question, and whenever the bell rings.
  package func run(until isOver: () -> Bool) {
    while !isOver() {
      if !answerNext() { bell.wait(seconds: Self.restSeconds) }
    }
  }

  /// Answers the oldest question; returns false if none is waiting.
  package func answerNext() -> Bool {
    guard let next = waiting.withLock({ $0.isEmpty ? nil : $0.removeFirst() }) else { return false }
    let reply = reply(to: next.question)
    for call in next.calls { mailbox.put(.found(reply), for: call) }
    return true
  }

  private func reply(
    _ made: Result<Int, TakeProblem>, refusal: RecorderReason
  ) -> VarlinkReply {
    switch made {
    case .success(let number): reply(to: .take(number, name: nil))
    case .failure(let problem): RecorderInterface.refusal(refusal, problem.words)
    }
  }

  private func reply(to question: Question) -> VarlinkReply {
    switch question {
    case .list(let before, let limit):
      return VarlinkReply(takes.takes(before: before, limit: limit))
    case .take(let number, let name):
      if let found = takes.take(number, name: name) {
        return VarlinkReply(RecorderInterface.TakeReply(found))
      }
      let words =
        "there is no take \(number)" + (name == nil ? "" : " with this name; fetch the list again")
      return VarlinkReply(
        VarlinkError(RecorderInterface.member("NoSuchTake"), ["message": words]))
    case .drawing(let source, let orientation):
      guard let svg = takes.drawing(dataSource: source, orientation: orientation) else {
        return RecorderInterface.refusal(.noSuchDataSource, "the board has no such case")
      }
      return VarlinkReply(RecorderInterface.DrawingReply(svg: svg))
    case .delete(let number, let name):
      let problem = takes.delete(number, name: name)
      return problem.map { RecorderInterface.refusal(.notDeleted, $0) } ?? VarlinkReply()
    case .edit(let edits):
      let problem = takes.edit(edits)
      if let problem { return RecorderInterface.refusal(.notEdited, problem) }
      return reply(to: .take(edits.key.value, name: edits.key.name))
    case .trim(let cut):
      return reply(
        takes.trim(cut, isOver: { [mailbox] in mailbox.isTaking }), refusal: .notTrimmed)
    case .focus(let wish):
      return reply(
        takes.focus(wish, isOver: { [mailbox] in mailbox.isTaking }), refusal: .notFocused)
    }
  }
}
