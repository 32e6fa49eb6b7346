import Boards
import Essentials
import Recorder
import TakeFiles

// The calls of the control socket, which do the same as the buttons do.

extension RecorderHost {
  /// The time in seconds after which `Start` answers even if the take has no name yet.
  private static let nameSeconds = 5.0
  /// The most characters of a wish, and of the reason for its refusal, in the log.
  private static let refusalLength = 200

  /// Carries out the orders that arrived since the last turn, answers the finished ones, and informs the watchers.
  func answerCalls(_ events: [RecorderEvent], _ now: Double) {
    guard let control else { return }
    control.mailbox.isTaking = session.isTaking
    // An event that happened before an order came does not answer the order.
    answerPending(events, now)
    for order in control.mailbox.orders() { fulfil(order, now) }
    tellWatchers(events, now)
  }

  /// Answers the calls that waited for the last events of a recorder that was shut down, and publishes its last state.
  func answerLastCalls(_ events: [RecorderEvent], _ now: Double) {
    answerPending(events, now)
    control?.mailbox.publish(status(now))
  }

  private func answerPending(_ events: [RecorderEvent], _ now: Double) {
    var unclaimed = events
    pending.removeAll { reply in
      guard let outcome = reply.answer(&unclaimed, now >= reply.deadline) else { return false }
      control?.mailbox.put(outcome, for: reply.order)
      return true
    }
  }

  private func fulfil(_ order: ControlOrder, _ now: Double) {
    let outcome: ControlOutcome?
    do throws(SessionRefusal) { outcome = try self.outcome(order, now) } catch {
      outcome = .refused(reason: error.reason, message: error.description)
    }
    guard let outcome else { return }
    if case .refused(_, let message) = outcome { tell(order, refused: message, now) }
    control?.mailbox.put(outcome, for: order)
  }

  /// The outcome of an order; `nil` if the outcome follows later.
  private func outcome(
    _ order: ControlOrder, _ now: Double
  ) throws(SessionRefusal) -> ControlOutcome? {
    switch order.wish {
    case .status: return .status(status(now))
    case .start:
      try session.startTake(now)
      tell(order)
      return wait(order, now + Self.nameSeconds, startReply())
    case .stop(let waits): return try stop(order, waits: waits)
    case .pause(let isPaused): try session.setPaused(isPaused)
    case .mark(let text):
      try session.mark(Self.label(text))
      tell(order)
      return wait(order, now + Self.nameSeconds, markReply)
    case .select(let source, let pattern):
      try session.select(dataSource: source, try pattern.map(polarPattern))
    case .adjust(let lowCut, let gain): try session.adjust(lowCut: lowCut, inputGain: gain)
    case .awaitPresses(let name): return try awaitPresses(order, by: name)
    case .hold(let borrower): return try hold(order, by: borrower, now)
    case .listen: return listen(order)
    case .act(let act):
      guard let world else {
        return .refused(
          reason: .notSimulated, message: "this board is real, not simulated: turn it by hand")
      }
      world.act(act)
    case .change(let change): return try allow(change, order)
    case .release: release(order, now)
    }
    tell(order)
    return .done
  }

  private func polarPattern(_ name: String) throws(SessionRefusal) -> PolarPattern {
    guard let pattern = PolarPattern(rawValue: name) else {
      throw .noSuchPattern(name, available: session.selectablePatterns)
    }
    return pattern
  }

  // MARK: - Replies that follow

  private func wait(
    _ order: ControlOrder, _ deadline: Double,
    _ answer: @escaping (inout [RecorderEvent], Bool) -> ControlOutcome?
  ) -> ControlOutcome? {
    pending.append(PendingReply(order: order, deadline: deadline, answer: answer))
    return nil
  }

  /// The number, the name and the path of the take that begins, as soon as its first file has a name.
  private func startReply() -> (inout [RecorderEvent], Bool) -> ControlOutcome? {
    { [session] _, isLate in
      let name = session.takeName
      guard name != nil || isLate || !session.isTaking else { return nil }
      return .started(
        .init(
          number: name.flatMap(Self.number), name: name,
          path: name.map {
            "\(session.takeFolder)/\($0).\(session.configuration.form.kind.ending)"
          }))
    }
  }

  /// The position of the new marker.
  private func markReply(_ events: inout [RecorderEvent], _ isLate: Bool) -> ControlOutcome? {
    let place = events.firstIndex {
      $0.kind == .marker && $0.fields["kind"] == TakeMarker.Kind.button.rawValue
    }
    guard let place else { return isLate ? .marked(.init()) : nil }
    return .marked(.init(frame: events.remove(at: place).fields["frame"].flatMap { Int($0) }))
  }

  /// Ends the take.
  ///
  /// The reply gives the take's number and length at once or, if `waits` is true, all of its facts once its files are
  /// closed.
  private func stop(_ order: ControlOrder, waits: Bool) throws(SessionRefusal) -> ControlOutcome? {
    let (name, uid) = (session.takeName, session.takeIdentity)
    let rate = Double(max(1, session.actual.rate))
    let seconds = session.progress.map { Double($0.frames) / rate }
    try session.stopTake()
    tell(order)
    var reply = RecorderInterface.StopReply(number: name.flatMap(Self.number), name: name)
    reply.seconds = seconds.map { ($0 * 1000).rounded() / 1000 }
    guard waits, uid != nil else { return .stopped(reply) }
    return wait(order, .infinity) { events, _ in
      for event in events {
        guard case .take(let take) = event.subject, take.plan.uid == uid else { continue }
        let files = take.files + take.safetyFiles + take.rawFiles
        reply.name = take.files.first.map { TakeName.stem(of: $0) } ?? reply.name
        reply.number = reply.name.flatMap(Self.number)
        reply.seconds = (take.seconds * 1000).rounded() / 1000
        (reply.end, reply.endCause, reply.files) = (
          take.end.words, take.end.told.cause.rawValue, files
        )
        return .stopped(reply)
      }
      return nil
    }
  }

