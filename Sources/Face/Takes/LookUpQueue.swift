import Synchronization
import Varlink

/// A queue that looks up takes and drawings for clients, and changes takes.
///
/// It has threads of its own, because reading a folder of thousands of takes, or a slow card, can take seconds, and
/// making a take minutes. Transport and the other calls of the socket never wait for it. Its replies go through the
/// mailbox, as outcomes do.
package final class LookUpQueue: Sendable {
  /// A question about takes or drawings, or a permitted change to a take.
  package enum Question: Sendable, Equatable {
    case list(before: Int?, limit: Int)
    case take(Int, name: String?)
    case drawing(dataSource: String, orientation: String?)
    case change(TakeChange)

    /// The work that this question needs.
    var work: Work {
      switch self {
      case .list, .take, .drawing: .lookUp
      case .change(.delete), .change(.edit): .change
      case .change(.trim), .change(.focus): .newTake
      }
    }

    /// The number of the take that is changed, or from which a new take is made; `nil` if nothing changes.
    ///
    /// A change is made separately for each caller.
    var changedTake: Int? {
      if case .change(let change) = self { change.key.value } else { nil }
    }
  }

  /// The kinds of work, each with a thread of its own: a list never waits for a change, and a deletion never waits
  /// until a new take is made from another take.
  package enum Work: String, CaseIterable, Sendable {
    case lookUp = "look-up"
    case change
    case newTake = "new-take"
  }

  private struct Entry {
    let question: Question
    var calls: [VarlinkServer.CallID]
  }

  private struct Contents {
    /// The questions that wait, the oldest first.
    var waiting: [Entry] = []
    /// The numbers of the takes that are being changed.
    var changing: Set<Int> = []
  }

  /// The most questions that can wait.
  static let mostWaiting = 128
  private static let restSeconds = 10.0

  private let contents = Mutex(Contents())
  private let takes: any TakeCatalogue
  private let mailbox: ControlMailbox
  private let bells: [Work: WakeUpPipe]

  /// Creates a queue without questions; `nil` if the system has no descriptors left.
  package init?(_ takes: any TakeCatalogue, mailbox: ControlMailbox) {
    var bells: [Work: WakeUpPipe] = [:]
    for work in Work.allCases {
      guard let bell = WakeUpPipe() else { return nil }
      bells[work] = bell
    }
    (self.takes, self.mailbox, self.bells) = (takes, mailbox, bells)
  }

  /// Queues a question; returns false if too many are waiting.
  ///
  /// All callers with the same question share one answer.
  ///
  /// - Thread: the socket's.
  func put(_ question: Question, for call: VarlinkServer.CallID) -> Bool {
    defer { bells[question.work]?.ring() }
    return contents.withLock { contents in
      let count = contents.waiting.reduce(0) { $0 + $1.calls.count }
      guard count < Self.mostWaiting else { return false }
      if question.changedTake == nil,
        let same = contents.waiting.firstIndex(where: { $0.question == question })
      {
        contents.waiting[same].calls.append(call)
        return true
      }
      contents.waiting.append(Entry(question: question, calls: [call]))
      return true
    }
  }

  /// Drops the questions of calls whose clients are gone, unless the answer has begun: a client that gave up must not
  /// find its take deleted minutes later.
  ///
  /// - Thread: the socket's.
  func drop(_ calls: Set<VarlinkServer.CallID>) {
    contents.withLock { contents in
      for place in contents.waiting.indices {
        contents.waiting[place].calls.removeAll(where: calls.contains)
      }
      contents.waiting.removeAll(where: \.calls.isEmpty)
    }
    // A change that waited for a dropped one may now begin.
    wakeUp()
  }

  /// Wakes up all threads of the queue.
  package func wakeUp() { for bell in bells.values { bell.ring() } }

  /// Answers questions that need one kind of work, until `isOver` returns true.
  ///
  /// - Parameter isOver: returns true to end; it is called after each question, and whenever the bell rings.
  package func run(_ work: Work, until isOver: () -> Bool) {
    while !isOver() {
      if !answerNext(work) { bells[work]?.wait(seconds: Self.restSeconds) }
    }
  }

  /// Answers the oldest question that needs this work and can be answered now; returns false if there is none.
  package func answerNext(_ work: Work) -> Bool {
    guard let next = next(work) else { return false }
    let reply = reply(to: next.question)
    if let take = next.question.changedTake {
      contents.withLock { _ = $0.changing.remove(take) }
      wakeUp()
    }
    for call in next.calls { mailbox.put(.found(reply), for: call) }
    return true
  }

  /// Takes out the oldest question that needs this work and can be answered now.
  ///
  /// The changes of one take are made one after another, in the order in which they were asked for.
  private func next(_ work: Work) -> Entry? {
    contents.withLock { contents in
      var held = contents.changing
      for (place, entry) in contents.waiting.enumerated() {
        let take = entry.question.changedTake
        let isFree = take.map { !held.contains($0) } ?? true
        if entry.question.work == work, isFree {
          if let take { contents.changing.insert(take) }
          return contents.waiting.remove(at: place)
        }
        if let take { held.insert(take) }
      }
      return nil
    }
  }

  private func reply(to question: Question) -> VarlinkReply {
    do throws(TakeProblem) {
      return try answer(question)
    } catch {
      guard case .change(let change) = question else {
        return RecorderInterface.refusal(.storage, error.words)
      }
      return RecorderInterface.refusal(change.refusal, error.words)
    }
  }

  private func answer(_ question: Question) throws(TakeProblem) -> VarlinkReply {
    let isOver: @Sendable () -> Bool = { [mailbox] in mailbox.isTaking }
    switch question {
    case .list(let before, let limit):
      return VarlinkReply(try takes.takes(before: before, limit: limit))
    case .take(let number, let name):
      if let found = try takes.take(number, name: name) {
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
    case .change(.delete(let number, let name)):
      try takes.delete(number, name: name)
      return VarlinkReply()
    case .change(.edit(let edits)):
      try takes.edit(edits)
      return reply(to: .take(edits.key.value, name: edits.key.name))
    case .change(.trim(let cut)):
      return reply(to: .take(try takes.trim(cut, isOver: isOver), name: nil))
    case .change(.focus(let wish)):
      return reply(to: .take(try takes.focus(wish, isOver: isOver), name: nil))
    }
  }
}
