import Face

/// The state of the recorder, and the messages that report it; this part needs neither a socket nor a clock.
struct BridgeNews {
  private let arguments: BridgeArguments
  /// The names of the topics; `nil` before the first status arrives.
  private(set) var topics: BridgeTopics?
  /// The newest status; `nil` before the first one arrives.
  private(set) var status: RecorderStatus?
  /// True while the recorder answers.
  private(set) var isUp = false
  /// The number of takes finished since the bridge started.
  private(set) var takes = 0
  private var take: BridgeMessage?
  private var newest: (name: String, number: Int?)?
  private var entities: [BridgeMessage] = []
  private var dueAt = 0.0
  /// Messages to send, the oldest first.
  private(set) var waiting: [BridgeMessage] = []

  /// The maximum number of messages waiting for a broker; beyond it, the oldest are dropped.
  static let mostWaiting = 500

  /// The state before anything is known about the recorder.
  init(_ arguments: BridgeArguments) { self.arguments = arguments }

  /// True if the status has a different name or serial number, so that the topics change.
  func renames(_ status: RecorderStatus) -> Bool {
    topics.map { $0 != BridgeTopics(prefix: arguments.prefix, status) } ?? false
  }

  /// The news in a status.
  struct Heard {
    /// One file of each take finished since the last status.
    var finished: [String] = []
    /// True if there is something to report.
    var isNew = false
    /// True if a take may have finished without an event: while the recorder was away, by recovery, or because
    /// events are missing.
    var hidesTakes = false
    /// True if more events may have happened than the status lists.
    var missesEvents = false
  }

  /// Processes a new status.
  mutating func hear(_ next: RecorderStatus, _ now: Double) -> Heard {
    let topics = BridgeTopics(prefix: arguments.prefix, next)
    // All events in the first status are old.
    let events = status.map { next.events(after: $0.events) } ?? []
    let isNew =
      !isUp || !events.isEmpty || now >= dueAt || next.withoutFigures != status?.withoutFigures
    // If the lists share no event, the events between them are unknown.
    let missesEvents =
      isUp && events.count == next.events.count && !events.isEmpty
      && status?.events.isEmpty == false
    // The message about the newest take has the topic of the former name.
    if self.topics != topics { take = nil }
    (self.topics, status) = (topics, next)
    guard isNew else { return Heard() }
    var heard = Heard(isNew: true, missesEvents: missesEvents)
    heard.hidesTakes = !isUp || missesEvents || events.contains { $0.kind == .recovered }
    if !isUp { wait(BridgeMessage(topics.recorder, BridgeTopics.online)) }
    (isUp, dueAt) = (true, now + arguments.interval)
    for event in events { wait(BridgeMessage(topics.event, of: event, isKept: false)) }
    tellEntities(topics, next)
    wait(BridgeMessage(topics.state, of: next, isKept: true))
    let finished = events.filter { $0.kind == .takeFinished }
    takes += finished.count
    heard.finished = finished.compactMap { $0.fields["file"] }
    return heard
  }

  /// Processes the record of a finished take.
  mutating func hear(_ record: TakeRecord) {
    guard let topics else { return }
    let message = BridgeMessage(topics.take, of: record, isKept: true)
    (take, newest) = (message, (record.name, record.number))
    wait(message)
  }

  /// Processes the record of the newest finished take, which may already have been reported.
  mutating func hear(newest record: TakeRecord) {
    guard take == nil || record.name != newest?.name else { return }
    // The first record may be older than this program; a record with a lower number means that a later take was
    // deleted.
    if let newest, record.number ?? 0 > newest.number ?? 0 { takes += 1 }
    hear(record)
  }

  /// Notes that the recorder does not answer.
  ///
  /// - Returns: true if the recorder had answered before.
  mutating func lose() -> Bool {
    guard isUp else { return false }
    isUp = false
    if let topics { wait(BridgeMessage(topics.recorder, BridgeTopics.offline)) }
    return true
  }

  /// Adds the reply to an order.
  mutating func reply(_ reply: BridgeOrder.Reply) {
    if let topics { wait(BridgeMessage(topics.reply, of: reply, isKept: false)) }
  }

  /// The messages for subscribers to a name that is no longer in use; the broker then retains nothing under this name.
  var farewell: [BridgeMessage] {
    guard let topics else { return [] }
    return [BridgeMessage(topics.bridge, BridgeTopics.offline)]
      + [topics.recorder, topics.state, topics.take, topics.bridge].map { BridgeMessage($0, "") }
  }

  /// Queues all messages that the broker needs after a new connection, ahead of the waiting messages that it will not
  /// retain.
  mutating func greet() {
    guard let topics, let status else { return }
    let kept = waiting.filter { !$0.isKept }
    (waiting, entities) = ([], [])
    tellEntities(topics, status)
    wait(BridgeMessage(topics.bridge, BridgeTopics.online))
    wait(BridgeMessage(topics.recorder, isUp ? BridgeTopics.online : BridgeTopics.offline))
    wait(BridgeMessage(topics.state, of: status, isKept: true))
    if let take { wait(take) }
    waiting += kept
  }

  /// Removes and returns the next message; `nil` if none is waiting.
  mutating func next() -> BridgeMessage? { waiting.isEmpty ? nil : waiting.removeFirst() }

  /// Puts messages that may be lost back in front of the waiting ones.
  mutating func requeue(_ messages: [BridgeMessage]) {
    waiting = Array((messages + waiting).suffix(Self.mostWaiting))
  }

  private mutating func tellEntities(_ topics: BridgeTopics, _ status: RecorderStatus) {
    guard let prefix = arguments.discovery else { return }
    let messages = HomeAssistant(
      topics: topics, prefix: prefix, takesCommands: arguments.takesCommands
    ).messages(status)
    for message in messages where !entities.contains(message) { wait(message) }
    entities = messages
  }

  private mutating func wait(_ message: BridgeMessage) {
    guard arguments.host != nil else { return }
    // Of the retained messages on a topic, only the newest matters.
    if message.isKept { waiting.removeAll { $0.topic == message.topic } }
    waiting.append(message)
    if waiting.count > Self.mostWaiting { waiting.removeFirst() }
  }
}
