import Face

/// The news of a recorder and the messages that report it, without a socket or a clock.
struct BridgeNews {
  private let arguments: BridgeArguments
  /// The names of topics; `nil` before the first status.
  private(set) var topics: BridgeTopics?
  /// The newest status; `nil` before the first.
  private(set) var status: RecorderStatus?
  /// True while the recorder answers.
  private(set) var isUp = false
  /// Takes finished since the start.
  private(set) var takes = 0
  private var take: BridgeMessage?
  private var entities: [BridgeMessage] = []
  private var dueAt = 0.0
  /// Messages to send, the oldest first.
  private(set) var waiting: [BridgeMessage] = []

  /// The most messages that wait for a broker; beyond that the oldest are dropped.
  static let mostWaiting = 500

  /// No news yet.
  init(_ arguments: BridgeArguments) { self.arguments = arguments }

  /// True if a changed name or serial number changes the topics.
  func renames(_ status: RecorderStatus) -> Bool {
    topics.map { $0 != BridgeTopics(prefix: arguments.prefix, status) } ?? false
  }

  /// Takes in a status.
  ///
  /// - Returns: the files of finished takes, and true if there is something to report.
  mutating func hear(_ next: RecorderStatus, _ now: Double) -> (finished: [String], isNew: Bool) {
    let topics = BridgeTopics(prefix: arguments.prefix, next)
    // Events from before the first status are old.
    let events = status.map { next.events(after: $0.events) } ?? []
    let isNew =
      !isUp || !events.isEmpty || now >= dueAt || next.withoutFigures != status?.withoutFigures
    (self.topics, status) = (topics, next)
    guard isNew else { return ([], false) }
    if !isUp { wait(BridgeMessage(topics.recorder, BridgeTopics.online)) }
    (isUp, dueAt) = (true, now + arguments.interval)
    for event in events { wait(BridgeMessage(topics.event, of: event, isKept: false)) }
    tellEntities(topics, next)
    wait(BridgeMessage(topics.state, of: next, isKept: true))
    let finished = events.filter { $0.kind == .takeFinished }
    takes += finished.count
    return (finished.compactMap { $0.fields["file"] }, true)
  }

  /// Takes in the record of a finished take.
  mutating func hear(_ record: TakeRecord) {
    guard let topics else { return }
    let message = BridgeMessage(topics.take, of: record, isKept: true)
    take = message
    wait(message)
  }

  /// Notes that the recorder does not answer.
  ///
  /// - Returns: true if it answered before.
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

  /// Queues everything that a returning broker must know; waiting messages that are not retained come after it.
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

  /// The next message; `nil` if there is none.
  mutating func next() -> BridgeMessage? { waiting.isEmpty ? nil : waiting.removeFirst() }

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
    // Of retained messages only the newest counts.
    if message.isKept { waiting.removeAll { $0.topic == message.topic } }
    waiting.append(message)
    if waiting.count > Self.mostWaiting { waiting.removeFirst() }
  }
}