  private static func number(_ name: String) -> Int? {
    TakeName(fileName: name + ".wav")?.number
  }

  // MARK: - Lasting requests

  /// Shows a request to press the source button; refused during a take, when such presses would set markers.
  private func awaitPresses(
    _ order: ControlOrder, by name: String
  ) throws(SessionRefusal) -> ControlOutcome {
    guard !session.isTaking else { throw .duringTake(setting: "who may use the recorder") }
    asker = (order, Self.label(name) ?? "another program")
    session.showAsked(true)
    tell(order)
    return .awaited
  }

  private func hold(
    _ order: ControlOrder, by borrower: String, _ now: Double
  ) throws(SessionRefusal) -> ControlOutcome {
    let name = Self.label(borrower) ?? "another program"
    try session.lendDevice(to: name, now)
    lendHands(true)
    holder = order
    tell(order)
    return .lent(device: session.configuration.board.capture.device)
  }

  /// Promises the live sound, unless the maximum number of programs is listening already.
  private func listen(_ order: ControlOrder) -> ControlOutcome {
    guard control?.feed.count ?? 0 < RecorderInterface.mostListeners else {
      return .refused(
        reason: .tooManyListeners,
        message:
          "\(RecorderInterface.mostListeners) programs are already listening, the maximum; "
          + "end one of them"
      )
    }
    tell(order)
    return .listening
  }

  /// Allows a take to be changed if none of its files is open.
  private func allow(
    _ change: TakeChange, _ order: ControlOrder
  ) throws(SessionRefusal) -> ControlOutcome {
    switch change {
    case .delete: break
    // During a take, refuses work that would write gigabytes to the card.
    case .edit, .trim, .focus:
      if session.isTaking { throw .duringTake(setting: "an earlier take") }
    }
    if session.openTakes.contains(change.key.name) {
      return .refused(
        reason: .takeOpen,
        message: "take \(change.key.value) is being recorded; stop it, and wait until it is closed")
    }
    if session.isCopying {
      return .refused(
        reason: .copyRuns, message: "takes are being copied; wait until the copy is done")
    }
    tell(order)
    return .granted(change)
  }

  /// When a connection ends, takes back the device or the lights that its call held; other calls hold nothing.
  private func release(_ order: ControlOrder, _ now: Double) {
    if asker?.order.call == order.call {
      asker = nil
      session.showAsked(false)
    }
    guard holder?.call == order.call else { return }
    holder = nil
    lendHands(false)
    session.reopenDevice(now)
  }

  /// Logs who asked for something, as the recorder also logs which button was pressed.
  private func tell(_ order: ControlOrder) {
    if let words = words(order) { log("asked       \(words)") }
  }

  private func tell(_ order: ControlOrder, refused reason: String, _ now: Double) {
    guard let words = words(order) else { return }
    let line = "refused     \(words): \(String(reason.prefix(Self.refusalLength)).printable)"
    for line in refusals.lines(line, at: now) { log(line) }
  }

  /// The wish and the sender of an order; `nil` if the wish changes nothing.
  private func words(_ order: ControlOrder) -> String? {
    order.wish.words.map {
      "\($0.prefix(Self.refusalLength)), by user \(order.peer.user), process \(order.peer.process)"
    }
  }

  /// A text shortened to one line of bounded length; `nil` if nothing is left.
  static func label(_ text: String?) -> String? {
    let line = text?.singleLine(most: TakeMetadata.mostLabel) ?? ""
    return line.isEmpty ? nil : line
  }
}

extension ControlOrder.Wish {
  /// The wish in words, for the log; `nil` if the wish changes nothing.
  fileprivate var words: String? {
    switch self {
    case .status, .release: nil
    case .start: "start"
    case .stop: "stop"
    case .pause(let isPaused): isPaused ? "pause" : "resume"
    case .mark: "marker"
    case .select(let source, let pattern):
      [source.map { "source \($0.printable)" }, pattern.map { "pattern \($0.printable)" }]
        .compactMap { $0 }.joined(separator: ", ")
    case .adjust(let lowCut, let gain):
      [
        lowCut.map { "low cut \($0.map { "\($0) Hz" } ?? "off")" },
        gain.map { "input gain \($0) dB" },
      ].compactMap { $0 }.joined(separator: ", ")
    case .awaitPresses(let by):
      "presses of the source button, to let in \(String(by.prefix(80)).printable)"
    case .hold: "the capture device"
    case .act(let act): "the simulated world: \(act.rawValue)"
    case .change(.delete(let number, _)): "to delete take \(number)"
    case .change(.edit(let edits)): "to edit take \(edits.key.value)"
    case .change(.trim(let cut)): "to trim take \(cut.key.value)"
    case .change(.focus(let wish)): "a focus of take \(wish.key.value)"
    case .listen(let by):
      by.isEmpty ? "the live sound" : "the live sound for " + String(by.prefix(40)).printable
    }
  }
}
